import Dispatch
import Foundation

/// Work that takes long: it ends at Ctrl-C, and shows its progress on a terminal.
package final class ProgressReporter {
    /// The interval between two updates of the progress line, in nanoseconds.
    private static let interval: UInt64 = 100_000_000

    package let interruption = Interruption.shared
    package let showsProgress: Bool
    package let line: ProgressLine
    private let now: () -> UInt64
    private var next: UInt64
    /// The current step of the work, and its start.
    private var phase: (text: String, start: UInt64)?

    /// The clock counts nanoseconds. Nothing is shown for work that ends within its first tenth of a second.
    init(
        showsProgress: Bool,
        line: ProgressLine = Output.progress,
        now: @escaping () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        self.showsProgress = showsProgress
        self.line = line
        self.now = now
        next = now() + Self.interval
    }

    package convenience init() {
        self.init(showsProgress: Output.isErrorTerminal)
    }

    deinit {
        end()
    }

    /// Checks for Ctrl-C and updates the progress line. Call it in every iteration of a loop.
    ///
    /// - Throws: `CancellationError` after Ctrl-C.
    package func step(_ text: @autoclosure () -> String) throws {
        try interruption.check()
        guard showsProgress else { return }
        let time = now()
        guard time >= next else { return }
        next = time + Self.interval
        line.show(text())
    }

    /// Like `step(_:)`, with the share of the work that is done, the number of results so far, and the time left.
    ///
    /// - Throws: `CancellationError` after Ctrl-C.
    package func step(_ text: String, done: Int, of total: Int, found: Int? = nil) throws {
        let time = showsProgress ? now() : 0
        if phase?.text != text { phase = (text, time) }
        let passed = time - (phase?.start ?? time)
        try step(Self.text(text, done: done, of: total, found: found, after: passed))
    }

    /// Like `step(_:done:of:)`, for work that visits actions in their order, or in reverse.
    ///
    /// - Throws: `CancellationError` after Ctrl-C.
    package func step(
        _ text: String,
        at seq: Int,
        of seqs: ClosedRange<Int>,
        isReversed: Bool = false,
        found: Int? = nil
    ) throws {
        let done = isReversed ? seqs.upperBound - seq : seq - seqs.lowerBound
        try step(text, done: max(0, min(done, seqs.count)), of: seqs.count, found: found)
    }

    /// Returns the text of a progress line after a number of nanoseconds.
    static func text(_ text: String, done: Int, of total: Int, found: Int? = nil, after passed: UInt64) -> String {
        guard total > 0 else { return "\(text): \(done)" }
        let share = Double(done) / Double(total)
        let head = "\(text): \(Int(share * 100)) %, \(done) of \(total)" + (found.map { ", \($0) found" } ?? "")
        // The first second says little about the rest.
        guard passed >= 1_000_000_000, share > 0, share <= 1 else { return head }
        let left = Double(passed) / 1_000 * (1 - share) / share
        return left < 1e15 ? "\(head), \(SpanText.words(Int64(left))) left" : head
    }

    /// Erases the progress line, as ``Output`` does before it writes anything else.
    package func end() {
        line.erase()
    }
}

/// A line of a terminal that is rewritten, and erased before anything else is written.
///
/// Safe to share because its state is only used under `lock`: `Mutex` needs macOS 15.
package final class ProgressLine: @unchecked Sendable {
    private let lock = NSLock()
    private let write: (String) -> Void
    private var shown: String?
    private var hint: String?

    /// - Parameter write: Writes a text as is.
    init(write: @escaping (String) -> Void) {
        self.write = write
    }

    package func show(_ text: String) {
        lock.withLock {
            let whole = text + (hint.map { "  (\($0))" } ?? "")
            guard shown != whole else { return }
            shown = whole
            // ECMA-48 "erase in line" removes the rest of a longer text.
            write("\r\(whole)\u{1B}[K")
        }
    }

    /// Sets the text after all others, such as the key that ends the work.
    func setHint(_ hint: String?) {
        lock.withLock { self.hint = hint }
    }

    func erase() {
        lock.withLock {
            if shown != nil { write(Output.lineErasure) }
            shown = nil
        }
    }
}
