import Foundation
import RewindInspector
import RewindReplay
import RewindTree

/// `rewind replay` in a child process, for an answer that a reducer may keep from coming.
enum RerunProcess {
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
        let changes = question.changes
        var arguments = ["replay", question.url.path, "--each", "--json", "--to", String(question.end)]
        for seq in changes.skipped.sorted() { arguments += ["--skip", String(seq)] }
        for edit in changes.edits { arguments += ["--edit", "\(edit.seq):\(edit.json.text)"] }
        for insertion in changes.insertions { arguments += ["--insert", "\(insertion.after):\(insertion.json.text)"] }
        for move in changes.moves { arguments += ["--reorder", "\(move.seq):\(move.after)"] }
        var lines = Lines(onStep: onStep)
        let end = try ToolProcess.run(arguments, with: program) { bytes in
            try lines.take(bytes)
            return true
        }
        if let (seq, type) = lines.trapped { throw CommandError.rerunTrapped(seq: seq, type: type) }
        guard end.status == 0 else { throw CommandError.rerunRefused(reason: end.failure?.message) }
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
