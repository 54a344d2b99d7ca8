import Foundation
import Subprocess
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DemoTests {
    @Test func `With --force, a new file can be created, too`() async throws {
        let folder = TemporaryFolder()
        let answer = try await Tool.run("demo", "--force", "--actions", "3", "--output", "a b", in: folder)
        #expect(answer.status == .exited(0))
        #expect(try folder.files().keys.sorted() == ["a b"])
        // The suggested commands work.
        let commands = answer.lines.drop { $0 != "Try next:" }.dropFirst().map {
            $0.dropFirst(2).split(separator: "     ")[0]
        }
        #expect(commands.count == 6)
        let script = commands.map { $0.replacing("rewind", with: "\"$REWIND\"", maxReplacements: 1) }
        let tried = try await Tool.shell(script.joined(separator: " && "), in: folder)
        #expect(tried.status == .exited(0))
    }

    #if os(Linux)
    @Test(.enabled("a file system can be mounted") { SmallDisk.isPossible })
    func `A walk that does not fit on the disk is an error`() async throws {
        let disk = try SmallDisk()
        let path = disk.url.appending(path: "w.rewind").path
        let answer = try await Tool.run("demo", "--actions", "60000", "--output", path, in: TemporaryFolder())
        #expect(answer.status == .exited(2))
        #expect(answer.output == "")
        #expect(answer.errors.contains("not all actions could be written"), "\(answer.errors)")
    }
    #endif

    @Test(arguments: Thoroughness.first(3, of: [1, 19, 257, 2, 3, 1000]))
    func `A walk has exactly the requested number of actions`(count: Int) async throws {
        let folder = TemporaryFolder()
        let demo = try await Tool.run("demo", "--actions", "\(count)", "--output", "w.rewind", "--json", in: folder)
        #expect(try JSON.object(demo.output)["actions"] as? Int == count)
        let log = try JSON.lines(try await Tool.run("log", "w.rewind", "--json", in: folder).output)
        #expect(log.compactMap { $0["seq"] as? Int } == Array(1...count))
        let verify = try await Tool.run("verify", "w.rewind", in: folder)
        #expect(verify.output.hasPrefix(count == 1 ? "ok: 1 action, " : "ok: \(count) actions, "))
    }

    @Test(arguments: ["INT", "TERM"])
    func `A live demo that is ended by a signal leaves a closed session only`(signal: String) async throws {
        let folder = TemporaryFolder()
        let answer = try await Tool.shell(
            """
            "$REWIND" demo --live --output l.rewind > page.txt 2>&1 & demo=$!
            for i in $(seq 300); do grep -q http page.txt && break; sleep 0.1; done
            kill -\(signal) $demo; wait $demo
            """,
            in: folder
        )
        #expect(answer.errors == "")
        #expect(try folder.contents.filter { !$0.hasPrefix(".") } == ["l.rewind", "page.txt"])
        let verify = try await Tool.run("verify", "l.rewind", in: folder)
        #expect(verify.status == .exited(0) && verify.lines.count == 1, "\(verify.output)")
    }

    @Test func `The same seed gives the same walk`() async throws {
        let folder = TemporaryFolder()
        func walk(seed: Int) async throws -> [String] {
            let arguments = ["demo", "--actions", "500", "--seed", "\(seed)", "--force", "--output", "w.rewind"]
            #expect(try await Tool.run(arguments, in: folder).status == .exited(0))
            let log = try await Tool.run("log", "w.rewind", "--json", in: folder).output
            // All recorded data except for the times.
            return log.split(separator: "\n").map {
                String($0).replacing(/"(at|duration)":[0-9]+,?/, with: "")
            }
        }
        let first = try await walk(seed: 7)
        #expect(first.count == 500)
        #expect(try await walk(seed: 7) == first)
        #expect(try await walk(seed: 8) != first)
    }

    @Test func `A visit runs in a moment and is recorded with the times of a minute`() async throws {
        try await DemoSession.copied { folder in
            let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
            let times = try log.map { try #require($0["at"] as? Int) }
            #expect(times == times.sorted())
            let (first, last) = (try #require(times.first), try #require(times.last))
            #expect((55_000_000...80_000_000).contains(last - first))
            // It ended when the test run recorded it, so that the session has that date.
            #expect(abs(Double(last) / 1_000_000 - Date().timeIntervalSince1970) < 3_600)
            let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
            #expect(pauses.filter { $0 > 7_000_000 }.count >= 2, "the reader reads")
            #expect(pauses.filter { (100_000...700_000).contains($0) }.count >= 10, "the server answers")
            // Every action except for the store's initial one has a call site.
            let origins = log.dropFirst().map { $0["origin"] as? String ?? "" }
            #expect(origins.allSatisfy { $0.contains(/^(ArticleClient|RewindTool)\/[A-Za-z+]+\.swift:[0-9]+$/) })
            #expect(Set(origins).count > 15)
        }
    }

    @Test func `A visit has a failure, a bookmark and a branch, and can be re-run`() async throws {
        try await DemoSession.copied { folder in
            let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
            let failed = log.filter { $0["status"] as? String != "done" }
            #expect(failed.map { $0["status"] as? String } == ["failed"])
            #expect(failed.map { $0["error"] as? String } == ["The link names no article."])
            let seqs = log.map { (seq: $0["seq"] as? Int ?? 0, parent: $0["parent"] as? Int ?? 0) }
            let forks = seqs.filter { $0.parent != $0.seq - 1 }
            #expect(forks.count == 1 && forks[0].parent < forks[0].seq - 3)
            let bookmarks = try JSON.lines(try await Tool.run("bookmark", "a.rewind", "--json", in: folder).output)
            #expect(bookmarks.map { $0["name"] as? String } == ["error"])
            let error = try await Tool.run("show", "a.rewind", ":error", "/articleDetail/error/type", in: folder)
            #expect(error.output == "\"http_500\"\n")
            for option in ["--verify", "--flows"] {
                let replay = try await Tool.run("replay", "a.rewind", option, in: folder)
                #expect(replay.status == .exited(0), "\(replay.output)")
            }
        }
    }

    @Test(arguments: [["demo"], ["demo", "--actions", "300"], ["demo", "--crash"]])
    func `The client is in English by default, with two Japanese articles`(command: [String]) async throws {
        let folder = TemporaryFolder()
        #expect(try await Tool.run(command + ["-o", "a.rewind"], in: folder).status == .exited(0))
        var states: [Any] = []
        for place in ["start", "6", "end"] {
            states.append(try JSON.object(try await Tool.run("show", "a.rewind", place, in: folder).output))
        }
        let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
        #expect(Self.japanese(in: [states, log]) == [])
        let replay = try await Tool.run("replay", "a.rewind", "--verify", in: folder)
        #expect(replay.status == .exited(0), "\(replay.output)")
    }

    @Test(arguments: [[], ["--actions", "300"]])
    func `With --language ja, the client is in Japanese, also in a replay`(options: [String]) async throws {
        let folder = TemporaryFolder()
        let demo = try await Tool.run(["demo", "-o", "a.rewind", "--language", "ja"] + options, in: folder)
        #expect(demo.status == .exited(0))
        for (pointer, text) in [("/home/title", "ホーム"), ("/userArticleList/title", "投稿一覧")] {
            #expect(try await Tool.run("show", "a.rewind", "end", pointer, "--raw", in: folder).output == text + "\n")
        }
        let error = try await Tool.run("search", "a.rewind", "通信処理でエラーが発生しました", in: folder)
        #expect(error.status == .exited(0))
        let replay = try await Tool.run("replay", "a.rewind", "--verify", in: folder)
        #expect(replay.status == .exited(0), "\(replay.output)")
    }

    /// Returns the Japanese texts in a value, without those of articles that are meant to have some: two are in
    /// Japanese, and two are about such characters.
    private static func japanese(in value: Any) -> [String] {
        let articles = [
            "8bbb3b6b001a90121fc2", "537aa1c3089781c901d0", "0ad122504059dee0d4a9", "600eb3274a98fbb2f558",
        ]
        switch value {
        case let text as String: return text.contains(/[\u{3040}-\u{30FF}\u{3400}-\u{9FFF}]/) ? [text] : []
        case let list as [Any]: return list.flatMap(japanese)
        case let object as [String: Any]:
            let id = (object["id"] as? String ?? "").prefix(20)
            return articles.contains(String(id)) ? [] : object.values.flatMap(japanese)
        default: return []
        }
    }

    @Test func `With --crash, the reducer ends the client and not the tool, and the session shows it`() async throws {
        let folder = TemporaryFolder()
        let demo = try await Tool.run("demo", "--crash", in: folder)
        #expect(demo.status == .exited(0), "\(demo.errors)")
        #expect(demo.errors == "")
        #expect(demo.lines.first == "The article client crashed, recorded in demo.rewind: Index out of range.")
        let ending = /crashed or killed during action ([0-9]+) ArticleDetailStockersAction/
        let seq = try #require(demo.output.firstMatch(of: ending).flatMap { Int($0.1) })
        #expect(try await Tool.run("log", "demo.rewind", in: folder).lines.last?.contains(ending) == true)
        #expect(try await Tool.run("stats", "demo.rewind", in: folder).output.contains(ending))
        #expect(try await Tool.run("verify", "demo.rewind", in: folder).status == .exited(0))
        // The tool's reducer does not have the bug: it reaches the last state and reduces the action.
        let screen = try await Tool.run("screen", "demo.rewind", "\(seq - 1)", in: folder)
        #expect(screen.status == .exited(0) && !screen.output.isEmpty)
        #expect(try await Tool.run("replay", "demo.rewind", "--verify", in: folder).status == .exited(0))
        #expect(try folder.files().keys.sorted() == ["demo.rewind"])
        // The suggested commands work.
        let commands = demo.lines.drop { $0 != "Try next:" }.dropFirst().map {
            $0.dropFirst(2).split(separator: "     ")[0]
                .replacing("rewind", with: "\"$REWIND\"", maxReplacements: 1)
        }
        #expect(commands.count == 5)
        let test = try await Tool.run("export", "test", "demo.rewind", "end", in: folder)
        #expect(
            test.output.contains("`Action \(seq) does not crash`")
                || test.output.contains("\"Action \(seq) does not crash\"")
        )
        let script = "printf 'dispatch LoadingAction {\"isLoading\":true}\\n' | \"$REWIND\" debug demo.rewind"
        let dispatch = try await Tool.shell(script, in: folder)
        #expect(
            dispatch.errors.hasSuffix("\nHint: Go to the last known state: goto \(seq - 1)\n"),
            "\(dispatch.errors)"
        )
        let tried = try await Tool.shell(commands.joined(separator: " && "), in: folder)
        #expect(tried.status == .exited(0), "\(tried.errors)")
    }

    @Test func `With --crash, a file is overwritten only with --force, and the report can be JSON`() async throws {
        let folder = TemporaryFolder()
        try folder.write(Data("mine".utf8), to: "demo.rewind")
        let refused = try await Tool.run("demo", "--crash", in: folder)
        #expect(refused.status == .exited(2) && refused.output.isEmpty)
        #expect(try folder.read("demo.rewind") == Data("mine".utf8))
        let forced = try await Tool.run("demo", "--crash", "--force", "--json", in: folder)
        let answer = try JSON.object(forced.output)
        #expect((answer["ending"] as? [String: Any])?["how"] as? String == "crashed")
        #expect(answer["file"] as? String == "demo.rewind")
    }
}
