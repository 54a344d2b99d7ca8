@testable import ArticleClient
import Testing

@Suite struct ArticleScreenTests {
    private let rule = String(repeating: "─", count: 80)
    private let body =
        """
        # 見出し

        A recorder keeps every action and the state it led to, so that a bug seen once can be seen again, as often as \
        it takes.

        """ + (1...30).map { "- point \($0)" }.joined(separator: "\n")

    @Test func `An article has its author, tags, stock status and the beginning of its text`() {
        let state = AppState(
            articleDetail: ArticleDetailState(
                articleId: "a",
                articleDetail: .sample("a", title: "状態を記録する", body: body),
                stockStatus: true,
                stockUsers: [.taro, .hanako, .taro, .taro]
            ),
            navigation: NavigationState(stack: [.home, .article])
        )
        #expect(
            Screen.render(state) == """
                状態を記録する
                @hanako_swift (はなこ)                            2026-03-01, updated 2026-03-04
                Swift 6.3, iOS
                Stocked: yes                                by 4: @taro, @hanako_swift, @taro, …
                \(rule)
                # 見出し

                A recorder keeps every action and the state it led to, so that a bug seen once
                can be seen again, as often as it takes.
                - point 1
                - point 2
                - point 3
                - point 4
                - point 5
                - point 6
                - point 7
                - point 8
                - point 9
                - point 10
                - point 11
                - point 12
                - point 13
                - point 14
                - point 15
                - point 16
                … 14 more lines

                """
        )
    }

    @Test func `An article that is being loaded has a notice`() {
        let state = AppState(
            loading: LoadingState(isLoading: true),
            articleDetail: ArticleDetailState(articleId: "c686"),
            navigation: NavigationState(stack: [.home, .article])
        )
        #expect(
            Screen.render(state) == """
                Article c686
                \(rule)
                Loading …

                """
        )
    }

    @Test func `An article that could not be loaded has the list's user and the reason`() {
        let state = AppState(
            userArticleList: ArticleListState(title: "投稿一覧", userId: "hanako_swift"),
            userArticleDetail: ArticleDetailState(articleId: "c686", error: .notFound),
            navigation: NavigationState(stack: [.home, .userArticleList, .userArticle])
        )
        #expect(
            Screen.render(state) == """
                < 投稿一覧  @hanako_swift
                Article c686
                \(rule)
                Error: Not found (not_found)

                """
        )
    }

    @Test(arguments: [
        (true, true, "Stocked: checking …"), (false, true, "Stocked: yes"), (false, false, "Stocked: no"),
        (false, nil, "Stocked: unknown"),
    ])
    func `The stock status is shown`(fetching: Bool, status: Bool?, expected: String) {
        let state = AppState(
            articleDetail: ArticleDetailState(
                articleDetail: .sample("a"),
                fetchingStockStatus: fetching,
                stockStatus: status
            ),
            navigation: NavigationState(stack: [.article])
        )
        #expect(Screen.render(state).contains("\n\(expected)\n"))
    }
}
