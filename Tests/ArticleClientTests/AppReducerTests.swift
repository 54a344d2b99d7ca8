@testable import ArticleClient
import RewindStore
import Testing

@Suite struct AppReducerTests {
    /// An action and its effect on a state.
    struct Case: CustomTestStringConvertible, Sendable {
        var action: any AppAction
        var change: @Sendable (inout AppState) -> Void

        init(_ action: any AppAction, _ change: @escaping @Sendable (inout AppState) -> Void) {
            self.action = action
            self.change = change
        }

        var testDescription: String { String("\(action)".prefix(100)) }
    }

    /// A state in which every field differs from its default.
    static let before: AppState = {
        let list = ArticleListState(
            title: "list",
            userId: "u",
            pageNumber: 3,
            articleList: [.sample("a"), .sample("b")],
            errorMessage: "old",
            isRefresh: true,
            showMoreLoading: true,
            finishMoreUserArticle: true
        )
        let detail = ArticleDetailState(
            articleId: "a",
            articleDetail: .sample("a"),
            fetchingStockStatus: true,
            stockStatus: true,
            stockUsers: [.taro],
            error: .forbidden
        )
        return AppState(
            loading: LoadingState(isLoading: true),
            home: list,
            userArticleList: list,
            articleDetail: detail,
            userArticleDetail: detail,
            navigation: NavigationState(stack: [.home, .article])
        )
    }()

    @Test func `A missing state is replaced by the defaults`() {
        let state = appReducer(action: ReSwiftInit(), state: nil)
        #expect(state == AppState())
        #expect(state.home.title == "ホーム")
        #expect(state.userArticleList.title == "投稿一覧")
        #expect(state.home.pageNumber == 1)
        #expect(state.navigation.stack == [.home])
    }

    @Test func `The first action is applied to the defaults`() {
        #expect(appReducer(action: LoadingAction(isLoading: true), state: nil).loading.isLoading)
    }

    @Test func `An unknown action changes nothing`() {
        struct Unknown: Action {}
        #expect(appReducer(action: Unknown(), state: Self.before) == Self.before)
    }

    @Test(arguments: listCases + detailCases + otherCases)
    func `An action changes only its fields`(_ example: Case) {
        var expected = Self.before
        example.change(&expected)
        #expect(appReducer(action: example.action, state: Self.before) == expected)
    }

    @Test(arguments: [[], [Screen.home], [.userArticle]])
    func `The last screen is never popped`(stack: [Screen]) {
        let state = AppState(navigation: NavigationState(stack: stack))
        #expect(appReducer(action: PopScreenAction(), state: state).navigation.stack == stack)
    }

    @Test func `Appending keeps the first element of every id, in order, even within a page`() {
        let page = ["c", "b", "d", "c", "a"].map { Article.sample($0, title: "new \($0)") }
        let state = appReducer(action: HomeMoreArticleResultAction(result: .success(page)), state: Self.before)
        #expect(state.home.articleList?.map(\.title) == ["Article a", "Article b", "new c", "new d"])
    }

    @Test func `Appending to a missing list creates the list`() {
        let state = appReducer(action: UserMoreArticleResultAction(result: .success([.sample("x")])), state: nil)
        #expect(state.userArticleList.articleList == [.sample("x")])
        #expect(state.userArticleList.pageNumber == 2)
    }

    @Test func `A page number at its maximum does not trap`() {
        let state = AppState(home: ArticleListState(title: "", pageNumber: .max))
        let next = appReducer(action: HomeArticleResultAction(result: .success([])), state: state)
        #expect(next.home.pageNumber == .min)
    }
}
