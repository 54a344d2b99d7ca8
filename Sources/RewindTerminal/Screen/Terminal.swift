import Foundation

#if canImport(Darwin)
@preconcurrency import Darwin
#elseif canImport(Musl)
@preconcurrency import Musl
#else
@preconcurrency import Glibc
#endif

/// The terminal of standard input and output, in raw mode: as a full screen, or for lines. Its settings are restored
/// when it is left, also if a signal or a trap ends the process. There is one instance at a time.
package final class Terminal {
    package enum Mode {
        /// The alternate screen, which shows only frames.
        case screen
        /// The current position, for one line after the other.
        case line
    }

    /// The reason why `wait` returned.
    package enum WaitResult {
        case events([TerminalEvent])
        /// The size of the terminal changed, or another process wrote to it.
        case redraw
        case timeout
        /// The terminal is closed, or the process was asked to end.
        case ended
    }

    /// The time to wait for the rest of an escape sequence, in milliseconds.
    static let escapeDelay: Int32 = 30

    private let mode: Mode
    private var decoder = TerminalDecoder()
    private var shown: TerminalFrame?
    private var isEntered = false
    private var isWorking = false
    /// Events that were read and not handled yet.
    private var typed: [TerminalEvent] = []

    package init(_ mode: Mode) {
        self.mode = mode
    }

    /// True if the process has a terminal that supports more than printing lines.
    package static var isAble: Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
        return getenv("TERM").map { strcmp($0, "dumb") != 0 && strcmp($0, "") != 0 } ?? false
    }

    /// The current size; 80 × 24 if the terminal does not report it.
    package var size: TerminalFrame.Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalFrame.Size(columns: 80, rows: 24)
        }
        return TerminalFrame.Size(columns: min(Int(size.ws_col), 1_000), rows: min(Int(size.ws_row), 500))
    }

    /// Runs `body` with the terminal in this mode, and restores it afterward.
    ///
    /// - Throws: `Output.WriteError`, or any error of `body`.
    package func run<T>(_ body: () throws -> T) throws -> T {
        try enter()
        defer { leave() }
        Interruption.shared.beforeEnd { terminalState.restore() }
        defer { Interruption.shared.beforeEnd {} }
        return try Interruption.shared.handling(with: { Self.wake(SIGINT) }, body)
    }

    /// Runs `body`, which may take long and ends at Esc or Ctrl-C. In a full screen, its progress is shown in the last
    /// row.
    ///
    /// - Throws: Any error of `body`; `CancellationError` at Esc or Ctrl-C.
    package func working<T>(_ body: () throws -> T) throws -> T {
        guard !isWorking else { return try body() }
        isWorking = true
        setRaw(signals: true)
        Output.progress.setHint("Esc stops")
        let watch = KeyPollThread(decoder) { Interruption.shared.request() }
        defer {
            let (decoder, events) = watch.end(isInterrupted: Interruption.shared.isRequested)
            self.decoder = decoder
            typed += events
            isWorking = false
            Output.progress.setHint(nil)
            setRaw()
            if Interruption.shared.reset() { drain() }
        }
        if mode == .screen {
            try write("\u{1B}[\(size.rows);1H")
            shown?.forget(row: size.rows - 1)
        }
        return try body()
    }

    /// Shows a frame, with one write of the rows that changed.
    ///
    /// - Throws: `Output.WriteError`.
    package func show(_ frame: TerminalFrame) throws {
        if let shown, shown == frame { return }
        try write(frame.update(from: shown))
        shown = frame
    }

    /// Makes the next `show(_:)` write its whole frame.
    package func forget() {
        shown = nil
    }

    /// Copies a text to the clipboard, if the terminal allows it (xterm's "ctlseqs", OSC 52).
    ///
    /// - Throws: `Output.WriteError`.
    package func copy(_ text: String) throws {
        try write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    }

    /// Writes a text.
    ///
    /// - Throws: `Output.WriteError`.
    package func write(_ text: String) throws {
        var text = ASCIIText.isRequired ? ASCIIText.cells(text) : text
        let code: Int32 = text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = systemWrite(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)))
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                    poll(&output, 1, 1_000)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard code == 0 else { throw Output.WriteError(code: code) }
    }

    /// Waits for the next event, for at most `milliseconds`; without a limit if that is negative.
    ///
    /// - Throws: `Output.WriteError`.
    package func wait(milliseconds: Int32) throws -> WaitResult {
        if !typed.isEmpty {
            defer { typed = [] }
            return .events(typed)
        }
        var files = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: terminalState.wakeEnds.read, events: Int16(POLLIN), revents: 0),
        ]
        let timeout = decoder.isWaiting ? Self.escapeDelay : milliseconds
        let count = poll(&files, 2, timeout)
        if count < 0 { return errno == EINTR ? .timeout : .ended }
        if count == 0 {
            let events = decoder.finish()
            return events.isEmpty ? .timeout : .events(events)
        }
        if files[1].revents != 0 { return try takeSignal() }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let length = read(STDIN_FILENO, &bytes, bytes.count)
        if length < 0, errno == EINTR || errno == EAGAIN { return .timeout }
        guard length > 0 else { return .ended }
        return .events(decoder.feed(bytes[..<length]))
    }

    /// Returns unhandled events to the queue, for the next `wait(milliseconds:)`.
    package func putBack(_ events: ArraySlice<TerminalEvent>) {
        typed = events + typed
    }

    /// Stops the process as Ctrl-Z does; returns when it continues.
    ///
    /// - Throws: `Output.WriteError`.
    package func suspend() throws {
        leave()
        signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        try enter()
    }

    // MARK: Modes

    private static let screenEntry = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
    private static let screenExit = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    private static let lineEntry = "\u{1B}[?2004h"
    private static let lineExit = "\u{1B}[?2004l"

    private func enter() throws {
        if !isEntered {
            var old = termios()
            guard tcgetattr(STDIN_FILENO, &old) == 0 else { throw Output.WriteError(code: errno) }
            terminalState.arm(old, exit: mode == .screen ? Self.screenExit : Self.lineExit)
            isEntered = true
        }
        setRaw()
        forget()
        try write(mode == .screen ? Self.screenEntry : Self.lineEntry)
    }

    private func leave() {
        guard isEntered else { return }
        isEntered = false
        terminalState.restore()
        terminalState.disarm()
    }

    /// Turns off line editing and echo, and signals unless `signals` is true; the output is still processed.
    private func setRaw(signals: Bool = false) {
        guard var raw = terminalState.saved else { return }
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        if !signals { raw.c_lflag &= ~tcflag_t(ISIG) }
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | ISTRIP)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    }

    /// Restores the terminal's settings, if they were changed. Safe to call in a signal handler.
    package static func bringBack() {
        terminalState.restore()
    }

    // MARK: Signals

    private func takeSignal() throws -> WaitResult {
        var signal: UInt8 = 0
        _ = read(terminalState.wakeEnds.read, &signal, 1)
        switch Int32(signal) {
        case SIGTSTP: try suspend()
        case SIGINT:
            // The signal may have been meant for work that has since ended.
            if Interruption.shared.isRequested { return .ended }
        case SIGCONT:
            // A shell may have changed the settings in between.
            try enter()
        default: break
        }
        forget()
        return .redraw
    }

    /// Discards signals that were meant for work that has ended.
    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(terminalState.wakeEnds.read, &bytes, bytes.count) > 0 {}
        forget()
    }

    static func wake(_ signal: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        let code = errno
        _ = systemWrite(terminalState.wakeEnds.write, &byte, 1)
        errno = code
    }
}

