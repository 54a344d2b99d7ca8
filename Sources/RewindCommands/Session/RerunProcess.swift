#if os(macOS) || os(Linux)

import Foundation
import RewindInspector
import RewindReplay
import RewindTree

/// `rewind replay` in a process of its own, for who must not end with it: a reducer that comes to a state it has never
/// seen may trap, or never return.
enum RerunProcess {
    /// How long until it is looked again whether somebody still wants to know, in milliseconds.
    private static let interval: Int32 = 100
    /// How much is kept of what it says on standard error, in bytes.
    private static let mostErrors = 1 << 14

    /// Re-runs with the running tool, or another program, and tells each step as long as that gives true.
    ///
    /// - Throws: `CommandError.rerunTrapped`, `CommandError.rerunRefused`; `CancellationError` when nobody wants to know.
    static func run(
        _ question: WhatIfRunner.Question,
        with program: URL? = Bundle.main.executableURL,
        tell: @escaping (WhatIfStep) -> Bool
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
            // What a worker thread starts inherits that this process takes no SIGTERM.
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        var lines = Lines(tell: tell)
        try read(output.fileHandleForReading.fileDescriptor) { try lines.take($0) }
        process.waitUntilExit()
        if let (seq, type) = lines.trapped { throw CommandError.rerunTrapped(seq: seq, type: type) }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            try errors.seek(toOffset: 0)
            let text = String(decoding: try errors.read(upToCount: mostErrors) ?? Data(), as: UTF8.self)
            throw CommandError.rerunRefused(reason: reason(in: text))
        }
    }

    /// The sentence that the command ended with.
    private static func reason(in text: String) -> String? {
        let start = "Error: "
        return text.split(separator: "\n").last { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// A file without a name.
    private static func temporaryFile() throws -> FileHandle {
        guard let file = tmpfile() else { throw CommandError.rerunRefused(reason: nil) }
        defer { fclose(file) }
        return FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
    }

    /// Reads until the other end is closed. `take` is given nothing when nothing has come for a while.
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

    /// What the command prints, line by line.
    private struct Lines {
        let tell: (WhatIfStep) -> Bool
        private var rest: [UInt8] = []
        private(set) var trapped: (seq: Int, type: String)?
        /// How far it is.
        private var seq = 0

        init(tell: @escaping (WhatIfStep) -> Bool) {
            self.tell = tell
        }

        mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
            // Whoever asked may have gone meanwhile.
            if bytes.isEmpty { try tellOrStop(WhatIfStep(seq: seq, type: "")) }
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
                    try tellOrStop(step)
                } else if line.child("verdict") == "trapped" {
                    var at = (seq: seq, type: "")
                    if case .integer(let number)? = line.child("seq") { at.seq = Int(clamping: number) }
                    if case .string(let name)? = line.child("type") { at.type = name }
                    trapped = at
                }
            }
        }

        private func tellOrStop(_ step: WhatIfStep) throws {
            guard tell(step) else { throw CancellationError() }
        }
    }
}

#endif
