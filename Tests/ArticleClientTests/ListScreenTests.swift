@testable import ArticleClient
import Testing

@Suite struct ListScreenTests {
    private let rule = String(repeating: "─", count: 80)
    private let articles: [Article] = [
        .sample("a", title: "SwiftUIとReduxで状態を記録する：タイムトラベルデバッガを一から作ってみた話（前編）、長い題名"),
        .sample("b", title: "Undo for free", user: .taro),
    ]

    @Test func `An empty list has a prompt`() {
        #expect(
            Screen.render(AppState()) == """
                ホーム
                \(rule)
                Nothing loaded yet.
                \(rule)

                """
        )
    }

    @Test func `A list whose first page is being loaded has a notice`() {
        let state = AppState(
            loading: LoadingState(isLoading: true),
            home: ArticleListState(title: "ホーム", isRefresh: true)
        )
        #expect(
            Screen.render(state) == """
                ホーム
                \(rule)
                Loading …
                \(rule)

                """
        )
    }

    @Test func `A list is cut and aligned by columns, not by characters`() {
        let state = AppState(home: ArticleListState(title: "ホーム", pageNumber: 2, articleList: articles))
        #expect(
            Screen.render(state) == """
                ホーム                                                  2 articles · next page 2
                \(rule)
                1  SwiftUIとReduxで状態を記録する：タイムトラベルデバッガを一か…   @hanako_swift
                   Swift 6.3, iOS                                                     2026-03-01
                2  Undo for free                                                           @taro
                   Swift 6.3, iOS                                                     2026-03-01
                \(rule)
                More: page 2.

                """
        )
    }

    @Test func `A narrower terminal gets narrower rows`() {
        let state = AppState(home: ArticleListState(title: "ホーム", pageNumber: 2, articleList: articles))
        #expect(
            Screen.render(state, columns: 40) == """
                ホーム          2 articles · next page 2
                ────────────────────────────────────────
                1  SwiftUIとReduxで状態…   @hanako_swift
                   Swift 6.3, iOS             2026-03-01
                2  Undo for free                   @taro
                   Swift 6.3, iOS             2026-03-01
                ────────────────────────────────────────
                More: page 2.

                """
        )
    }

    @Test func `An empty list can have an error`() {
        let state = AppState(
            home: ArticleListState(
                title: "ホーム",
                pageNumber: 2,
                articleList: [],
                errorMessage: RequestFailure.genericMessage(in: .japanese)
            )
        )
        #expect(
            Screen.render(state) == """
                ホーム                                                  0 articles · next page 2
                \(rule)
                No articles.
                \(rule)
                Error: 通信処理でエラーが発生しました

                """
        )
    }

    @Test func `A user's list has the user's name, and a mark when it is finished`() {
        let state = AppState(
            userArticleList: ArticleListState(
                title: "投稿一覧",
                userId: "hanako_swift",
                pageNumber: 3,
                articleList: [articles[1]],
                finishMoreUserArticle: true
            ),
            navigation: NavigationState(stack: [.home, .userArticleList])
        )
        #expect(
            Screen.render(state) == """
                投稿一覧  @hanako_swift                                  1 article · next page 3
                \(rule)
                1  Undo for free                                                           @taro
                   Swift 6.3, iOS                                                     2026-03-01
                \(rule)
                Finished: no more articles.

                """
        )
    }

    @Test(arguments: [
        (false, true, false, "Loading page 2 …"),
        (true, false, false, "Refreshing …"),
        (true, false, true, "Refreshing …"),
        (false, false, true, "Finished: no more articles."),
        (false, false, false, "More: page 2."),
    ])
    func `The last row has the status`(isRefresh: Bool, showMore: Bool, finished: Bool, expected: String) {
        let list = ArticleListState(
            title: "ホーム",
            pageNumber: 2,
            articleList: articles,
            isRefresh: isRefresh,
            showMoreLoading: showMore,
            finishMoreUserArticle: finished
        )
        #expect(Screen.render(AppState(home: list)).hasSuffix("\n\(expected)\n"))
    }
}
