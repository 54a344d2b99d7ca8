import Foundation
import Subprocess
import TestSupport
import Testing

/// The common grammar of all commands: session, actions, order.
@Suite(.timeLimit(.minutes(10))) struct GrammarTests {
    @Test func `The session can be omitted if there is only one`() async throws {
        try await DemoSession.copied { folder in
            let whole = try await Tool.run("show", "a.rewind", "12", "/home/pageNumber", in: folder)
            for arguments in [
                ["12", "/home/pageNumber"], ["/home/pageNumber", "12"], ["--color", "never", "12", "/home/pageNumber"],
            ] {
                let answer = try await Tool.run(["show"] + arguments, in: folder)
                #expect(answer.output == whole.output)
                #expect(answer.errors == "Note: using a.rewind.\n")
            }
            for arguments in [
                ["search", "http_500"], ["goto", "12"], ["log"], ["sql", "SELECT 1"], ["history", "/home", "1..9"],
            ] {
                let answer = try await Tool.run(arguments, in: folder)
                #expect(answer.status == .exited(0), "\(arguments): \(answer.errors)")
            }
            try folder.write(try folder.read("a.rewind"), to: "b.rewind")
            let answer = try await Tool.run("log", in: folder)
            #expect(answer.status == .exited(64))
            #expect(
                answer.errors.hasPrefix("Error: No session given, and this folder has 2: a.rewind, b.rewind.")
            )
            let chosen = try await Tool.run("stats", in: folder, environment: ["REWIND_SESSION": "b.rewind"])
            #expect(chosen.status == .exited(0))
            #expect(chosen.errors == "Note: using b.rewind.\n")
        }
        let folder = TemporaryFolder()
        let answer = try await Tool.run("log", in: folder)
        #expect(answer.status == .exited(64))
        #expect(answer.errors.hasPrefix("Error: No session given, and this folder has no *.rewind."))
    }

    private static let spellings = [
        ("log a.rewind -3..", "log a.rewind --limit 3"), ("log a.rewind -3..", "log a.rewind end~2..end"),
        ("log a.rewind 8..9 --reverse", "log a.rewind ..9 --reverse -n2"),
        ("log a.rewind /loading 3..9", "log a.rewind 3..9 /loading"),
        ("diff a.rewind 59..63", "diff a.rewind 59 63"), ("diff a.rewind /home 5 9", "diff a.rewind 5 9 /home"),
        ("show a.rewind -1", "show a.rewind end"), ("show a.rewind /home 5+4", "show a.rewind 9 /home"),
        ("show a.rewind @ArticleDetailErrorAction", "show a.rewind 63"),
        ("blame a.rewind 63 /loading", "blame a.rewind /loading 63"),
        ("history a.rewind /loading 60..70", "history a.rewind 60..70 /loading"),
        ("search a.rewind stock 60..83", "search a.rewind stock 60.."),
        ("log a.rewind -n 3", "log a.rewind --limit 3"),
        ("log a.rewind :error~1h..:error", "log a.rewind ..:error"),
        ("diff a.rewind :error~1h..:error", "diff a.rewind start :error"),
        ("show a.rewind :error~0s", "show a.rewind :error"),
        ("watch a.rewind 60.. at('/home/pageNumber')=1", "watch a.rewind --where at('/home/pageNumber')=1 60.."),
        ("watch a.rewind -1<at('/home/pageNumber')-2", "watch a.rewind at('/home/pageNumber')>1"),
        ("watch a.rewind /loading", "watch a.rewind --where at('/loading')IS\u{9}NOT\u{9}was('/loading')"),
        ("export test a.rewind 3 -o -", "export test a.rewind 3..3"),
    ]

    @Test(arguments: Thoroughness.every(2, of: spellings))
    func `Several spellings have the same meaning`(one: String, other: String) async throws {
        try await DemoSession.copied { folder in
            let answers = try await [
                Tool.run(one.split(separator: " ").map(String.init), in: folder),
                Tool.run(other.split(separator: " ").map(String.init), in: folder),
            ]
            #expect(answers[0].status == .exited(0), "\(answers[0].errors)")
            #expect(!answers[0].output.isEmpty)
            #expect(answers[0].output == answers[1].output)
        }
    }

    @Test func `What is given in place of an omitted session is told from it`() async throws {
        try await DemoSession.copied { folder in
            for name in ["12", "http_500"] { try folder.write(Data(), to: name) }
            try folder.makeFolder("other")
            try folder.write(try folder.read("a.rewind"), to: "other/b.rewind")
            for (arguments, status) in [
                (["show", "12", "/home/pageNumber"], 0), (["search", "http_500"], 0),
                (["compare", "other/b.rewind"], 0),
                (["watch", "at('/home/pageNumber') > 1"], 0), (["watch", "/loading"], 0), (["bookmark", "here"], 0),
                (["bookmark", "there", "12"], 0), (["bookmark", "here", "--delete"], 0), (["bookmark", "no/file"], 2),
                (["watch"], 64), (["watch", "1..2"], 64), (["watch", "/home", "/loading"], 64),
            ] as [([String], Int32)] {
                let answer = try await Tool.run(arguments, in: folder)
                #expect(answer.status == .exited(status), "\(arguments): \(answer.errors)")
            }
            #expect(try await Tool.run("bookmark", "a.rewind", in: folder).output.contains(":there  12\n"))
        }
    }

    @Test func `A folder is accepted where several sessions are, and other files are not`() async throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("empty")
        try folder.write(Data("text".utf8), to: "text.rewind")
        for arguments in [["inspect", "empty"], ["inspect", "."], ["mcp", "text.rewind"]] {
            let answer = try await Tool.run(arguments, in: folder)
            #expect(answer.status == .exited(2), "\(arguments)")
            #expect(answer.errors.contains(" is a folder") || answer.errors.contains(" is not a Rewind session"))
        }
        _ = try await Tool.shell("mkfifo pipe.rewind", in: folder)
        let answer = try await Tool.run("log", "pipe.rewind", in: folder)
        #expect(answer.errors.contains("pipe.rewind is not a Rewind session: "))
    }

    @Test func `Messages follow the output before them`() async throws {
        try await DemoSession.copied { folder in
            let answer = try await Tool.shell("\"$REWIND\" search a.rewind e -n 2 2>&1", in: folder)
            #expect(answer.lines.count == 3)
            #expect(answer.lines.last == "Note: only the first 2 rows; to see more, use --limit 20.")
            let all = try await Tool.run("search", "a.rewind", "http_500", "-n", "2", in: folder)
            #expect(all.lines.count == 2 && all.errors == "")
        }
    }

    @Test func `A time means the action that the log shows at it`() async throws {
        try await DemoSession.copied { folder in
            let log = try await Tool.run("log", "a.rewind", in: folder).lines
            for line in [log[5], log[40], log[70]] {
                let time = try #require(line.firstMatch(of: #/\d\d:\d\d:\d\d\.\d{3}/#)).output
                let there = log.filter { $0.contains(time) }
                // The widths of columns depend on the listed actions.
                let found = try await Tool.run("log", "a.rewind", "\(time)..\(time)", in: folder).lines
                #expect(found.map { $0.replacing(#/ +/#, with: " ") } == there.map { $0.replacing(#/ +/#, with: " ") })
                let last = try #require(there.last?.firstMatch(of: #/\d+/#)).output
                let states = try await [
                    Tool.run("show", "a.rewind", String(time), in: folder),
                    Tool.run("show", "a.rewind", String(last), in: folder),
                ]
                #expect(states[0].output == states[1].output)
            }
        }
    }

    @Test func `A log in a pipe has full times, in UTC if requested`() async throws {
        try await DemoSession.copied { folder in
            let times = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
                .compactMap { $0["at"] as? Int }
            for (zone, option, ending) in [("Asia/Tokyo", "", "+09:00"), ("Asia/Tokyo", "--utc", "+00:00")] {
                let script = "TZ=\(zone) \"$REWIND\" log a.rewind \(option)"
                let lines = try await Tool.shell(script, in: folder).lines
                #expect(lines.count == times.count)
                for (line, time) in zip(lines, times) {
                    let text = try #require(line.firstMatch(of: #/\d{4}-\S+T(\S+)\.(\d{3})(\S{6})/#))
                    #expect(text.3 == ending)
                    let date = try Date(text.0.replacing(".\(text.2)", with: ""), strategy: .iso8601)
                    #expect(Int(date.timeIntervalSince1970) * 1_000 + (Int(text.2) ?? -1) == time / 1_000)
                }
            }
        }
    }

    private static let counts = [
        ["log", "-5"], ["log", "a.rewind", "-5"], ["log", "--reverse", "-5"], ["search", "-5", "article"],
        ["search", "a.rewind", "article", "-5"], ["history", "/home/pageNumber", "-5"], ["undo", "-5"],
        ["watch", "a.rewind", "-5", "--where", "seq % 2"], ["log", "--around", "-20", "-5"],
    ]

    @Test(arguments: Thoroughness.every(2, of: counts))
    func `A number with a dash is a count where it is neither a REF nor a text`(arguments: [String]) async throws {
        try await DemoSession.copied { folder in
            try folder.write(try folder.read("a.rewind"), to: "b.rewind")
            let answer = try await Tool.run(arguments, in: folder, environment: ["REWIND_SESSION": "a.rewind"])
            let spelled = arguments.flatMap { $0 == "-5" ? ["-n", "5"] : [$0] }
                .map { $0 == "a.rewind" ? "b.rewind" : $0 }
            let other = try await Tool.run(spelled, in: folder, environment: ["REWIND_SESSION": "b.rewind"])
            #expect(answer.status == .exited(0))
            #expect(!answer.output.isEmpty)
            #expect(answer.output == other.output)
        }
    }

    @Test func `A folder in place of a session is reported as one`() async throws {
        let folder = TemporaryFolder()
        for arguments in [["log"], ["show"], ["history"], ["history", "/n"]] {
            let answer = try await Tool.run([arguments[0], "/tmp"] + arguments.dropFirst(), in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.errors.hasPrefix("Error: /tmp is a folder, not a session file.\n"), "\(answer.errors)")
        }
        try await Counting.session { folder in
            let answer = try await Tool.run("log", "/tmp", in: folder)
            #expect(answer.errors.hasSuffix("Hint: /tmp is a folder; list its sessions:\n  rewind ls /tmp\n"))
        }
    }

    @Test(arguments: [
        ["log", "a.rewind", "--type", "nope"], ["search", "a.rewind", "nope"],
        ["search", "a.rewind", "--regex", "no+pe"], ["history", "a.rewind", "/names", "11..15"],
        ["watch", "a.rewind", "--where", "0"],
    ])
    func `A question without a hit ends with status 1 and a note`(arguments: [String]) async throws {
        try await Counting.session { folder in
            for option in [[], ["--json"]] {
                let answer = try await Tool.run(arguments + option, in: folder)
                #expect(answer.status == .exited(1))
                #expect(answer.output == "")
                #expect(answer.errors.hasPrefix("Note: ") && !answer.errors.contains("Error"), "\(answer.errors)")
            }
        }
    }

    @Test func `A duration before a point is measured by the clock`() async throws {
        try await DemoSession.copied { folder in
            let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
            let times = log.compactMap { $0["at"] as? Int }
            let marks = try JSON.lines(try await Tool.run("bookmark", "a.rewind", "--json", in: folder).output)
            let error = try #require(marks.first { $0["name"] as? String == "error" }?["seq"] as? Int)
            let answer = try await Tool.run("log", "a.rewind", ":error~10s..:error", "--json", in: folder)
            let expected = (1...error).filter { times[$0 - 1] >= times[error - 1] - 10_000_000 }
            #expect(try JSON.lines(answer.output).compactMap { $0["seq"] as? Int } == expected)
            let far = try await Tool.run("show", "a.rewind", "end+1h", in: folder)
            #expect(far.status == .exited(2))
            #expect(far.errors.hasPrefix("Error: end+1h is outside the recording, which is from "))
        }
    }

    @Test func `Fewer steps than requested are reported`() async throws {
        try await DemoSession.copied { folder in
            let undo = try await Tool.run("undo", "a.rewind", "-n", "100", in: folder)
            // Five actions are on another branch.
            let steps = try await DemoSession.actionCount - 5
            #expect(undo.status == .exited(0))
            #expect(undo.errors == "Note: only \(steps) steps to undo.\n")
            let redo = try await Tool.run("redo", "a.rewind", "-n", "99", in: folder)
            #expect(redo.errors == "Note: only \(steps) steps to redo.\n")
            #expect(try await Tool.run("undo", "a.rewind", "-n", "\(steps)", in: folder).errors == "")
        }
    }

    @Test func `A dry run removes nothing, and pruning lists the removed bookmarks`() async throws {
        try await Counting.session(2_000) { folder in
            _ = try await Tool.run("bookmark", "a.rewind", "early", "3", in: folder)
            let before = try folder.files()
            let dry = try await Tool.run("prune", "a.rewind", "--actions", "300", "--dry-run", in: folder)
            #expect(dry.output.hasPrefix("would prune "))
            #expect(dry.output.contains("\nwould delete the bookmarks on them: :early\n"))
            #expect(try folder.files() == before)
            let scrub = try await Tool.run("scrub", "a.rewind", "--matching", "Count.*", "--dry-run", in: folder)
            #expect([.exited(0), .exited(1)].contains(scrub.status))
            #expect(try folder.files() == before)
            let real = try await Tool.run("prune", "a.rewind", "--actions", "300", in: folder)
            let said = dry.output.replacing("would prune", with: "pruned").replacing("would delete", with: "deleted")
            #expect(real.output.replacing(/: \d+ bytes instead of \d+/, with: "") == said)
            #expect(real.output != said)
        }
    }
}
