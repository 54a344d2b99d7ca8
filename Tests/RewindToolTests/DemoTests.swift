import Foundation
import Subprocess
import Testing

@Suite(.timeLimit(.minutes(10))) struct DemoTests {
    @Test func `A file that is there is overwritten only with --force`() async throws {
        try await DemoSession.copied { folder in
            let before = try folder.contents()
            let refused = try await Tool.run("demo", "--output", "a.rewind", "--actions", "30", in: folder)
            #expect(refused.status == .exited(2))
            #expect(try folder.contents() == before)
            let forced = try await Tool.run("demo", "--output", "a.rewind", "--actions", "30", "--force", in: folder)
            #expect(forced.status == .exited(0))
            #expect(try await Tool.run("log", "a.rewind", in: folder).lines.count == 30)
            #expect(try folder.contents().keys.sorted() == ["a.rewind"])
        }
    }

    @Test func `--force makes a new file as well`() async throws {
        try await Folder.temporary { folder in
            let answer = try await Tool.run("demo", "--force", "--actions", "3", "--output", "a b", in: folder)
            #expect(answer.status == .exited(0))
            #expect(try folder.contents().keys.sorted() == ["a b"])
            // What it proposes can be done.
            let commands = answer.lines.drop { $0 != "Try next:" }.dropFirst().map {
                $0.dropFirst(2).split(separator: "     ")[0]
            }
            #expect(commands.count == 6)
            let script = commands.map { $0.replacing("rewind", with: "\"$REWIND\"", maxReplacements: 1) }
            let tried = try await Tool.shell(script.joined(separator: " && "), in: folder)
            #expect(tried.status == .exited(0))
        }
    }

    @Test(arguments: [1, 2, 3, 19, 257, 1000])
    func `A walk has exactly as many actions as were asked for`(count: Int) async throws {
        try await Folder.temporary { folder in
            let demo = try await Tool.run("demo", "--actions", "\(count)", "--output", "w.rewind", "--json", in: folder)
            #expect(try JSON.object(demo.output)["actions"] as? Int == count)
            let log = try JSON.lines(try await Tool.run("log", "w.rewind", "--json", in: folder).output)
            #expect(log.compactMap { $0["seq"] as? Int } == Array(1...count))
            let verify = try await Tool.run("verify", "w.rewind", in: folder)
            #expect(verify.output.hasPrefix(count == 1 ? "ok: 1 action, " : "ok: \(count) actions, "))
        }
    }

    @Test(arguments: ["crashSafe", "buffered", "powerSafe"])
    func `The same seed walks the same way, however durably`(durability: String) async throws {
        try await Folder.temporary { folder in
            func walk(seed: Int, _ options: String...) async throws -> [String] {
                let arguments = ["demo", "--actions", "500", "--seed", "\(seed)", "--force", "--output", "w.rewind"]
                #expect(try await Tool.run(arguments + options, in: folder).status == .exited(0))
                let log = try await Tool.run("log", "w.rewind", "--json", in: folder).output
                // All that is recorded but the times.
                return log.split(separator: "\n").map {
                    String($0).replacing(/"(at|duration)":[0-9]+,?/, with: "")
                }
            }
            let first = try await walk(seed: 7)
            #expect(first.count == 500)
            #expect(try await walk(seed: 7, "--durability", durability) == first)
            #expect(try await walk(seed: 8) != first)
        }
    }
}
