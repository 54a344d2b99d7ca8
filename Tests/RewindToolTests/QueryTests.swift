import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// `log`, `show` and `diff`, compared with the whole log.
@Suite(.timeLimit(.minutes(10))) struct QueryTests {
    @Test func `A log has the matching actions in the requested order`() async throws {
        try await DemoSession.copied { folder in
            func seqs(_ options: String...) async throws -> [Int] {
                let answer = try await Tool.run(["log", "a.rewind", "--json"] + options, in: folder)
                #expect([.exited(0), .exited(1)].contains(answer.status))
                return try JSON.lines(answer.output).compactMap { $0["seq"] as? Int }
            }
            let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
            func seqs(where isWanted: ([String: Any]) -> Bool) -> [Int] {
                log.filter(isWanted).compactMap { $0["seq"] as? Int }
            }
            func type(_ action: [String: Any]) -> String { action["type"] as? String ?? "" }
            func paths(_ action: [String: Any]) -> [String] {
                (action["patch"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
            }
            let last = try await DemoSession.actionCount

            #expect(try await seqs("--type", "LoadingAction") == seqs { type($0) == "LoadingAction" })
            #expect(try await seqs("--type", "*Stock*") == seqs { type($0).contains("Stock") })
            #expect(try await seqs("--type", "?ome*") == seqs { type($0).hasPrefix("Home") })
            #expect(
                try await seqs("--type", "Push*", "--type", "Pop*")
                    == seqs { type($0).hasPrefix("Push") || type($0).hasPrefix("Pop") }
            )
            #expect(
                try await seqs("--type", "*Action", "--type", "!Push*")
                    == seqs { type($0).hasSuffix("Action") && !type($0).hasPrefix("Push") }
            )
            #expect(try await seqs("--around", "63", "-n", "5") == [61, 62, 63, 64, 65])
            #expect(try await seqs("--status", "trouble") == [67])
            #expect(try await seqs("--status", "done") == seqs { $0["seq"] as? Int != 67 })
            #expect(try await seqs("--type", "Nonsense").isEmpty)
            #expect(try await seqs("--type", "loadingAction").isEmpty)
            let nothing = try await Tool.run("log", "a.rewind", "--type", "Nonsense", in: folder)
            #expect(nothing.status == .exited(1))
            #expect(nothing.output == "")
            #expect(nothing.errors == "Note: no action matches.\n")
            let none = try await Tool.run("log", "a.rewind", "--type", "Nonsense", "--json", in: folder)
            #expect(none.status == .exited(1) && none.output == "")
            #expect(try await seqs("--reverse") == Array((1...last).reversed()))
            #expect(try await seqs("--limit", "3") == [last - 2, last - 1, last])
            #expect(try await seqs("--limit", "2", "10..20") == [19, 20])
            #expect(try await seqs("--limit", "3", "--reverse") == [last, last - 1, last - 2])
            #expect(try await seqs("--limit", "\(last + 1)") == Array(1...last))
            let loading = seqs { paths($0).contains { ["", "/loading", "/loading/isLoading"].contains($0) } }
            #expect(loading.count > 10)
            #expect(try await seqs("/loading/isLoading") == loading)
            let home = seqs { paths($0).contains { $0.isEmpty || $0 == "/home" || $0.hasPrefix("/home/") } }
            #expect(try await seqs("/home") == home)
            #expect(try await seqs("") == seqs { !paths($0).isEmpty })
            let both = try await seqs("/home", "--type", "HomeRefresh*", "--reverse", "--limit", "1")
            #expect(both == [try #require(seqs { type($0).hasPrefix("HomeRefresh") && !paths($0).isEmpty }.last)])
        }
    }

    private static let points: [(points: [String], from: Int?, to: Int?)] = [
        (["11", "12"], 11, 12),
        (["12"], 11, 12),
        (["12", "3"], 12, 3),
        (["start", "end"], 0, nil),
        (["cursor", "cursor~10"], nil, -10),
        ([], -1, nil),
        (["20", "60", "/articleDetail"], 20, 60),
    ]

    @Test(arguments: points)
    func `The patch of diff leads from one state to the other`(points: [String], from: Int?, to: Int?) async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            func state(_ seq: Int?) async throws -> Tree {
                let seq = seq.map { $0 < 0 ? last + $0 : $0 } ?? last
                return try Tree(parsing: try await Tool.run("show", "a.rewind", "\(seq)", "--json", in: folder).output)
            }
            let answer = try await Tool.run(["diff", "a.rewind"] + points + ["--format", "patch"], in: folder)
            #expect(answer.status == .exited(0))
            let patch = try Patch(tree: try Tree(parsing: answer.output))
            let (old, new) = (try await state(from), try await state(to))
            let pointer = try Pointer(parsing: points.last?.hasPrefix("/") == true ? points.last ?? "" : "")
            #expect(try old.applying(patch)[pointer] == new[pointer])
            if pointer != .root { #expect(patch.pointers.allSatisfy(pointer.isPrefix)) }
        }
    }

    @Test func `Changes are counted by the bytes of a slice's name`() async throws {
        let folder = TemporaryFolder()
        let states: [Tree] = [
            ["\u{e9}": [0, 1], "e\u{301}": 0, "": [0, 1]], ["\u{e9}": [2, 3], "e\u{301}": 1, "": [2, 3]], [],
        ]
        try BranchingSession(states: states).write(to: folder.file("a.rewind"))
        func stat(_ seq: String, _ options: String...) async throws -> String {
            try await Tool.run(["diff", "a.rewind", seq, "--stat"] + options, in: folder).output
        }
        #expect(try await stat("1") == "\"\"  2 changes\n\u{e9}  2 changes\ne\u{301}  1 change\n")
        #expect(try await stat("2") == "(root)  1 change\n")
        let json = try Tree(parsing: try await stat("1", "--json"))
        #expect(json[["slices"]] == ["\u{e9}": 2, "e\u{301}": 1, "": 2])
    }

    @Test func `The status of diff reports differences on request`() async throws {
        try await DemoSession.copied { folder in
            let table: [(points: [String], status: Int32)] = [
                (["11", "12"], 1), (["12", "12"], 0), (["20", "21", "/home"], 0),
            ]
            for (points, status) in table {
                for options in [[], ["--format", "patch"], ["--stat"]] {
                    let arguments = ["diff", "a.rewind"] + points + options
                    let silent = try await Tool.run(arguments, in: folder)
                    #expect(silent.status == .exited(0), "\(arguments)")
                    let asked = try await Tool.run(arguments + ["--exit-code"], in: folder)
                    #expect(asked.status == .exited(status), "\(arguments)")
                    #expect(asked.output == silent.output, "\(arguments)")
                }
            }
        }
    }

    @Test func `A limited history has the last writes, and that of an element says so`() async throws {
        try await DemoSession.copied { folder in
            func history(_ arguments: String...) async throws -> Tool.Answer {
                try await Tool.run(["history", "a.rewind"] + arguments, in: folder)
            }
            let all = try await history("/loading").lines
            #expect(try await history("/loading", "-n", "3").lines == all.suffix(3))
            #expect(try await history("/loading", "-n", "3", "--reverse").lines.count == 3)
            let element = try await history("/navigation/stack/1")
            #expect(element.errors.hasSuffix("its array:\n  rewind history a.rewind /navigation/stack\n"))
            #expect(try await history("/navigation/stack").errors == "")
        }
    }

    @Test(arguments: [[], ["--reverse"]])
    func `A value without writes is distinguished from one that never existed`(options: [String]) async throws {
        try await Counting.session { folder in
            func errors(_ arguments: String...) async throws -> Substring? {
                let answer = try await Tool.run(["history", "a.rewind"] + arguments + options, in: folder)
                #expect(answer.status == .exited(1))
                #expect(answer.output == "")
                return answer.errors.split(separator: "\n").first
            }
            let unwritten = try await errors("/names", "11..15")
            #expect(unwritten == "Note: No action from 11 to 15 wrote /names.")
            let absent = try await errors("/names/1", "11..15")
            #expect(absent == "Note: No state up to 15 has a value at /names/1.")
        }
    }

    @Test func `The cursor moves by undo, redo and goto, and stays where there is no way`() async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            let steps: [(arguments: [String], status: Int32, cursor: Int)] = [
                (["undo"], 0, last - 1), (["undo", "-n", "2"], 0, last - 3), (["redo"], 0, last - 2),
                (["redo", "-n", "99999"], 0, last), (["redo"], 1, last), (["undo", "-n", "99999"], 0, 0),
                (["undo"], 1, 0), (["redo", "--branch", "1"], 0, 1), (["redo", "--branch", "9"], 2, 1),
                (["goto", "40"], 0, 40), (["goto", "cursor~4"], 0, 36), (["goto", "99999"], 2, 36),
                (["goto", "start"], 0, 0), (["goto", "end~1"], 0, last - 1),
            ]
            for (number, (arguments, status, cursor)) in steps.enumerated() {
                var arguments = arguments
                arguments.insert("a.rewind", at: 1)
                #expect(try await Tool.run(arguments, in: folder).status == .exited(status), "\(arguments)")
                if number.isMultiple(of: Thoroughness.count(3, orInFull: 1)) {
                    // Without a REF, show uses the cursor.
                    let shown = try await Tool.run("show", "a.rewind", "--json", in: folder).output
                    let wanted = try await Tool.run("show", "a.rewind", "\(cursor)", "--json", in: folder).output
                    #expect(shown == wanted, "\(arguments)")
                }
                let back = try await Tool.run("goto", "a.rewind", "cursor", "--json", in: folder)
                #expect(try JSON.object(back.output)["to"] as? Int == cursor, "\(arguments)")
            }
            #expect(try await Tool.run("verify", "a.rewind", in: folder).output.hasPrefix("ok: \(last) actions, "))
        }
    }
}
