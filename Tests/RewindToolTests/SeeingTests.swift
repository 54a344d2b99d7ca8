import Foundation
import Subprocess
import TestSupport
import Testing

/// The display of states, actions and screens.
@Suite(.timeLimit(.minutes(10))) struct SeeingTests {
    private func output(_ arguments: String..., in folder: TemporaryFolder) async throws -> String {
        let answer = try await Tool.run(arguments, in: folder)
        #expect(answer.status == .exited(0), "\(arguments): \(answer.errors)")
        return answer.output
    }

    @Test func `A text is printed raw, a state to a depth, and an action whole`() async throws {
        try await DemoSession.copied { folder in
            #expect(
                try await output("show", "a.rewind", "63", "/articleDetail/error/type", "--raw", in: folder)
                    == "http_500\n"
            )
            #expect(
                try await output("show", "a.rewind", "6", "/home", "--depth", "1", in: folder).contains(
                    "\"articleList\": [20 items],\n"
                )
            )
            let action = try await output("show", "a.rewind", "63", "--action", in: folder)
            for text in [
                "action 63  ArticleDetailErrorAction\n", "\npayload\n  {\n    \"error\": {\n",
                "\nchanged\n  + /articleDetail/error  ",
            ] { #expect(action.contains(text)) }
            let none = try await Tool.run("show", "a.rewind", "0", "--action", in: folder)
            #expect(none.status == .exited(1))
            #expect(none.errors.hasPrefix("Note: No action led to the initial state"))
        }
    }

    @Test func `A screen can be shown without moving`() async throws {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            let one = try await output("screen", "a.rewind", "63", in: folder)
            #expect(one.contains("Error: The request failed (http_500)"))
            let json = try JSON.object(try await output("screen", "a.rewind", "62", "--json", in: folder))
            #expect(json["seq"] as? Int == 62 && (json["screen"] as? String)?.contains("Loading …") == true)
            #expect(try folder.files() == before)
        }
    }

    @Test func `A state before the app's first one has no screen`() async throws {
        let folder = TemporaryFolder()
        _ = try await Tool.run("demo", "--actions", "1", "--language", "ja", "-o", "a.rewind", in: folder)
        let none = try await Tool.run("screen", "a.rewind", "0", in: folder)
        #expect(none.status == .exited(1))
        #expect(none.errors.hasPrefix("Note: The state at 0 has no screen.\n"))
    }

    @Test func `Each match of a watch has a line, and the matches are counted`() async throws {
        try await DemoSession.copied { folder in
            let condition = "at('/home/pageNumber') > was('/home/pageNumber')"
            let all = try await output("watch", "a.rewind", "--where", condition, "--all", in: folder).split(
                separator: "\n"
            )
            #expect(all.count == 5)
            #expect(
                all[0].hasSuffix("  HomeArticleResultAction  at('/home/pageNumber') = 2, was('/home/pageNumber') = 1")
            )
            #expect(try await output("watch", "a.rewind", "--where", condition, "--count", in: folder) == "5\n")
            let some = all[1...2].map(String.init)
            let one = try await output("watch", "a.rewind", condition, in: folder).split(separator: "\n")
            #expect(one[1].contains(#/^     at \d{4}-\d\d-\d\d [\d:.]{12} UTC, dispatched in ArticleClient\/\w/#))
            let back = try await output("watch", "a.rewind", "--where", condition, "--reverse", "--all", in: folder)
            #expect(back.split(separator: "\n") == all.reversed())
            let part = try await output("watch", "a.rewind", "7..12", "--where", condition, "--all", in: folder)
            #expect(part.split(separator: "\n").map(String.init) == some)
        }
    }

    @Test func `A search prints a line for each action, with its most specific place`() async throws {
        try await DemoSession.copied { folder in
            #expect(
                try await output("search", "a.rewind", "http_500", in: folder)
                    == """
                      e46  GET /items/:id                outcome  /type  "http_500"
                       63  ArticleDetailErrorAction      /articleDetail/error/type  "http_500"  +1 place

                    """
            )
            let places = try await output("search", "a.rewind", "http_500", "--places", in: folder)
            #expect(places.split(separator: "\n").count == 3)
        }
    }

    @Test func `Call sites are searched on request only`() async throws {
        try await DemoSession.copied { folder in
            let none = try await Tool.run("search", "a.rewind", "ArticleClient", in: folder)
            #expect(none.status == .exited(1) && none.output == "")
            let sites = try await output("search", "a.rewind", "ArticleClient", "--in", "origin", in: folder)
            #expect(sites.split(separator: "\n").count > 50)
        }
    }

    @Test func `A log prints the changes of each action, and times with their zone`() async throws {
        try await DemoSession.copied { folder in
            let log = try await output("log", "a.rewind", "61..63", "--patch", in: folder)
            let diff = try await output("diff", "a.rewind", "63", in: folder).split(separator: "\n")
            #expect(log.split(separator: "\n").suffix(diff.count).map { $0.dropFirst(5) } == diff.map { $0[...] })
            let zone = ["TZ": "Asia/Tokyo"] as [Environment.Key: String?]
            for command in [
                ["blame", "a.rewind", "/home"], ["stats", "a.rewind"], ["ls"], ["show", "1", "--action"],
            ] {
                let local = try await Tool.run(command, in: folder, environment: zone).output
                #expect(local.contains(" +09:00"), "\(command)")
                let utc = try await Tool.run(command + ["--utc"], in: folder, environment: zone).output
                #expect(utc == (try await Tool.run(command, in: folder)).output, "\(command)")
            }
        }
    }

    @Test func `A summary has the cursor, the bookmarks, the branches and the slowest action`() async throws {
        try await DemoSession.copied { folder in
            _ = try await Tool.run("bookmark", "a.rewind", "here", "12", in: folder)
            _ = try await Tool.run("goto", "a.rewind", "20", in: folder)
            let stats = try await output("stats", "a.rewind", in: folder)
            #expect(stats.contains(#/\nactions    83, 1 failed or unfinished, 1 more branch\n/#))
            #expect(stats.contains("\ncursor     at 20 of 83\nbookmarks  "))
            #expect(stats.contains(":here 12"))
            #expect(stats.contains(#/\nslowest    [0-9]+ [A-Za-z]+, [0-9.]+ .?s\n/#))
            #expect(!stats.contains("autoindex"))
        }
    }
}
