import Foundation
@testable import RewindInspector
import RewindReplay
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands

/// Shell scripts stand in for the tool, with the same output.
@Suite(.timeLimit(.minutes(10))) struct RerunProcessTests {
    private let folder = TemporaryFolder()
    private let question: WhatIfRunner.Question

    init() throws {
        var changes = WhatIf()
        changes.skipped = [12, 3]
        changes.edits = [.init(seq: 5, type: "A", payload: ["a": [1]]), .init(seq: 6, type: nil, payload: "it's")]
        changes.insertions = [.init(after: 0, type: "B", payload: .null)]
        changes.moves = [.init(seq: 9, after: 7)]
        question = WhatIfRunner.Question(url: folder.session(), changes: changes, end: 77)
    }

    private func program(_ script: String) throws -> URL {
        let url = folder.url.appending(path: "tool")
        // Another process writes it: one that a parallel test starts could inherit an open file of this process, and
        // Linux executes no file that is open for writing.
        let write = #"printf '#!/bin/sh\n%s\n' "$0" > "$1" && chmod 700 "$1""#
        try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", write, script, url.path]).waitUntilExit()
        return url
    }

    private func steps(_ script: String) throws -> [WhatIfStep] {
        let seen = Seen()
        try RerunProcess.run(question, with: program(script)) { seen.take($0) }
        return seen.steps
    }

    @Test func `Each step is reported, and the command can be copied`() throws {
        let steps = try steps(
            #"""
            echo "$*" > "$(dirname "$0")/arguments"
            echo '{"seq":3,"type":"A","outcome":"skipped","apart":[{"op":"remove","path":"/a"}]}'
            printf '{"seq":4,"ty'; sleep 0.2; echo 'pe":"B","outcome":"other"}'
            echo '{"seq":5,"type":"C","apart":[]}'
            echo 'no JSON'; echo '{"rerun":2,"end":7}'
            """#
        )
        #expect(steps.filter { !$0.isPlain }.map(\.seq) == [3, 4, 5])
        #expect(steps.filter { !$0.isPlain }.map(\.outcome) == [.skipped, .other, nil])
        #expect(steps.first { $0.seq == 3 }?.apart?.operations.count == 1)
        let arguments = try String(contentsOf: folder.url.appending(path: "arguments"), encoding: .utf8)
        let edits = #"--edit 5:{"payload":{"a":[1]},"type":"A"} --edit 6:"it's""#
        let others = #"--insert 0:{"payload":null,"type":"B"} --reorder 9:7"#
        let first = "replay \(question.url.path) --each --json --to 77 --skip 3 --skip 12"
        #expect(arguments == "\(first) \(edits) \(others)\n")
    }

    @Test func `A reducer that traps ends only its process, and is reported`() throws {
        let trap = #"echo '{"verdict":"trapped","seq":9,"type":"A","reproduced":false}'; exit 1"#
        #expect(throws: CommandError.rerunTrapped(seq: 9, type: "A")) { try steps(trap) }
        #expect(throws: CommandError.rerunRefused(reason: nil)) { try steps("kill -9 $$") }
    }

    @Test func `The command's refusal is passed on in its words`() throws {
        let refusal = #"echo 'Error: x' >&2; echo '{"message":"It cannot.","status":2}' >&2; exit 2"#
        #expect(throws: CommandError.rerunRefused(reason: "It cannot.")) { try steps(refusal) }
        #expect(throws: CommandError.rerunRefused(reason: nil)) { try steps("exit 1") }
        #expect(throws: CocoaError.self) {
            try RerunProcess.run(question, with: folder.url.appending(path: "none")) { _ in true }
        }
    }

    @Test func `A reducer that never returns is ended on cancellation`() throws {
        let start = ContinuousClock.now
        let program = try program("echo $$ > \"$(dirname \"$0\")/pid\"; exec sleep 600")
        var text: String { (try? String(contentsOf: folder.url.appending(path: "pid"), encoding: .utf8)) ?? "" }
        #expect(throws: CancellationError.self) {
            try RerunProcess.run(question, with: program) { _ in !text.hasSuffix("\n") }
        }
        #expect(start.duration(to: .now) < .seconds(10))
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(eventually { kill(pid, 0) != 0 })
    }
}

private final class Seen {
    private(set) var steps: [WhatIfStep] = []

    func take(_ step: WhatIfStep) -> Bool {
        steps.append(step)
        return true
    }
}
