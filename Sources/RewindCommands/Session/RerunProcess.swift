#if os(macOS) || os(Linux)

import Foundation
import RewindInspector
import RewindReplay
import RewindTree

/// `rewind replay` in a child process, so that a reducer that traps or never returns cannot take this process down.
enum RerunProcess {
    /// The interval between two checks of whether the result is still wanted, in milliseconds.
    private static let interval: Int32 = 100
    /// The maximum number of bytes kept of its standard error.
    private static let mostErrors = 1 << 14

    /// Runs `rewind replay` with the running tool, or another program, and passes on each step until the closure
    /// returns false.
    ///
    /// - Throws: `CommandError.rerunTrapped`, `CommandError.rerunRefused`; `CancellationError` if the closure
    ///   returned false.
    static func run(
        _ question: WhatIfRunner.Question,
        with program: URL? = Bundle.main.executableURL,
        onStep: @escaping (WhatIfStep) -> Bool
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments =
            ["replay", question.url.path, "--each", "--json", "--to", String(question.end)]
            + question.skipped.flatMap { ["--skip", String($0)] }
        let (output, errors) = (Pipe(), try temporaryFile())
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        process.standardError = errors
        try process.run()
        defer {
            // SIGKILL, because a child of a worker thread inherits a blocked SIGTERM.
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        var lines = Lines(onStep: onStep)
        try read(output.fileHandleForReading.fileDescriptor) { try lines.take($0) }
        process.waitUntilExit()
        if let (seq, type) = lines.trapped { throw CommandError.rerunTrapped(seq: seq, type: type) }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            try errors.seek(toOffset: 0)
            let text = String(decoding: try errors.read(upToCount: mostErrors) ?? Data(), as: UTF8.self)
            throw CommandError.rerunRefused(reason: reason(in: text))
        }
    }

    /// Returns the error message that the command ended with.
    private static func reason(in text: String) -> String? {
        let start = "Error: "
        return text.split(separator: "\n").last { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// Returns an unnamed temporary file.
    private static func temporaryFile() throws -> FileHandle {
        guard let file = tmpfile() else { throw CommandError.rerunRefused(reason: nil) }
        defer { fclose(file) }
        return FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
    }

    /// Reads until the other end is closed. Calls `take` with an empty buffer if no data arrives for `interval`.
    private static func read(_ file: Int32, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, interval) != 0 else {
                try take(UnsafeRawBufferPointer(start: nil, count: 0))
                continue
            }
            let count = bytes.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            try bytes.withUnsafeBytes { try take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// The output of the command, line by line.
    private struct Lines {
        let onStep: (WhatIfStep) -> Bool
        private var rest: [UInt8] = []
        private(set) var trapped: (seq: Int, type: String)?
        /// The seq of the last step.
        private var seq = 0

        init(onStep: @escaping (WhatIfStep) -> Bool) {
            self.onStep = onStep
        }

        mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
            // Checks whether the result is still wanted.
            if bytes.isEmpty { try pass(WhatIfStep(seq: seq, type: "")) }
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    rest.append(byte)
                    continue
                }
                let line = try? Tree(parsing: rest)
                rest.removeAll(keepingCapacity: true)
                guard let line else { continue }
                if let step = WhatIfStep(line) {
                    seq = step.seq
                    try pass(step)
                } else if line.child("verdict") == "trapped" {
                    var at = (seq: seq, type: "")
                    if case .integer(let number)? = line.child("seq") { at.seq = Int(clamping: number) }
                    if case .string(let name)? = line.child("type") { at.type = name }
                    trapped = at
                }
            }
        }

        private func pass(_ step: WhatIfStep) throws {
            guard onStep(step) else { throw CancellationError() }
        }
    }
}

#endif
