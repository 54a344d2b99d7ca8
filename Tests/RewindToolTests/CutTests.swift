import Foundation
import Subprocess
import TestSupport
import Testing

/// The output of `cut` and `replay --each`.
@Suite(.timeLimit(.minutes(10))) struct CutTests {
    @Test func `A part is a session with the same numbers and bookmarks`() async throws {
        try await Counting.session { folder in
            _ = try await Tool.run("bookmark", "a.rewind", "here", "12", "--note", "why", in: folder)
            _ = try await Tool.run("bookmark", "a.rewind", "there", "31", in: folder)
            let before = try folder.read("a.rewind")
            let cut = try await Tool.run(
                "cut",
                "a.rewind",
                "10..20",
                "--output",
                "b.rewind",
                in: folder
            )
            #expect(cut.output.hasPrefix("b.rewind: 11 actions, 1 bookmark, "))
            #expect(try folder.read("a.rewind") == before)
            #expect(try await Tool.run("verify", "b.rewind", in: folder).status == .exited(0))
            #expect(try await Tool.run("bookmark", "b.rewind", in: folder).output == ":here  12  why\n")
            for seq in ["9", "10", "20"] {
                let own = try await Tool.run("show", "b.rewind", seq, in: folder)
                #expect(own.status == .exited(0))
                #expect(try await own.output == Tool.run("show", "a.rewind", seq, in: folder).output)
            }
            #expect(try await Tool.run("show", "b.rewind", "8", in: folder).status == .exited(2))
            let json = try await Tool.run("cut", "b.rewind", "--output", "c.rewind", "--json", in: folder)
            #expect(try JSON.lines(json.output).first?["actions"] as? Int == 11)
        }
    }

    @Test(arguments: [
        ("..5", "1..5"), ("38..", "38..40"), ("start..2", "1..2"), ("end~10ms..", "30.."),
    ])
    func `A part can be given in several ways`(range: String, other: String) async throws {
        try await Counting.session { folder in
            for (arguments, output) in [(range, "b.rewind"), (other, "c.rewind")] {
                let cut = try await Tool.run(["cut", "a.rewind", arguments, "-o", output], in: folder)
                #expect(cut.status == .exited(0), "\(cut.errors)")
            }
            let logs = try await [
                Tool.run("log", "b.rewind", "--json", in: folder).output,
                Tool.run("log", "c.rewind", "--json", in: folder).output,
            ]
            #expect(logs[0] == logs[1] && !logs[0].isEmpty)
            let twice = try await Tool.run(["cut", "a.rewind", range, other, "-o", "d.rewind"], in: folder)
            #expect(twice.status == .exited(64))
        }
    }

    private static let refusals: [(arguments: [String], error: String)] = [
        (["9..4", "--output", "b.rewind"], "Error: The range ends at 4, before its start at 9."),
        (["41..", "--output", "b.rewind"], "Error: 41 is past the end of the session, 40."),
        (["start..start", "--output", "b.rewind"], "Error: The range ends at 0, before its start at 1."),
        ([":x..", "--output", "b.rewind"], "Error: No bookmark named \"x\"."),
    ]

    @Test(arguments: refusals)
    func `An impossible part is refused`(arguments: [String], error: String) async throws {
        try await Counting.session { folder in
            let before = try folder.files()
            let answer = try await Tool.run(["cut", "a.rewind"] + arguments, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.errors.split(separator: "\n").first.map(String.init) == error)
            #expect(try folder.files() == before)
        }
    }

    @Test func `A re-run with --each prints actions with other effects and differences of states`() async throws {
        let folder = try await DemoSession.folder()
        let answer = try await Tool.run("replay", "demo.rewind", "--skip", "12", "--each", in: folder)
        let lines = answer.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "12  HomeMoreArticleResultAction  skipped; states diverge")
        #expect(
            lines.dropFirst().first == "15  HomeMoreArticleResultAction  has another effect; states diverge"
        )
        let json = try await Tool.run(
            "replay",
            "demo.rewind",
            "--skip",
            "12",
            "--each",
            "--json",
            "--to",
            "14",
            in: folder
        )
        let steps = try JSON.lines(json.output)
        #expect(steps.count == 2)
        #expect(steps[0]["outcome"] as? String == "skipped" && steps[0]["apart"] is [Any])
        #expect(steps[1]["recorded_end"] as? Int == 14)
        let changes = ["--insert", #"61:{"type":"LoadingAction","payload":{"isLoading":true}}"#, "--reorder", "15:11"]
        let mixed = try await Tool.run(["replay", "demo.rewind", "--each"] + changes, in: folder).output
        let outcomes = mixed.split(separator: "\n").map(String.init)
        #expect(outcomes.contains { $0.hasPrefix("11  ") && $0.hasSuffix("  added") }, "\(mixed)")
        #expect(outcomes.contains { $0.hasPrefix("15  ") && $0.contains("  moved") }, "\(mixed)")
        #expect(outcomes.contains { $0 == "61  LoadingAction  added" }, "\(mixed)")
        for other in [["--each"], ["--each", "--skip", "12", "--output", "b.rewind"], ["--to", "12"]] {
            let refused = try await Tool.run(["replay", "demo.rewind"] + other, in: folder)
            #expect(refused.status == .exited(64), "\(other)")
        }
    }
}
