@testable import ArticleClient
import Testing

@MainActor @Suite struct ListFlowTests {
    private let page: [Article] = [.sample("a"), .sample("b")]

    @Test(arguments: [RequestFailure.notFound, .forbidden, .timedOut])
    func `A failed refresh keeps the list and shows the reason`(failure: RequestFailure) async {
        var before = AppState()
        before.home = ArticleListState(title: "ホーム", pageNumber: 3, articleList: page)
        let app = RecordingApp(StubRepository(page: .failure(failure)), state: before)
        await app.run(app.flows.refresh(.home))
        #expect(
            app.dispatched([
                LoadingAction(isLoading: true),
                HomeRefreshAction(isRefresh: true, pageNumber: 1),
                LoadingAction(isLoading: false),
                HomeRefreshAction(isRefresh: false, pageNumber: 1),
                HomeArticleResultAction(result: .failure(failure)),
            ])
        )
        #expect(
            app.state.home
                == ArticleListState(
                    title: "ホーム",
                    pageNumber: 1,
                    articleList: page,
                    errorMessage: failure.message
                )
        )
        #expect(app.state.loading.isLoading == false)
    }

    @Test func `A failed loading of more shows the reason`() async {
        let app = RecordingApp(StubRepository(page: .failure(.timedOut)))
        await app.run(app.flows.showMore(.home))
        #expect(
            app.dispatched([
                HomeShowMoreLoadingAction(showMoreLoading: true),
                HomeShowMoreLoadingAction(showMoreLoading: false),
                HomeMoreArticleResultAction(result: .failure(.timedOut)),
            ])
        )
        #expect(app.state.home == ArticleListState(title: "ホーム", errorMessage: "通信処理でエラーが発生しました"))
    }

    @Test func `Loading more of a user's articles works on the user's slice`() async {
        let requests = Requests()
        var before = AppState()
        before.userArticleList = ArticleListState(title: "投稿一覧", userId: "hanako", pageNumber: 2, articleList: page)
        for (answer, last) in [
            ([Article.sample("c")], UserMoreArticleResultAction(result: .success([.sample("c")])) as any AppAction),
            ([], UserFinishMoreArticleAction(finish: true)),
        ] {
            let app = RecordingApp(
                StubRepository(userPage: .success(answer), willAnswer: { await requests.note($0) }),
                state: before
            )
            await app.run(app.flows.showMore(.user))
            #expect(
                app.dispatched([
                    UserArticleListShowMoreLoadingAction(showMoreLoading: true),
                    UserArticleListShowMoreLoadingAction(showMoreLoading: false),
                    last,
                ])
            )
        }
        #expect(await requests.lines == ["articles of hanako 2", "articles of hanako 2"])
    }

    @Test func `The response for a user that was closed meanwhile is dropped, and the loading ends`() async {
        let gate = Gate()
        let app = RecordingApp(StubRepository(userPage: .success(page), willAnswer: { _ in await gate.pass() }))
        let opening = Task { await app.run(app.flows.openUser("hanako")) }
        await gate.arrived(1)
        await app.run(app.flows.leaveUser())
        await gate.open()
        await opening.value
        #expect(app.state == AppState())
    }
}
