#if os(macOS) || os(Linux)

import Dispatch
import Foundation
import RewindSession
import RewindUpkeep

/// Work that takes long: it ends at Ctrl-C, and shows its progress on a terminal.
package final class ProgressReporter {
    /// The interval between two updates of the progress line, in nanoseconds.
    private static let interval: UInt64 = 100_000_000

    let interruption = Interruption.shared
    private let showsProgress: Bool
    private let line: ProgressLine
    private let now: () -> UInt64
    private var next: UInt64

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

    /// The progress handler for work on a whole session.
    var sessionHandler: SessionProgress.Handler {
        { try self.step(Wording.text(for: $0)) }
    }

    /// Erases the progress line, as ``Output`` does before it writes anything else.
    package func end() {
        line.erase()
    }
}

/// A line of a terminal that is rewritten, and erased before anything else is written.
///
/// Safe to share because its state is only used under `lock`: `Mutex` needs macOS 15.
final class ProgressLine: @unchecked Sendable {
    private let lock = NSLock()
    private let write: (String) -> Void
    private var isShown = false
    private var hint: String?

    /// - Parameter write: Writes a text as is.
    init(write: @escaping (String) -> Void) {
        self.write = write
    }

    func show(_ text: String) {
        lock.withLock {
            isShown = true
            // ECMA-48 "erase in line" removes the rest of a longer text.
            write("\r\(text)\(hint.map { "  (\($0))" } ?? "")\u{1B}[K")
        }
    }

    /// Sets the text after all others, such as the key that ends the work.
    func setHint(_ hint: String?) {
        lock.withLock { self.hint = hint }
    }

    func erase() {
        lock.withLock {
            if isShown { write(Output.lineErasure) }
            isShown = false
        }
    }
}

#endif
