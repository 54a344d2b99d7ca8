import Foundation
import Subprocess
import TestSupport
import Testing

/// The JSON that the commands print, compared with its schema.
@Suite(.timeLimit(.minutes(10))) struct JSONOutputTests {
    /// The commands, each with the name of its definition. `b.rewind` has one action less, `c.rewind` a crash,
    /// `e.rewind` effects.
    private static let table: [(name: String, command: String)] = [
        ("ls", "ls"),
        ("log", "log a.rewind"), ("log", "log a.rewind -n 3 --reverse"), ("log", "log c.rewind --status trouble"),
        ("show", "show a.rewind 12"), ("show", "show a.rewind 12 /home/pageNumber"),
        ("show --action", "show a.rewind 12 --action"),
        ("screen", "screen a.rewind 12"),
        ("diff", "diff a.rewind 3 60"), ("diff --stat", "diff a.rewind 3 60 --stat"),
        ("diff --format patch", "diff a.rewind 3 60 --format patch"),
        ("stats", "stats a.rewind"), ("stats", "stats c.rewind"), ("stats", "stats e.rewind"),
        ("effects", "effects e.rewind --notes"), ("effects", "effects e.rewind --failed --slow 1s"),
        ("show effect", "show e.rewind effect:2"), ("show effect", "show e.rewind effect:6"),
        ("show --action", "show e.rewind 4 --action"), ("log", "log e.rewind"), ("search", "search e.rewind a1"),
        ("why", "why e.rewind 4"), ("why", "why e.rewind /detail/error"), ("why", "why e.rewind effect:6"),
        ("why", "why e.rewind /detail/error 1"), ("why", "why a.rewind"), ("why", "why e.rewind 4 -n 2"),
        ("bookmark", "bookmark a.rewind here 12 --note text"), ("bookmark", "bookmark a.rewind"),
        ("bookmark", "bookmark a.rewind here --delete"),
        ("blame", "blame a.rewind /home/pageNumber"), ("blame", "blame a.rewind /loading"),
        ("blame", "blame a.rewind ''"),
        ("history", "history a.rewind /home/pageNumber"), ("history", "history a.rewind /articleDetail"),
        ("search", "search a.rewind article"), ("search", "search a.rewind ArticleClient --in origin -n 2"),
        ("watch", "watch a.rewind --where \"at('/home/pageNumber') > 1\""),
        ("watch --count", "watch a.rewind --where \"at('/home/pageNumber') > 1\" --count"),
        ("bisect", "bisect a.rewind -- sh -c 'test $REWIND_SEQ -lt 9'"),
        (
            "bisect",
            "bisect a.rewind --good 3 --bad 9 -- sh -c 'case $REWIND_SEQ in 3) ;; 9) exit 1;; *) exit 125; esac'"
        ),
        ("compare", "compare a.rewind a.rewind"), ("compare", "compare a.rewind b.rewind --all --end"),
        ("compare", "compare a.rewind c.rewind"),
        ("sql", "sql a.rewind \"SELECT * FROM log LIMIT 2\""),
        ("replay", "replay a.rewind --verify"), ("replay --check", "replay a.rewind --check"),
        ("replay", "replay c.rewind"),
        ("replay --skip", "replay a.rewind --skip 9"), ("replay --skip", "replay a.rewind --skip 9 -o d.rewind"),
        ("replay --each", "replay a.rewind --skip 9 --each"),
        ("export test", "export test a.rewind 3..5"),
        ("export test", "export test a.rewind 3..5 -o t.swift"),
        ("export html", "export html a.rewind 3..5 -o p.html"),
        ("export story", "export story a.rewind 3 5 -o s.html"),
        ("export devtools", "export devtools a.rewind -o lifted.json"),
        ("import", "import lifted.json -o imported.rewind"),
        ("undo", "undo a.rewind -n 3"), ("redo", "redo a.rewind"), ("goto", "goto a.rewind 12"),
        ("dispatch", #"dispatch a.rewind '{"type":"LoadingAction","payload":{"isLoading":true}}'"#),
        ("cut", "cut a.rewind 3..9 -o cut.rewind"),
        ("verify", "verify a.rewind"), ("verify --rebuild", "verify a.rewind --rebuild"),
        ("verify --repair", "verify a.rewind --repair -o r.rewind"),
        ("prune", "prune a.rewind --actions 1 --dry-run"),
        ("scrub", "scrub a.rewind --key id -o scrubbed.rewind"), ("scrub", "scrub a.rewind /home/pageNumber --dry-run"),
        ("demo", "demo --actions 50 -o w.rewind"), ("demo --crash", "demo --crash -o x.rewind"),
    ]

    @Test func `The answer of every command has the form that its schema describes`() async throws {
        let schema = try JSONSchema.answers()
        try await DemoSession.copied { folder in
            _ = try await Tool.run("replay", "a.rewind", "--skip", "9", "-o", "b.rewind", in: folder)
            _ = try await Tool.run("demo", "--crash", "-o", "c.rewind", in: folder)
            try CausedSession.write(to: folder.file("e.rewind"))
            for (name, command) in Self.table {
                let arguments = command.split(separator: " -- ", maxSplits: 1)
                let line = "\"$REWIND\" \(arguments[0]) --json" + arguments.dropFirst().map { " -- \($0)" }.joined()
                let answer = try await Tool.shell(line, in: folder)
                #expect([.exited(0), .exited(1)].contains(answer.status), "\(command): \(answer.errors)")
                let lines = answer.lines
                #expect(!lines.isEmpty, "\(command): \(answer.errors)")
                for line in lines {
                    let value = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
                    #expect(try schema.problems(of: value, as: name) == [], "\(command): \(line.prefix(300))")
                }
            }
        }
    }

    @Test func `A command moves the app that records the session, and its answer has the form of travel`() async throws
    {
        let schema = try JSONSchema.answers()
        let folder = TemporaryFolder()
        let script = #"""
            "$REWIND" demo --live -o live.rewind > page.txt 2>&1 & recording=$!
            until "$REWIND" travel live.rewind status > /dev/null 2>&1; do sleep 0.05; done
            for command in 'travel live.rewind status' 'undo live.rewind -n 2' 'redo live.rewind' \
                'goto live.rewind 1' 'travel live.rewind lock' 'travel live.rewind unlock'
            do "$REWIND" $command --json || echo "$command"; done
            "$REWIND" dispatch live.rewind '{"type":"LoadingAction","payload":{"isLoading":true}}' --json
            kill -INT $recording; wait $recording
            """#
        let answer = try await Tool.shell(script, in: folder)
        #expect(answer.lines.count == 7, "\(answer.output) \(answer.errors)")
        for line in answer.lines {
            let value = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
            #expect(try schema.problems(of: value, as: "travel") == [], "\(line)")
        }
        let page = String(decoding: try folder.read("page.txt"), as: UTF8.self)
        #expect(page.contains("Ctrl-C ends it.\nhttp://"))
    }

    @Test func `Every command with --json has a definition, and every definition is tested`() async throws {
        let schema = try JSONSchema.answers()
        let dump = try await Tool.run("--experimental-dump-help", in: TemporaryFolder())
        let tool = try #require(try JSON.object(dump.output)["command"] as? [String: Any])
        let tested = Set(Self.table.map(\.name) + ["travel"])
        for command in tool["subcommands"] as? [[String: Any]] ?? [] {
            guard let name = command["commandName"] as? String else { continue }
            let names = (command["arguments"] as? [[String: Any]] ?? []).flatMap {
                $0["names"] as? [[String: Any]] ?? []
            }
            guard names.contains(where: { $0["name"] as? String == "json" }), name != "debug" else { continue }
            #expect(tested.contains { $0 == name || $0.hasPrefix(name + " ") }, "\(name)")
        }
        let parts: Set = [
            "seq", "time", "duration", "pointer", "change", "ending", "action", "found", "write", "trapped", "cause",
            "effect", "span",
        ]
        #expect(schema.names.subtracting(parts) == tested)
    }
}
