import Foundation
import Subprocess
import TestSupport
import Testing

/// `import`, and `export devtools`.
@Suite(.timeLimit(.minutes(10))) struct ImportTests {
    /// An export of Redux DevTools with two actions.
    static let file = URL(fileURLWithPath: #filePath).appending(path: "../../../Fixtures/imports/redux-devtools.json")
        .standardizedFileURL

    private let example: String

    init() throws {
        example = try String(contentsOf: Self.file, encoding: .utf8)
    }

    @Test func `An export of Redux DevTools becomes a session with its name`() async throws {
        let folder = TemporaryFolder()
        try folder.write(Data(example.utf8), to: "my state.json")
        let answer = try await Tool.run("import", "my state.json", in: folder)
        #expect(
            answer.output == """
                my state.rewind: 2 actions of a Redux DevTools export

                Try next:
                  rewind log 'my state.rewind'     list the actions

                """
        )
        #expect(answer.errors == "" && answer.status == .exited(0))
        #expect(try folder.contents == ["my state.json", "my state.rewind"])
        #expect(try await Tool.run("show", "my state.rewind", "1", "/n", in: folder).output == "5\n")
        #expect(try await Tool.run("verify", "my state.rewind", in: folder).status == .exited(0))
        let stats = try await Tool.run("stats", "my state.rewind", in: folder)
        #expect(stats.output.hasPrefix("imported   Redux DevTools export\nfrom "))

        let exported = try await Tool.run("export", "devtools", "my state.rewind", in: folder)
        let (was, now) = (try JSON.object(example), try JSON.object(exported.output))
        for (key, value) in was where key != "monitorState" {
            #expect(now[key] as? NSObject == value as? NSObject, "\(key)")
        }

        let refused = try await Tool.run("import", "my state.json", in: folder)
        #expect(refused.status == .exited(2) && refused.output == "")
        #expect(refused.errors.hasPrefix("Error: my state.rewind already exists.\nHint: "))
        let forced = try await Tool.run("import", "my state.json", "--force", in: folder)
        #expect(forced.status == .exited(0))
    }

    @Test func `The log and the difference of imported states name what changed`() async throws {
        let states = [
            #"{"items":[],"total":1,"x":2,"rows":["a",{"n":1},"b",{"n":2}]}"#,
            #"{"items":["a"],"total":5,"x":2,"rows":["a",{"n":1},"b",{"n":2}]}"#,
            #"{"items":["a"],"total":5,"x":2,"rows":["z",{"n":0},"a",{"n":1},"b",{"n":9}]}"#,
        ]
        let export = """
            {"actionsById":{"0":{"action":{"type":"@@INIT"},"timestamp":0},"1":{"action":{"type":"ADD"},"timestamp":1},
            "2":{"action":{"type":"SET"},"timestamp":2}},"stagedActionIds":[0,1,2],"skippedActionIds":[],
            "currentStateIndex":2,"nextActionId":3,"computedStates":[\(states.map { "{\"state\":\($0)}" }
                .joined(separator: ","))]}
            """
        let folder = TemporaryFolder()
        try folder.write(Data(export.utf8), to: "a.json")
        #expect(try await Tool.run("import", "a.json", in: folder).status == .exited(0))
        let log = try await Tool.run("log", "a.rewind", in: folder).lines
        #expect(log.first?.hasSuffix(#"ADD  +/items/0 "a", /total 5"#) == true)
        #expect(log.last?.hasSuffix("SET  /rows [6 items]") == true)
        let diff = try await Tool.run("diff", "a.rewind", "2", in: folder)
        #expect(diff.lines.dropFirst() == ["  + 0  \"z\"", "  + 1  {\"n\":0}", "  ~ 5  {\"n\":9}", "      ~ n  2 → 9"])
        let action = try await Tool.run("show", "a.rewind", "2", "--action", in: folder)
        #expect(diff.lines.allSatisfy { action.lines.contains("  " + $0) })
    }

    @Test(arguments: ["a?b#c%20d", "%41", "-x", "a b'c"])
    func `A file with an odd name is imported, and the command that is named next works`(name: String) async throws {
        let folder = TemporaryFolder()
        try folder.write(Data(example.utf8), to: "\(name).json")
        let answer = try await Tool.run("import", "./\(name).json", in: folder)
        #expect(try folder.contents == ["\(name).json", "\(name).rewind"], "\(answer.errors)")
        let next = try #require(answer.lines.last?.firstMatch(of: /rewind (log .*?) +list the actions/)?.1)
        let log = try await Tool.shell("\"$REWIND\" \(next)", in: folder)
        #expect(log.lines.count == 2, "\(log.errors)")
        let exported = try await Tool.run(
            "export",
            "devtools",
            "./\(name).rewind",
            "-o",
            "./\(name)-2.json",
            in: folder
        )
        #expect(exported.status == .exited(0), "\(exported.errors)")
        #expect(folder.exists("\(name)-2.json"))
    }

    @Test func `The export of a session without actions says that, and what can be done`() async throws {
        let folder = TemporaryFolder()
        let lone =
            #"{"actionsById":{"0":{"type":"@@INIT"}},"stagedActionIds":[0],"computedStates":[{"state":{"n":1}}]}"#
        try folder.write(Data(lone.utf8), to: "lone.json")
        _ = try await Tool.run("import", "lone.json", in: folder)
        for format in ["devtools", "html", "test"] {
            let answer = try await Tool.run("export", format, "lone.rewind", "-o", "output", in: folder)
            #expect(answer.errors.hasPrefix("Error: The session has no actions.\nHint: Show its state:\n"), "\(format)")
        }
        #expect(try await Tool.run("show", "lone.rewind", "start", "/n", in: folder).output == "1\n")
    }

    @Test func `The report says what the file does not have, and what the session does not`() async throws {
        let folder = TemporaryFolder()
        try folder.write(Data(#"[{"type":"A"},{"type":"B"}]"#.utf8), to: "actions.json")
        let unknown = try await Tool.run("import", "actions.json", in: folder)
        #expect(
            unknown.output.hasPrefix(
                """
                actions.rewind: 2 actions of an array of actions
                2 states not in the file; a tool with the app's reducers recovers them
                the initial state is not in the file; null is in its place

                """
            )
        )
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        try folder.write(Data(#"[{"type":"A","x":"\ud83d\u001b"},{"type":"B","y":\#(deep)}]"#.utf8), to: "odd.json")
        let odd = try await Tool.run("import", "odd.json", in: folder)
        let replaced: Substring = "2 values replaced, the first at /0/x: one half of a surrogate pair"
        #expect(odd.lines.contains(replaced), "\(odd.output)")
        let other = example.replacing("\"skippedActionIds\":[]", with: "\"skippedActionIds\":[1]")
            .replacing("\"2\":{", with: "\"9\":{\"type\":\"LOST\"},\"2\":{")
        try folder.write(Data(other.utf8), to: "state.json")
        let skipped = try await Tool.run("import", "state.json", in: folder)
        #expect(
            skipped.output.hasPrefix(
                """
                state.rewind: 2 actions of a Redux DevTools export
                1 skipped action recorded as failed, without effect
                1 action left out, because no state contains the effect

                """
            )
        )
        let log = try await Tool.run("log", "state.rewind", in: folder)
        #expect(log.lines.first?.contains("ADD  failed: skipped in Redux DevTools  (no change)") == true)
    }

    @Test(arguments: [
        ("none.json", "No file none.json."), ("folder", "folder is not a regular file."),
        ("a.rewind", "a.rewind is already a session."),
        ("cut.json", "cut.json is not valid JSON: unexpected end at line 2, column 8."),
        ("text.json", "text.json is not valid JSON: unexpected x at line 1, column 2 of the text at /payload."),
        ("number.json", "number.json contains neither an object nor an array."),
        ("id.json", "id.json cannot be imported: /stagedActionIds/0 is not the id of an action in /actionsById."),
    ])
    func `A file that cannot be imported is refused with the place`(name: String, message: String) async throws {
        try await DemoSession.copied { folder in
            try folder.makeFolder("folder")
            try folder.write(Data("{\n \"a\": [".utf8), to: "cut.json")
            try folder.write(Data(#"{"payload":"[x]"}"#.utf8), to: "text.json")
            try folder.write(Data("5".utf8), to: "number.json")
            try folder.write(Data(#"{"actionsById":{},"stagedActionIds":[7]}"#.utf8), to: "id.json")
            let before = try folder.files()
            let answer = try await Tool.run("import", name, "-o", "b.rewind", in: folder)
            #expect(answer.status == .exited(2) && answer.output == "")
            #expect(answer.errors.hasPrefix("Error: \(message)\nHint: "), "\(answer.errors)")
            #expect(try folder.files() == before)
        }
    }

    @Test func `Secrets in a file are masked unless they are wanted`() async throws {
        let folder = TemporaryFolder()
        let file = #"[{"type": "LOG_IN", "payload": {"name": "Ann", "password": "hunter2-hunter2"}}]"#
        try folder.write(Data(file.utf8), to: "a.json")
        for (options, hasSecret) in [([], false), (["--unmasked", "--force"], true)] {
            let answer = try await Tool.run(["import", "a.json"] + options, in: folder)
            #expect(answer.status == .exited(0), "\(answer.errors)")
            let bytes = try folder.read("a.rewind")
            #expect((bytes.range(of: Data("hunter2".utf8)) != nil) == hasSecret)
            #expect(bytes.range(of: Data("Ann".utf8)) != nil)
        }
    }

    @Test func `Every command works with an imported session, and recovers the states that the file lacks`()
        async throws
    {
        let folder = TemporaryFolder()
        // A recording of ReSwift-Recorder has no initial state, and the reducers begin in Japanese.
        _ = try await Tool.run("demo", "--language", "ja", "--actions", "60", "-o", "a.rewind", in: folder)
        let export = try await Tool.run("export", "devtools", "a.rewind", "-o", "a.json", in: folder)
        #expect(export.output.hasPrefix("a.json: 60 actions, "), "\(export.errors)")
        var lifted = try JSON.object(String(decoding: try folder.read("a.json"), as: UTF8.self))
        lifted["computedStates"] = [Any]()
        try folder.write(try JSONSerialization.data(withJSONObject: lifted), to: "c.json")
        for name in ["a.json", "c.json"] {
            let output = name == "a.json" ? "b.rewind" : "c.rewind"
            #expect(try await Tool.run("import", name, "--unmasked", "-o", output, in: folder).status == .exited(0))
            #expect(try await Tool.run("verify", output, in: folder).status == .exited(0))
        }
        let same = try await Tool.run("compare", "a.rewind", "b.rewind", in: folder)
        #expect(same.status == .exited(0), "\(same.output)")
        let recovered = try await Tool.run("compare", "a.rewind", "c.rewind", in: folder)
        #expect(recovered.status == .exited(0), "\(recovered.output)")
        #expect(recovered.errors.contains("recovered by re-running 60 actions"), "\(recovered.errors)")

        // The same actions as ReSwift-Recorder writes them: the reducers start without a state.
        let byId = try #require(lifted["actionsById"] as? [String: [String: Any]])
        let recorded = try (1...60).map { id -> [String: Any] in
            let action = try #require(byId["\(id)"]?["action"] as? [String: Any])
            let at = try #require(byId["\(id)"]?["timestamp"] as? Double)
            let own = ["type": action["type"] ?? "", "payload": action["payload"] ?? [:], "isTypedAction": true]
            return ["action": own, "timestamp": at / 1_000 - 978_307_200]
        }
        try folder.write(try JSONSerialization.data(withJSONObject: recorded), to: "recording.json")
        #expect(try await Tool.run("import", "recording.json", "--unmasked", in: folder).status == .exited(0))
        let rerun = try await Tool.run("compare", "a.rewind", "recording.rewind", in: folder)
        #expect(rerun.status == .exited(0), "\(rerun.output)")

        for arguments in [
            ["show", "30"], ["show", "12", "/home/pageNumber"], ["show", "12", "--action"], ["screen", "30"],
            ["diff", "10", "50"], ["diff", "50", "--format", "patch"], ["blame", "/home", "50"],
            ["history", "/home/pageNumber"], ["search", "article", "-n", "3"],
            ["watch", "--where", "at('/home/pageNumber') > 1"],
            ["bisect", "--", "sh", "-c", "test $REWIND_SEQ -lt 21"],
            ["sql", "SELECT state(50, '/home/pageNumber')"], ["replay", "--verify"], ["replay", "--skip", "9"],
            ["export", "test", "3..5"],
            ["log"], ["stats"], ["undo", "-n", "3"], ["redo"], ["goto", "12"], ["bookmark", "here", "12"],
            ["dispatch", #"{"type":"LoadingAction","payload":{"isLoading":true}}"#],
            ["cut", "20..40", "-o", "cut.rewind", "--force"], ["export", "html", "3..5", "-o", "page.html", "--force"],
            ["scrub", "/home/pageNumber", "--dry-run"], ["prune", "--actions", "10", "--dry-run"],
            ["verify", "--rebuild"], ["replay", "--check"],
        ] {
            let answers = try await Thoroughness.first(2, of: ["a.rewind", "c.rewind", "b.rewind"]).asyncMap { file in
                try await Tool.run([arguments[0], file] + arguments.dropFirst(), in: folder)
            }
            for answer in answers.dropFirst() {
                // A part cannot begin with an unknown state.
                let isRefused = arguments[0] == "cut" && answer.status == .exited(2)
                #expect(isRefused || answer.status == answers[0].status, "\(arguments): \(answer.errors)")
                if isRefused { #expect(answer.errors == answers[1].errors) }
                guard !arguments.contains("--action"), ["show", "screen", "diff", "blame"].contains(arguments[0])
                else { continue }
                #expect(answer.output == answers[0].output, "\(arguments)")
            }
        }
        let debug = try await Tool.shell("echo 'goto 12' | \"$REWIND\" debug c.rewind", in: folder)
        #expect(debug.status == .exited(0), "\(debug.errors)")
    }

    @Test func `What the exported file does not contain is noted`() async throws {
        try await DemoSession.copied { folder in
            let answer = try await Tool.run("export", "devtools", "a.rewind", "-o", "a.json", in: folder)
            #expect(answer.status == .exited(0))
            #expect(
                answer.errors.contains(
                    #/^Note: the file does not contain \d+ actions of other branches, 1 bookmark, and 58 effects\.\n$/#
                ),
                "\(answer.errors)"
            )
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
