import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import Testing
@testable import RewindCommands
@testable import RewindReplay
@testable import RewindUpkeep

@Suite struct WhatIfOptionsTests {
    /// Resolves options in a session of four actions, in which `:a` is 2 and `:a:b` is 3.
    private func whatIf(
        skip: [String] = [],
        insert: [String] = [],
        edit: [String] = [],
        reorder: [String] = []
    ) throws -> WhatIf {
        let url = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString).rewind")
        defer { try? FileManager.default.removeItem(at: url) }
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(.null)
            for seq in 1...4 {
                try transaction.append(ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A"), state: nil)
            }
        }
        try writer.close()
        try SessionBookmarks.set(Bookmark(name: "a", seq: 2, at: 0), in: url)
        try SessionBookmarks.set(Bookmark(name: "a:b", seq: 3, at: 0), in: url)
        let options = [("--skip", skip), ("--insert", insert), ("--edit", edit), ("--reorder", reorder)]
        let arguments = options.flatMap { name, texts in texts.flatMap { [name, $0] } }
        return try WhatIfOptions.parse(arguments).whatIf(in: Timeline(opening: url), to: 4)
    }

    @Test func `Actions can be named by REFs of every kind`() throws {
        #expect(try whatIf().isEmpty)
        #expect(try whatIf(skip: ["1", "end", ":a", "end~1"]).skipped == [1, 2, 3, 4])
        #expect(try whatIf(skip: ["@A"]).skipped == [4] && whatIf(skip: ["@?*"]).skipped == [1, 2, 3, 4])
        #expect(try whatIf(skip: ["@*~1"]).skipped == [3])
        let moves = try whatIf(reorder: ["1:end", ":a::a:b", ":a:b:4"]).moves
        #expect(moves == [(1, 4), (2, 3), (3, 4)].map { WhatIf.Move(seq: $0.0, after: $0.1) })
    }

    @Test func `An insertion has a type and optionally a payload`() throws {
        let texts = [#"end~1:{"type":"A","payload":{"a":[1]}}"#, #":a:b:{"type":"B:C"}"#]
        #expect(
            try whatIf(insert: texts).insertions == [
                WhatIf.Insertion(after: 3, type: "A", payload: ["a": [1]]),
                WhatIf.Insertion(after: 3, type: "B:C", payload: [:]),
            ]
        )
    }

    @Test func `An edit is a payload, or a type and a payload`() throws {
        let texts = ["1:[1]", #"2:{"type":"A","payload":null}"#, #"3:{"type":"A"}"#, #"4:"x""#]
        #expect(
            try whatIf(edit: texts).edits == [
                WhatIf.Edit(seq: 1, type: nil, payload: [1]), WhatIf.Edit(seq: 2, type: "A", payload: .null),
                WhatIf.Edit(seq: 3, type: nil, payload: ["type": "A"]), WhatIf.Edit(seq: 4, type: nil, payload: "x"),
            ]
        )
    }

    @Test(arguments: [
        "", "1", "1:", ":", "1:{", "x:{}", "1:{}", "1:[]", "1:{\"type\":1}", "1:{\"type\":\"A\",\"b\":1}",
    ])
    func `A malformed insertion is refused`(text: String) {
        #expect(throws: CommandError.malformedChange(option: "--insert", text)) { try whatIf(insert: [text]) }
    }

    @Test(arguments: ["1", "1:", ":2", "1:x", "1-2", "1:2:3"])
    func `A malformed move is refused`(text: String) {
        #expect(throws: CommandError.malformedChange(option: "--reorder", text)) { try whatIf(reorder: [text]) }
    }

    @Test(
        arguments: [
            (["--verify", "--check"], "--verify, --check and changes to the actions cannot be combined."),
            (["--verify", "--skip", "1"], "--verify, --check and changes to the actions cannot be combined."),
            (["--check", "--output", "b.rewind"], "--verify, --check and changes to the actions cannot be combined."),
            (["--output", ""], "The path of the output file is empty."),
        ] as [([String], String)]
    )
    func `Options that exclude each other are wrong usage`(options: [String], message: String) {
        #expect(usageError(of: ReplayCommand.self, ["a.rewind"] + options) == message)
    }

    @MainActor
    @Test func `A re-run without an app's reducer is refused`() async throws {
        let command = try ReplayCommand.parse(["a.rewind"])
        await #expect(throws: CommandError.noReducer) { try await command.run() }
        let app = RegisteredApp().printing { (state: Int) in "\(state)" }
        await #expect(throws: CommandError.noReducer) {
            try await RegisteredApp.$current.withValue(app) { try await command.run() }
        }
    }
}
