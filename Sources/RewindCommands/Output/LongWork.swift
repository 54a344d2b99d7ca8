#if os(macOS) || os(Linux)

import Dispatch
import RewindSession
import RewindUpkeep

/// What commands that take long have in common: they end at Ctrl-C, and on a terminal tell how far they are.
package final class LongWork {
    /// Nanoseconds between two changes of what a terminal shows.
    private static let interval: UInt64 = 100_000_000

    let interruption = Interruption.shared
    private let showsProgress: Bool
    private let write: (String) -> Void
    private let now: () -> UInt64
    private var next: UInt64
    private var isShown = false

    /// The clock counts nanoseconds. Nothing is told about work that is done within its first tenth of a second.
    init(
        showsProgress: Bool,
        write: @escaping (String) -> Void = Output.progress,
        now: @escaping () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        self.showsProgress = showsProgress
        self.write = write
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
        isShown = true
        // ECMA-48 "erase in line": what is left of a longer text goes.
        write("\r\(text())\u{1B}[K")
    }

    /// What work on a whole session calls from time to time.
    var tellingOfSession: SessionProgress.Handler {
        { try self.step(Wording.text(for: $0)) }
    }

    /// Takes away what is shown, as is due before anything else is written.
    package func end() {
        if isShown { write(Output.lineErasure) }
        isShown = false
    }
}

#endif
