@testable import ArticleClient
import RewindHTML
import TestSupport
import Testing

@Suite struct TapTests {
    private static let failedList = ArticleListState(title: "", articleList: [.sample("a")], errorMessage: "e")

    private static func state(
        _ stack: Screen...,
        list: ArticleListState = ArticleListState(title: "", articleList: [.sample("a")]),
        detail: ArticleDetailState = ArticleDetailState(articleId: "a", articleDetail: .sample("a"))
    ) -> AppState {
        AppState(
            home: list,
            userArticleList: list,
            articleDetail: detail,
            userArticleDetail: detail,
            navigation: NavigationState(stack: stack)
        )
    }

    @Test(arguments: ["open/a", "open/a/b", "user/x y", "more", "back", "refresh", "stock", "retry"])
    func `Names are parsed as they are written`(name: String) {
        #expect(Tap(name: name)?.name == name)
    }

    @Test(arguments: [
        "", "open", "open/", "user/", "more/", "back/1", "Back", "/back", "close", "refresh ", "../refresh",
    ])
    func `Other names are refused`(name: String) {
        #expect(Tap(name: name) == nil)
    }

    @Test(arguments: [
        (state(.home), ["open/a", "refresh", "more"]),
        (state(.home, list: .home(in: .japanese)), ["refresh"]),
        (state(.home, list: failedList), ["open/a", "refresh", "more", "retry"]),
        (state(.home, .userArticleList), ["open/a", "refresh", "more", "back"]),
        (state(.home, .article), ["back", "stock", "user/hanako_swift"]),
        (state(.home, .article, detail: ArticleDetailState(articleId: "a", error: .notFound)), ["back", "retry"]),
        (state(.home, .article, detail: ArticleDetailState(error: .notFound)), ["back"]),
        (state(.home, .userArticleList, .userArticle), ["back", "stock"]),
        (state(.article), ["stock", "user/hanako_swift"]),
    ])
    func `A screen offers exactly its taps`(state: AppState, names: [String]) {
        let flows = ArticleFlows(repository: StubRepository())
        let all = ["open/a", "open/b", "refresh", "more", "retry", "back", "stock", "user/hanako_swift", "user/taro"]
        #expect(
            all.filter { name in Tap(name: name).flatMap { flows.flow(for: $0, in: state) } != nil }.sorted()
                == names.sorted()
        )
    }

    @Test(arguments: Thoroughness.first(25, of: UInt64(0)..<100))
    func `Every tap on a page can be carried out`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let state = AppState.random(using: &random)
        let flows = ArticleFlows(repository: StubRepository())
        for name in try Markup(Screen.html(state).markup).elements.compactMap({ $0.attributes["data-tap"] }) {
            // Control characters of an id are shown as "␣".
            guard let tap = Tap(name: name), !name.contains("␣") else { continue }
            #expect(flows.flow(for: tap, in: state) != nil, "\(name)")
        }
    }

    @MainActor @Test func `A failed request can be repeated`() async {
        let requests = Requests()
        let repository = StubRepository(page: .success([.sample("b")]), willAnswer: { await requests.note($0) })
        var list = Self.failedList
        for page in [1, 3] {
            list.pageNumber = page
            let app = RecordingApp(repository, state: Self.state(.home, list: list))
            if let retry = app.flows.flow(for: .retry, in: app.state) { await app.run(retry) }
            #expect(app.state.home.errorMessage == nil)
            #expect(app.state.home.articleList?.map(\.id) == (page == 1 ? ["b"] : ["a", "b"]))
        }
        let failed = ArticleDetailState(articleId: "a", error: .notFound)
        let app = RecordingApp(repository, state: Self.state(.home, .article, detail: failed))
        if let retry = app.flows.flow(for: .retry, in: app.state) { await app.run(retry) }
        #expect(app.state.articleDetail.articleDetail == .sample("a"))
        #expect(app.state.navigation.stack == [.home, .article])
        #expect(
            await requests.lines.sorted() == ["article a", "articles 1", "articles 3", "is stocked a", "stockers a"]
        )
    }
}
