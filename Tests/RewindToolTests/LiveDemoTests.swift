@testable import ArticleClient
import Foundation
import Rewind
import RewindHTML
import RewindStore
import RewindTravel
import Subprocess
import TestSupport
import Testing

@testable import RewindTool

@MainActor @Suite(.ownThreads, .timeLimit(.minutes(10))) struct LiveDemoTests {
    @Test func `The client starts with a list, and taps open the screens and go back`() async throws {
        try await Self.used { demo in
            #expect(demo.state.home.articleList?.count == 20)
            #expect(!demo.state.loading.isLoading)

            let article = try #require(demo.state.home.articleList?[1])
            #expect(await demo.tap("open/\(article.id)"))
            #expect(demo.state.navigation.stack == [.home, .article])
            #expect(demo.state.articleDetail.articleDetail == article)
            #expect(demo.state.articleDetail.stockStatus == false)
            #expect(await demo.tap("stock"))
            #expect(demo.state.articleDetail.stockStatus == true)

            #expect(await demo.tap("user/\(article.user.id)"))
            #expect(demo.state.navigation.stack == [.home, .article, .userArticleList])
            let his = try #require(demo.state.userArticleList.articleList?.first)
            #expect(await demo.tap("open/\(his.id)"))
            #expect(demo.state.userArticleDetail.articleDetail == his)
            #expect(await demo.tap("back"))
            #expect(await demo.tap("back"))
            #expect(demo.state.userArticleList == .userArticleList(in: .english))
            #expect(await demo.tap("back"))
            #expect(demo.state.navigation.stack == [.home])
        }
    }

    @Test func `A list can be loaded to its end and refreshed`() async throws {
        try await Self.used { demo in
            var taps = 0
            while await demo.tap("more") { taps += 1 }
            #expect(taps == 4)
            #expect(demo.state.home.articleList?.count == 75)
            #expect(demo.state.home.finishMoreUserArticle)
            #expect(await demo.tap("refresh"))
            #expect(demo.state.home.articleList?.count == 20)
        }
    }

    @Test func `A tap that the screen does not offer is refused`() async throws {
        try await Self.used { demo in
            let position = demo.travel.position
            let names = [
                "", "nothing", "open/", "open/unknown", "user/mizuiro_dev", "back", "stock", "retry", "more/1",
            ]
            for name in names {
                #expect(!(await demo.tap(name)), "\(name)")
            }
            #expect(demo.travel.position == position)
        }
    }

    @Test func `A page is loaded once, however often it is requested meanwhile`() async throws {
        try await Self.used { demo in
            async let first = demo.tap("more")
            async let second = demo.tap("more")
            async let third = demo.tap("more")
            #expect(await [first, second, third].count { $0 } == 1)
            #expect(demo.state.home.articleList?.count == 40)
            #expect(demo.state.home.pageNumber == 3)
        }
    }

    @Test func `The client travels, and an action in the past starts a branch`() async throws {
        try await Self.used { demo in
            let end = demo.travel.position
            let (later, article) = (demo.state, try #require(demo.state.home.articleList?.first))
            #expect(try demo.travel.undo() == end - 1)
            #expect(demo.state.home.articleList == nil)
            #expect(try demo.travel.redo() == end)
            #expect(demo.state == later)
            try demo.travel.jump(to: 1)
            #expect(demo.state == Language.english.initialState)
            #expect(throws: TimeTravelError.noState(seq: 999)) { try demo.travel.jump(to: 999) }

            try demo.travel.jump(to: end)
            #expect(await demo.tap("open/\(article.id)"))
            try demo.travel.jump(to: end)
            #expect(demo.state == later)
            let last = demo.travel.position
            #expect(await demo.tap("more"))
            #expect(demo.travel.position > last)
            #expect(demo.state.home.articleList?.count == 40)
            #expect(demo.state.navigation.stack == [.home])
        } verifying: { folder in
            let log = try await Tool.run("log", "live.rewind", "--json", in: folder)
            let parents = try JSON.lines(log.output).compactMap { row in
                (row["seq"] as? Int).flatMap { seq in (row["parent"] as? Int).map { seq - $0 } }
            }
            #expect(parents.count { $0 != 1 } == 1)
            let replayed = try await Tool.run("replay", "live.rewind", "--verify", in: folder)
            #expect(replayed.status == .exited(0), "\(replayed.output)\(replayed.errors)")
        }
    }

    @Test func `Bookmarks are set and deleted in a terminal while the client records`() async throws {
        try await Self.used(folder: TemporaryFolder()) { demo, folder in
            func run(_ arguments: String...) async throws -> Tool.Answer {
                try await Tool.run(["bookmark", "live.rewind"] + arguments, in: folder)
            }
            let position = demo.travel.position
            #expect(try await run("here").output == ":here  \(position)\n")
            demo.app.store.dispatch(LoadingAction(isLoading: true))
            #expect(try await run("late", "end", "--note", "a note").output == ":late  \(position + 1)  a note\n")
            #expect(try await run(":here").errors.hasPrefix("Error: Bookmark :here already exists, at \(position)."))
            let lines = "goto \(position)~1\\nbookmark debug\\nbookmark\\n"
            let debug = try await Tool.shell("printf '\(lines)' | \"$REWIND\" debug live.rewind", in: folder)
            #expect(debug.status == .exited(0), "\(debug.errors)")
            #expect(debug.output.contains(":debug  \(position - 1)\n(rewind) bookmark\n:debug  "))
            #expect(try await run("here", "--delete").status == .exited(0))
            #expect(try await run().output == ":debug  \(position - 1)\n:late  \(position + 1)  a note\n")
            #expect(await demo.tap("refresh"))
        }
    }

    @Test func `Failures of a server that always fails are shown, and a request can be repeated`() async throws {
        try await Self.used(failureRate: 1) { demo in
            #expect(demo.state.home.articleList == nil)
            #expect(demo.state.home.errorMessage == RequestFailure.genericMessage(in: .english))
            #expect(Screen.html(demo.state).markup.contains("data-tap=\"retry\""))
            let position = demo.travel.position
            #expect(await demo.tap("retry"))
            #expect(demo.travel.position > position)
            #expect(demo.state.home.errorMessage == RequestFailure.genericMessage(in: .english))
        }
    }

    @Test func `A server with a failure rate fails at the same requests for the same seed`() async throws {
        func failures(seed: UInt64) async throws -> [Bool] {
            try await Self.used(failureRate: 0.5, seed: seed) { demo in
                var failures = [demo.state.home.errorMessage != nil]
                for _ in 0..<20 {
                    await demo.tap("refresh")
                    failures.append(demo.state.home.errorMessage != nil)
                }
                return failures
            }
        }
        let first = try await failures(seed: 7)
        #expect(Set(first) == [true, false])
        #expect(try await failures(seed: 7) == first)
        #expect(try await failures(seed: 8) != first)
    }

    /// Uses the client, and checks that the result is a single file with a sound session.
    @discardableResult
    private static func used<Value: Sendable>(
        failureRate: Double = 0,
        seed: UInt64 = 1,
        _ body: @MainActor (LiveDemo) async throws -> Value,
        verifying check: (TemporaryFolder) async throws -> Void = { _ in }
    ) async throws -> Value {
        let folder = TemporaryFolder()
        let value = try await used(failureRate: failureRate, seed: seed, folder: folder) { demo, _ in
            try await body(demo)
        }
        try await check(folder)
        return value
    }

    @discardableResult
    private static func used<Value: Sendable>(
        failureRate: Double = 0,
        seed: UInt64 = 1,
        folder: TemporaryFolder,
        _ body: @MainActor (LiveDemo, TemporaryFolder) async throws -> Value
    ) async throws -> Value {
        let recorder = try Recorder<AppState>(recordingTo: folder.file("live.rewind"))
        let value = try await LiveDemo.run(
            recorder: recorder,
            language: .english,
            failureRate: failureRate,
            seed: seed
        ) {
            try await body($0, folder)
        }
        #expect(try folder.files().keys.sorted() == ["live.rewind"])
        let verified = try await Tool.run("verify", "live.rewind", in: folder)
        #expect(verified.output.hasPrefix("ok: \(recorder.dispatchedCount) actions, "), "\(verified.output)")
        return value
    }
}
