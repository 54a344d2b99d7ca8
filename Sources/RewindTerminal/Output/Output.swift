// The standard streams are variables in C; nothing here assigns them.
#if canImport(Darwin)
@preconcurrency import Darwin
#elseif canImport(Musl)
@preconcurrency import Musl
#else
@preconcurrency import Glibc
#endif

import Dispatch
import Foundation

/// The output of commands: data on standard output, messages on standard error.
package enum Output {
    /// Writing to standard output or the terminal failed.
    package struct WriteError: Error {
        package let code: Int32
    }

    /// Writes one or more lines of data. Control characters that do not come from a ``TextStyle`` are escaped.
    package static func line(_ text: String) {
        progress.erase()
        put(TerminalText.paintedLines(text, isData: isData), to: stdout)
        putc(Int32(UInt8(ascii: "\n")), stdout)
    }

    /// Writes data with its line feeds; other control characters are escaped.
    package static func text(_ text: String) {
        write(TerminalText.lines(text, isData: isData), to: stdout)
    }

    /// Writes a message for the user, after the data so far; control characters except line feeds are escaped.
    package static func message(_ text: String) {
        fflush(stdout)
        write(TerminalText.lines(text) + "\n", to: stderr)
    }

    /// Writes a message with the escape sequences of a ``TextStyle``; other control characters except line feeds are
    /// escaped.
    package static func painted(message text: String) {
        write(TerminalText.paintedLines(text) + "\n", to: stderr)
    }

    /// Writes a warning.
    package static func warning(_ text: String) {
        message("Warning: \(text)")
    }

    /// Moves to the beginning of the line and erases it: ECMA-48 "erase in line".
    package static let lineErasure = "\r\u{1B}[K"

    /// The progress line on standard error, shown until anything else is written.
    static let progress = ProgressLine {
        put($0, to: stderr)
        fflush(stderr)
    }

    /// Restores the default action of SIGPIPE, also if the parent process ignores that signal: when the reader of a
    /// pipe closes it, the process ends silently.
    package static func endWithItsReader() {
        signal(SIGPIPE, SIG_DFL)
    }

    /// Flushes standard output.
    ///
    /// - Throws: ``WriteError`` if data could not be written, as on a full disk.
    package static func finish() throws {
        if fflush(stdout) != 0 || ferror(stdout) != 0 { throw WriteError(code: errno) }
    }

    private static func write(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
        progress.erase()
        put(text, to: stream)
    }

    private static func put(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
        var text = ASCIIText.isRequired && !(isData && stream == stdout) ? ASCIIText.text(text) : text
        text.withUTF8 { bytes in
            _ = fwrite(bytes.baseAddress, 1, bytes.count, stream)
        }
        if stream == stdout, kept.isFlushDue() { fflush(stdout) }
    }

    /// True if standard output is data for other programs, and not shown.
    private static var isData: Bool { kept.isData && !isTerminal }

    /// True if standard output is a terminal.
    package static var isTerminal: Bool { kept.size != nil || isatty(STDOUT_FILENO) == 1 }

    /// True if standard error is a terminal that can erase a line.
    package static var isErrorTerminal: Bool {
        isatty(STDERR_FILENO) == 1 && getenv("TERM").map { strcmp($0, "dumb") } != 0
    }

    /// The state of standard output.
    ///
    /// Safe to share because it is only accessed under `lock`: `Mutex` needs macOS 15.
    private final class KeptState: @unchecked Sendable {
        private let lock = NSLock()
        private var terminal: winsize?
        private var hasData = false
        private var nextFlush = DispatchTime.now()

        /// The size of the terminal that a pager writes to.
        var size: winsize? {
            get { lock.withLock { terminal } }
            set { lock.withLock { terminal = newValue } }
        }

        /// True if the output is data for other programs, which is never replaced by ASCII in a pipe.
        var isData: Bool {
            get { lock.withLock { hasData } }
            set { lock.withLock { hasData = newValue } }
        }

        /// Returns true if a pager waits for output, at most every tenth of a second.
        func isFlushDue() -> Bool {
            lock.withLock {
                guard terminal != nil, nextFlush <= .now() else { return false }
                nextFlush = .now() + .milliseconds(100)
                return true
            }
        }
    }

    private static let kept = KeptState()

    /// Keeps the terminal's properties, for when standard output goes through a pager.
    static func keepTerminal() {
        kept.size = terminalSize
    }

    /// Declares that standard output is data for other programs.
    package static func beginData() {
        kept.isData = true
    }

    /// The number of lines of the terminal; nil if standard output is not a terminal.
    package static var terminalRows: Int? { terminalSize.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    /// The number of cells in a line of the terminal; nil if standard output is not a terminal, so that lines may have
    /// any length.
    package static var terminalColumns: Int? { terminalSize.flatMap { $0.ws_col > 0 ? max(20, Int($0.ws_col)) : nil } }

    /// True if the rows of a list have times with the day and the offset from UTC, as in a file or a pipe: whoever reads
    /// them may not know the day.
    package static var hasWholeTimes: Bool { terminalColumns == nil }

    private static var terminalSize: winsize? {
        if let size = kept.size { return size }
        var size = winsize()
        return isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }
}
