@testable import ArticleClient
import Testing

@MainActor @Suite struct ArticleFlowTests {
    @Test func `The article and its stockers are loaded at the same time`() async {
        let gate = Gate()
        let app = RecordingApp(StubRepository(willAnswer: { _ in await gate.pass() }))
        let opening = Task { await app.run(app.flows.openArticle("a", from: .home)) }
        await gate.arrived(2)
        #expect(app.actions.count == 3)
        await gate.open()
        await opening.value
        #expect(app.actions.count == 11)
    }

    @Test(arguments: [
        (RequestResult<Article>.failure(.notFound), RequestResult<[User]>.success([]), RequestFailure.notFound),
        (.success(.sample("a")), .failure(.forbidden), .forbidden),
        (.failure(.timedOut), .failure(.forbidden), .timedOut),
    ])
    func `If either request fails, the error is shown and the loading ends`(
        article: RequestResult<Article>,
        stockers: RequestResult<[User]>,
        expected: RequestFailure
    ) async {
        let app = RecordingApp(StubRepository(article: article, stockers: stockers))
        await app.run(app.flows.openArticle("a", from: .home))
        #expect(
            app.dispatched([
                ArticleDetailIdAction(articleId: "a"),
                PushScreenAction(screen: .article),
                LoadingAction(isLoading: true),
                ArticleDetailErrorAction(error: expected),
                LoadingAction(isLoading: false),
            ])
        )
        #expect(app.state.articleDetail == ArticleDetailState(articleId: "a", error: expected))
        #expect(app.state.loading.isLoading == false)
    }

    @Test func `A stock status that cannot be loaded is unknown`() async {
        let app = RecordingApp(StubRepository(stocked: .failure(.timedOut)), state: opened(stocked: true))
        await app.run(app.flows.fetchStockStatus(from: .home))
        #expect(
            app.dispatched([
                LoadingAction(isLoading: true),
                ArticleDetailFetchingStockStatusAction(fetchingStockStatus: true),
                LoadingAction(isLoading: false),
                ArticleDetailFetchingStockStatusAction(fetchingStockStatus: false),
                ArticleDetailHasStockAction(hasStock: nil),
            ])
        )
        #expect(app.state == opened(stocked: nil))
    }

    @Test(arguments: [Bool?.none, false, true])
    func `A failed stocking leaves the status unchanged`(before: Bool?) async {
        let app = RecordingApp(StubRepository(setStockedFailure: .forbidden), state: opened(stocked: before))
        await app.run(app.flows.toggleStock(from: .home))
        #expect(
            app.dispatched([
                LoadingAction(isLoading: true),
                LoadingAction(isLoading: false),
                ArticleDetailHasStockAction(hasStock: before),
            ])
        )
        #expect(app.state == opened(stocked: before))
    }

    @Test func `Without an open article, the stock status is neither requested nor changed`() async {
        let app = RecordingApp(StubRepository())
        await app.run(app.flows.fetchStockStatus(from: .user))
        await app.run(app.flows.toggleStock(from: .user))
        #expect(app.dispatched([]))
    }

    @Test func `Answers for an article that was closed meanwhile are dropped, and the loading ends`() async {
        let gate = Gate()
        let app = RecordingApp(StubRepository(willAnswer: { _ in await gate.pass() }))
        let opening = Task { await app.run(app.flows.openArticle("a", from: .home)) }
        await gate.arrived(2)
        await app.run(app.flows.leaveArticle(from: .home))
        await gate.open()
        await opening.value
        #expect(app.state == AppState())
    }

    private func opened(stocked: Bool?) -> AppState {
        AppState(
            articleDetail: ArticleDetailState(articleId: "a", articleDetail: .sample("a"), stockStatus: stocked),
            navigation: NavigationState(stack: [.home, .article])
        )
    }
}
