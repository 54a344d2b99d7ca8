import Foundation

/// A command of the running tool in a child process, so that a reducer that traps, or work that never ends or needs too
/// much memory, cannot take this process down.
enum ToolProcess {
    /// The end of a command.
    struct End {
        /// The exit status; nil if a signal ended the process.
        let status: Int32?
        /// The error that ended it.
        var failure: CommandError?
        /// The end of its other messages.
        let errors: String
    }

    /// The interval between two checks of whether the output is still wanted, in milliseconds.
    private static let interval: Int32 = 100
    /// The maximum number of bytes kept of standard error.
    private static let mostErrors: UInt64 = 1 << 14

    /// Runs a command with the running tool, or another program, and passes on its standard output. While
    /// there is no output, `take` gets empty buffers. If it returns false or throws, the process is ended.
    ///
    /// - Throws: Any error of `take`; an error if the process cannot be started.
    static func run(
        _ arguments: [String],
        with program: URL? = Bundle.main.executableURL,
        environment added: [String: String] = [:],
        _ take: (UnsafeRawBufferPointer) throws -> Bool
    ) throws -> End {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
        process.environment?[CommandError.variable] = "1"
        let (output, errors) = (Pipe(), try temporaryFile())
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        process.standardError = errors
        try process.run()
        // SIGKILL, because a child of a worker thread inherits a blocked SIGTERM.
        func end() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        defer { end() }
        if try !read(output.fileHandleForReading.fileDescriptor, take) { end() }
        process.waitUntilExit()
        let length = try errors.seekToEnd()
        try errors.seek(toOffset: length - min(length, mostErrors))
        let text = String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
        let last = text.split(separator: "\n").last ?? ""
        let failure = CommandError(line: last)
        return End(
            status: process.terminationReason == .exit ? process.terminationStatus : nil,
            failure: failure,
            errors: failure == nil ? text : String(text[..<last.startIndex])
        )
    }

    /// Returns an unnamed temporary file.
    private static func temporaryFile() throws -> FileHandle {
        guard let file = tmpfile() else { throw CommandError.rerunRefused(reason: nil) }
        defer { fclose(file) }
        return FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
    }

    /// Reads until the other end is closed. Returns false if `take` wants no more.
    private static func read(_ file: Int32, _ take: (UnsafeRawBufferPointer) throws -> Bool) throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, interval) != 0 else {
                guard try take(UnsafeRawBufferPointer(start: nil, count: 0)) else { return false }
                continue
            }
            let count = bytes.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return true }
            guard try bytes.withUnsafeBytes({ try take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else {
                return false
            }
        }
    }
}
