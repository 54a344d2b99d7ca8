import Foundation
import Subprocess
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct EndToEndTests {
    @Test func `The README's tour works from the first command to the last`() async throws {
        let folder = TemporaryFolder()
        func run(_ arguments: String...) async throws -> Tool.Answer {
            let answer = try await Tool.run(arguments, in: folder)
            #expect(answer.status == .exited(0), "\(arguments)")
            #expect(answer.errors == "", "\(arguments)")
            return answer
        }
        let demo = try await run("demo", "--output", "a.rewind")
        let count = try #require(demo.output.firstMatch(of: /^Recorded ([0-9]+) actions/).flatMap { Int($0.1) })
        #expect(count >= 60)
        for command in ["log", "show", "diff", "undo", "verify"] {
            #expect(demo.output.contains("rewind \(command) a.rewind"))
        }
        #expect(try folder.files().keys.sorted() == ["a.rewind"])

        let log = try await run("log", "a.rewind")
        #expect(log.lines.count == count)
        #expect(log.lines.last?.hasPrefix(">   \(count)  ") == true)
        #expect(Int(try await run("show", "a.rewind", "12", "/home/pageNumber").lines.joined()) != nil)
        #expect(try await !run("diff", "a.rewind", "11", "12").output.isEmpty)

        #expect(try await run("undo", "a.rewind", "-n", "3").lines.first == "cursor \(count) → \(count - 3)")
        let undone = try await run("log", "a.rewind")
        #expect(undone.lines.filter { $0.hasPrefix(">") }.map { $0.prefix(7) } == [">   \(count - 3) "])
        #expect(undone.lines.count == count)
        #expect(try await run("redo", "a.rewind", "-n", "3").lines.first == "cursor \(count - 3) → \(count)")
        #expect(try await run("log", "a.rewind").output == log.output)
        #expect(try await run("goto", "a.rewind", "12").lines.first == "cursor \(count) → 12")
        #expect(try await run("goto", "a.rewind", "end").lines.first == "cursor 12 → \(count)")

        let stats = try await run("stats", "a.rewind").output
        #expect(stats.contains("\nactions    \(count), "))
        #expect(try await run("verify", "a.rewind").output.hasPrefix("ok: \(count) actions, "))
        #expect(try folder.files().keys.sorted() == ["a.rewind"])
    }

    @Test func `Every command can print JSON`() async throws {
        let folder = TemporaryFolder()
        func run(_ arguments: String...) async throws -> String {
            let answer = try await Tool.run(arguments + ["--json"], in: folder)
            #expect(answer.status == .exited(0), "\(arguments)")
            #expect(answer.errors == "", "\(arguments)")
            return answer.output
        }
        let demo = try JSON.object(try await run("demo", "--output", "a.rewind"))
        let count = try #require(demo["actions"] as? Int)
        #expect(demo["dropped"] as? Int == 0)
        #expect(demo["file"] as? String == "a.rewind")
        #expect(demo["bytes"] as? Int == (try folder.read("a.rewind").count))

        let log = try JSON.lines(try await run("log", "a.rewind"))
        #expect(log.compactMap { $0["seq"] as? Int } == Array(1...count))
        // Five actions were undone in the client.
        #expect(log.compactMap { $0["parent"] as? Int } == Array(0..<72) + [67] + Array(73..<count))
        #expect(log.filter { $0["status"] as? String != "done" }.compactMap { $0["seq"] as? Int } == [67])
        #expect(log.allSatisfy { $0["coder"] as? String == "codable" })
        #expect(log.first?["type"] as? String == "ReSwiftInit")

        #expect(Int(try await run("show", "a.rewind", "12", "/home/pageNumber").dropLast()) != nil)
        let diff = try JSON.object(try await run("diff", "a.rewind", "11", "12"))
        #expect((diff["changes"] as? [Any])?.isEmpty == false)
        for (command, from, to) in [("undo", count, count - 3), ("redo", count - 3, count)] {
            let move = try JSON.object(try await run(command, "a.rewind", "-n", "3"))
            #expect(move["from"] as? Int == from)
            #expect(move["to"] as? Int == to)
            #expect((move["screen"] as? String)?.isEmpty == false)
        }
        #expect(try JSON.object(try await run("goto", "a.rewind", "end~5"))["to"] as? Int == count - 5)
        let stats = try JSON.object(try await run("stats", "a.rewind"))
        #expect(stats["actions"] as? Int == count)
        let types = try #require(stats["types"] as? [String: Int])
        #expect(types == Dictionary(log.compactMap { $0["type"] as? String }.map { ($0, 1) }, uniquingKeysWith: +))
        let verdict = try JSON.object(try await run("verify", "a.rewind"))
        #expect(verdict["ok"] as? Bool == true)
        #expect(verdict["actions"] as? Int == count)
    }

    @Test func `Reading leaves the file and the folder unchanged`() async throws {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            for command in ["log", "show", "diff", "stats", "verify"] {
                #expect(try await Tool.run(command, "a.rewind", in: folder).status == .exited(0))
                #expect(try folder.files() == before, "\(command)")
            }
        }
    }

    @Test func `A copy of the tool works in another folder and leaves nothing behind`() async throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("bin")
        try folder.makeFolder("work")
        let copy = folder.file("bin/rewind")
        // Linux executes no file that is open for writing, and a process that a parallel test starts could inherit such a
        // file from this one.
        let prepare = "cp '\(Tool.url.path)' bin && cd work"
        let demo = try await Tool.shell("\(prepare) && '\(copy.path)' demo --output ../visit.rewind", in: folder)
        #expect(demo.status == .exited(0), "\(demo.errors)")
        let visit = folder.file("visit.rewind").path
        let verify = try await Tool.shell("cd work; '\(copy.path)' verify '\(visit)'", in: folder)
        #expect(verify.output.hasPrefix("ok: "))
        #expect(try folder.files().keys.sorted() == ["bin", "bin/rewind", "visit.rewind", "work"])
    }

    @Test func `Several commands can read one session at once`() async throws {
        try await DemoSession.copied { folder in
            let alone = try await Tool.run("log", "a.rewind", in: folder).output
            let outputs = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<4 { group.addTask { try await Tool.run("log", "a.rewind", in: folder).output } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outputs == Array(repeating: alone, count: 4))
        }
    }
}