private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
    write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(file, bytes, count)
}

/// The data of the signal handlers, which may call next to nothing.
private struct TerminalState {
    /// The signals that end the process; the terminal is restored first.
    private static let deadly = [
        SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE, SIGPIPE,
    ]
    private static let waking = [SIGWINCH, SIGTSTP, SIGCONT]

    /// The original settings; nil while they are unchanged.
    private(set) var saved: termios?
    private(set) var wakeEnds: (read: Int32, write: Int32) = (-1, -1)
    private var exit: UnsafeMutableBufferPointer<CChar>?

    mutating func arm(_ old: termios, exit text: String) {
        if wakeEnds.read < 0 {
            var ends: [Int32] = [-1, -1]
            if pipe(&ends) == 0 {
                for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
                for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
                wakeEnds = (ends[0], ends[1])
            }
        }
        exit?.deallocate()
        let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
        for (index, byte) in text.utf8.enumerated() { bytes[index] = CChar(bitPattern: byte) }
        exit = bytes
        saved = old
        for number in Self.deadly {
            signal(number) { number in
                terminalState.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        for number in Self.waking { signal(number) { Terminal.wake($0) } }
    }

    /// Restores the settings. Calls only functions that are safe in a signal handler (signal-safety(7)).
    func restore() {
        guard var old = saved else { return }
        if let exit { _ = systemWrite(UnsafeRawBufferPointer(exit)) }
        // Ignoring SIGTTOU makes this work in a background process, too.
        signal(SIGTTOU, SIG_IGN)
        tcsetattr(STDIN_FILENO, TCSANOW, &old)
        signal(SIGTTOU, SIG_DFL)
    }

    mutating func disarm() {
        saved = nil
        for number in Self.deadly + Self.waking { signal(number, SIG_DFL) }
    }
}

/// Written by the thread that owns the terminal, only while the handlers that read it are not installed.
nonisolated(unsafe) private var terminalState = TerminalState()
