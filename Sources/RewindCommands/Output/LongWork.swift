#if os(macOS) || os(Linux)

import Dispatch
import Foundation
import RewindSession
import RewindUpkeep

/// What commands that take long have in common: they end at Ctrl-C, and on a terminal tell how far they are.
package final class LongWork {
    /// Nanoseconds between two changes of what a terminal shows.
    private static let interval: UInt64 = 100_000_000

    let interruption = Interruption.shared
    private let showsProgress: Bool
    private let line: ProgressLine
    private let now: () -> UInt64
    private var next: UInt64

    /// The clock counts nanoseconds. Nothing is told about work that is done within its first tenth of a second.
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

    /// To be called in every round of a loop.
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

    /// What work on a whole session calls from time to time.
    var tellingOfSession: SessionProgress.Handler {
        { try self.step(Wording.text(for: $0)) }
    }

    /// Takes away what is shown, as ``Output`` does before it writes anything else.
    package func end() {
        line.erase()
    }
}

/// A line of a terminal that is written again and again, and taken away before anything else is written.
///
/// Sound to share because what it holds is only used under `lock`: `Mutex` needs macOS 15.
final class ProgressLine: @unchecked Sendable {
    private let lock = NSLock()
    private let write: (String) -> Void
    private var isShown = false

    /// - Parameter write: writes a text as it stands.
    init(write: @escaping (String) -> Void) {
        self.write = write
    }

    func show(_ text: String) {
        lock.withLock {
            isShown = true
            // ECMA-48 "erase in line": what is left of a longer text goes.
            write("\r\(text)\u{1B}[K")
        }
    }

    func erase() {
        lock.withLock {
            if isShown { write(Output.lineErasure) }
            isShown = false
        }
    }
}

#endif
