import Foundation
import Subprocess
import TestSupport
import Testing

@testable import RewindCommands

/// `debug` without the full screen, as in scripts.
@Suite(.timeLimit(.minutes(10))) struct DebugPromptTests {
    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let page = "Sources/Rewind/Rewind.docc/DebuggingASession.md"

    private func run(_ script: String, _ file: String = "a.rewind", in folder: TemporaryFolder) async throws
        -> Tool.Answer
    {
        try folder.write(Data(script.utf8), to: "script")
        return try await Tool.shell("exec \"$REWIND\" debug \(file) < script", in: folder)
    }

    @Test func `The prompt answers as shown in the documentation`() async throws {
        let text = try String(contentsOf: Self.repository.appendingPathComponent(Self.page), encoding: .utf8)
        let blocks = text.matches(of: /(?s)```console\n\$ rewind debug ([^\n]*?) < [^\n]*\n(.*?)```/)
        #expect(blocks.count == 1)
        for block in blocks {
            let expected = String(block.2)
            let prompt = "(rewind) "
            let lines = expected.split(separator: "\n").filter { $0.hasPrefix(prompt) }
            let script = lines.map { $0.dropFirst(prompt.count) + "\n" }.joined()
            let folder = TemporaryFolder()
            let session = Self.repository.appendingPathComponent(String(block.1))
            try folder.write(try Data(contentsOf: session), to: "a.rewind")
            let answer = try await run(script, in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.output == expected)
            #expect(answer.errors == "")
        }
    }

    @Test func `The documentation lists the keys and verbs of the tool`() async throws {
        let text = try String(contentsOf: Self.repository.appendingPathComponent(Self.page), encoding: .utf8)
        let style = TextStyle(isOn: false)
        for list in [DebugKey.list(style: style), DebugVerb.list(style: style)] {
            #expect(text.contains("```\n\(list.joined(separator: "\n"))\n```"), "\(list.joined(separator: "\n"))")
        }
    }

    @Test func `A script continues after a malformed line and ends with status 2`() async throws {
        try await Counting.session { folder in
            let before = try folder.read("a.rewind")
            let answer = try await run("stpe\ngoto 99\n# a comment\n\ngoto 3\nback 9\nquit\nstep\n", in: folder)
            #expect(answer.status == .exited(2))
            #expect(
                answer.output == """
                        40  08:53:20.040  Rename  /half 20, /isOdd false, /n 40, … 1 more
                    (rewind) stpe
                    (rewind) goto 99
                    (rewind) # a comment
                    (rewind) goto 3
                         3  08:53:20.003  Count  /isOdd true, /n 3
                    (rewind) back 9
                    No more reverse-execution history.
                         0  (first state)
                    (rewind) quit

                    """
            )
            #expect(
                answer.errors.hasPrefix("Error: No verb stpe.\nHint: Did you mean step?\nError: 99 is past the end")
            )
            #expect(try folder.read("a.rewind") == before)
        }
    }

    @Test func `The debugger starts at a REF, in UTC if requested`() async throws {
        try await Counting.session { folder in
            let script = "echo when | TZ=Asia/Tokyo \"$REWIND\" debug 12 --utc"
            let answer = try await Tool.shell(script, in: folder)
            #expect(answer.errors == "Note: using a.rewind.\n" && answer.status == .exited(0))
            #expect(answer.lines.first == "    12  08:53:20.012  Count  /half 6, /isOdd false, /n 12")
        }
    }

    @Test func `The end of the input ends the prompt, and a file that is not a session is an error`() async throws {
        try await Counting.session { folder in
            #expect(try await run("", in: folder).status == .exited(0))
            #expect(try await run("step", "b.rewind", in: folder).status == .exited(2))
            let endless =
                "watch (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(x) FROM n)\nrc\n"
            try folder.write(Data(endless.utf8), to: "endless")
            // Ctrl-C is handled from the first line on.
            let script = """
                "$REWIND" debug a.rewind < endless > out & tool=$!
                until grep -q 'Watch 1' out; do sleep 0.02; done
                kill -INT $tool; wait $tool; echo "status $?"
                """
            #expect(try await Tool.shell(script, in: folder).output.hasSuffix("status 130\n"))
        }
    }

    @Test func `A search wraps around at both ends, and says so`() async throws {
        try await Counting.session { folder in
            let script = "search name 2\nsearch\nreverse-search name 3\nsearch nowhere\ncontinue\nbreak Count\nc\n"
            let answer = try await run(script, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output.contains("(rewind) search name 2\n(search wrapped)\n"))
            #expect(answer.output.contains("(rewind) search\n(search wrapped)\n"))
            #expect(answer.output.contains("(rewind) reverse-search name 3\n(search wrapped)\n"))
            #expect(answer.output.contains("(rewind) continue\nNo more reverse-execution history.\n"))
            #expect(answer.output.contains("(rewind) c\nNo later stop. `reverse-continue` runs back.\n"))
            #expect(answer.errors.hasPrefix("Note: \"nowhere\" is not in the session.\n"))
        }
    }

    @Test func `A test with long values has a file with them beside it`() async throws {
        try await DemoSession.copied { folder in
            let answer = try await run("export LongTests.swift 1\n", in: folder)
            #expect(answer.errors == "" && answer.output.contains(" actions, with LongTests.json\n"))
            #expect(try folder.read("LongTests.swift").count < 50_000)
            #expect(try folder.read("LongTests.json").count > 50_000)
        }
    }

    @Test func `In a list, the selected action and the cursor have their own marks`() async throws {
        try await DemoSession.copied { folder in
            _ = try await Tool.run("goto", "a.rewind", "65", in: folder)
            let answer = try await run("goto 63\nlist\n", in: folder)
            #expect(answer.lines.filter { $0.hasPrefix("»") }.count == 1 && answer.output.contains("\n»   63  "))
            #expect(answer.lines.filter { $0.hasPrefix(">") }.count == 1 && answer.output.contains("\n>   65  "))
        }
    }

    @Test func `A dispatch adds an action at the current position, like the command`() async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            try folder.write(try folder.read("a.rewind"), to: "b.rewind")
            let script = "goto 12\ndispatch LoadingAction {\"isLoading\":true}\nprint /loading/isLoading\nback\nwhen\n"
            let answer = try await run(script, in: folder)
            #expect(answer.status == .exited(0) && answer.errors == "")
            #expect(answer.output.contains("\ncursor \(last) → \(last + 1), on a branch from 12\n"))
            #expect(answer.output.contains("(rewind) print /loading/isLoading\ntrue\n"))
            #expect(answer.output.contains("(rewind) when\n    12  "))
            let action = #"{"type":"LoadingAction","payload":{"isLoading":true}}"#
            #expect(try await Tool.run("dispatch", "b.rewind", action, "--at", "12", in: folder).status == .exited(0))
            for arguments in [["show", "FILE", "end", "--json"], ["diff", "FILE", "end", "--json"]] {
                var outputs: [String] = []
                for file in ["a.rewind", "b.rewind"] {
                    outputs.append(try await Tool.run(arguments.map { $0 == "FILE" ? file : $0 }, in: folder).output)
                }
                #expect(outputs[0] == outputs[1])
            }
            #expect(try await Tool.run("verify", "a.rewind", in: folder).status == .exited(0))
        }
    }

    @Test(arguments: [
        ("dispatch", "dispatch needs a TYPE."), ("dispatch Nope", "No registered action type is named Nope."),
        ("dispatch LoadingAction {", "\"LoadingAction {\" is not an action."),
        ("dispatch LoadingAction {}", "The LoadingAction given for"),
        ("dispatch {\"payload\":{}}", "\"{\"payload\":{}}\" is not an action."),
    ]) func `An impossible dispatch leaves the session unchanged`(line: String, error: String) async throws {
        try await DemoSession.copied { folder in
            let before = try folder.read("a.rewind")
            let answer = try await run("\(line)\nwhen\n", in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.errors.hasPrefix("Error: \(error)"), "\(answer.errors)")
            #expect(answer.errors.contains("\nHint: "))
            #expect(try folder.read("a.rewind") == before)
        }
    }

    @Test func `A prompt that waits lets other processes write, and sees what they wrote`() async throws {
        try await Counting.session { folder in
            let script = """
                { echo when; sleep 0.5; "$REWIND" bookmark a.rewind here 7 > bookmark; echo 'goto :here'; } |
                  "$REWIND" debug a.rewind
                """
            let answer = try await Tool.shell(script, in: folder)
            #expect(answer.status == .exited(0) && answer.errors == "")
            #expect(answer.output.contains("(rewind) goto :here\n     7  "))
            #expect(try String(decoding: folder.read("bookmark"), as: UTF8.self).contains(":here"))
        }
    }

    @Test func `Setting a bookmark writes nothing else`() async throws {
        try await Counting.session { folder in
            let answer = try await run("goto 7\nbookmark here\nbookmark here\ngoto :here\n", in: folder)
            #expect(
                answer.output.hasSuffix(
                    "(rewind) goto :here\n     7  08:53:20.007  Count  (:here)  /isOdd true, /n 7\n"
                )
            )
            #expect(answer.errors.hasPrefix("Error: Bookmark :here already exists, at 7."))
            #expect(try await Tool.run("bookmark", "a.rewind", in: folder).output == ":here  7\n")
            #expect(try folder.files().keys.sorted() == ["a.rewind", "script"])
        }
    }
}
