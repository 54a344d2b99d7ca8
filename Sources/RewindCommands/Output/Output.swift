#if os(macOS) || os(Linux)

// The standard streams are variables in C; nothing here assigns them.
#if canImport(Darwin)
@preconcurrency import Darwin
#elseif canImport(Musl)
@preconcurrency import Musl
#else
@preconcurrency import Glibc
#endif

import Foundation

/// Where commands write: data to standard output, messages to standard error.
package enum Output {
    /// Writes a line of data, or several; control characters that no ``Style`` put there are escaped.
    package static func line(_ text: String) {
        write(TerminalText.paintedLines(text) + "\n", to: stdout)
    }

    /// Writes data with its own line feeds; other control characters are escaped.
    static func text(_ text: String) {
        write(TerminalText.lines(text), to: stdout)
    }

    /// Writes a message for the person at the terminal; control characters but for line feeds are escaped.
    static func message(_ text: String) {
        write(TerminalText.lines(text) + "\n", to: stderr)
    }

    /// Writes what went wrong, and the hint.
    static func failure(_ failure: CommandError, file: String? = nil) {
        message(TerminalText.line("Error: \(failure.message)"))
        if let hint = failure.hint { self.hint(hint, file: file) }
    }

    /// Writes what is to be told besides the answer.
    static func note(_ note: Note) {
        message(note.text)
    }

    /// Writes what may be wrong.
    package static func warning(_ text: String) {
        message("Warning: \(text)")
    }

    /// Writes what to do next.
    static func hint(_ text: String, file: String? = nil) {
        message(TerminalText.line("Hint: \(Wording.hint(text, for: file))"))
    }

    /// Goes to the beginning of the line, and takes away what is there: ECMA-48 "erase in line".
    static let lineErasure = "\r\u{1B}[K"

    /// The line on the terminal of standard error that shows how far work is, until anything else is written.
    static let progress = ProgressLine {
        put($0, to: stderr)
        fflush(stderr)
    }

    /// Lets a pipe whose reader has seen enough end the process without a word, also when whoever started it ignores
    /// the signal for that.
    static func endWithItsReader() {
        signal(SIGPIPE, SIG_DFL)
    }

    /// Makes sure that all data arrived.
    ///
    /// - Throws: `CommandError.outputFailed` when it did not, as on a full disk.
    package static func finish() throws {
        if fflush(stdout) != 0 || ferror(stdout) != 0 {
            throw CommandError.outputFailed(reason: String(cString: strerror(errno)))
        }
    }

    private static func write(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
        progress.erase()
        put(text, to: stream)
    }

    private static func put(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
        var text = text
        text.withUTF8 { bytes in
            _ = fwrite(bytes.baseAddress, 1, bytes.count, stream)
        }
    }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { kept.size != nil || isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error is a terminal that can take back what it shows.
    static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 && getenv("TERM").map { strcmp($0, "dumb") } != 0 }

    /// The size of the terminal that a pager writes to.
    ///
    /// Sound to share because it is only touched under `lock`: `Mutex` needs macOS 15.
    private final class KeptSize: @unchecked Sendable {
        private let lock = NSLock()
        private var kept: winsize?

        var size: winsize? {
            get { lock.withLock { kept } }
            set { lock.withLock { kept = newValue } }
        }
    }

    private static let kept = KeptSize()

    /// Takes standard output for the terminal that it is, also when it goes through a pager from now on.
    static func keepTerminal() {
        kept.size = terminalSize
    }

    /// The number of lines that the terminal shows, nil where standard output is none.
    static var terminalRows: Int? { terminalSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    /// The number of cells that a line of the terminal has, nil where standard output is none, so that lines may be of
    /// any length.
    static var terminalColumns: Int? { terminalSize.flatMap { $0.ws_col > 0 ? max(20, Int($0.ws_col)) : nil } }

    private static var terminalSize: winsize? {
        if let size = kept.size { return size }
        var size = winsize()
        return isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }
}

#endif
