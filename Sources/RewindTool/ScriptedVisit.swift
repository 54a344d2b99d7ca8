import ArticleClient
import QiitaServer
import RewindStore

/// A visit to the article client as a reader might make it, over HTTP to a local server.
@MainActor
enum ScriptedVisit {
    /// Plays the visit in a new store with the given middleware.
    ///
    /// - Throws: `QiitaServerError` or `ArticleClientError` when the server cannot be had.
    static func run(middleware: [Middleware<AppState>]) async throws {
        try await QiitaServer.run { server in
            let app = ArticleApp(repository: try server.repository(), middleware: middleware)
            let (store, flows) = (app.store, app.flows)

            await store.dispatch(flows.refresh(.home))
            while !store.state.home.finishMoreUserArticle, store.state.home.errorMessage == nil {
                await store.dispatch(flows.showMore(.home))
            }
            guard let articles = store.state.home.articleList, let first = articles.first, let other = articles.last
            else {
                return
            }
            await readAndStock(first, store, flows)
            await visitAuthor(of: first, store, flows)
            await failAndRetry(other, server, store, flows)
        }
    }

    private static func readAndStock(_ article: Article, _ store: Store<AppState>, _ flows: ArticleFlows) async {
        await store.dispatch(flows.openArticle(article.id, from: .home))
        await store.dispatch(flows.toggleStock(from: .home))
        await store.dispatch(flows.toggleStock(from: .home))
        await store.dispatch(flows.leaveArticle(from: .home))
    }

    private static func visitAuthor(of article: Article, _ store: Store<AppState>, _ flows: ArticleFlows) async {
        await store.dispatch(flows.openUser(article.user.id))
        if let his = store.state.userArticleList.articleList?.last {
            await store.dispatch(flows.openArticle(his.id, from: .user))
            await store.dispatch(flows.leaveArticle(from: .user))
        }
        await store.dispatch(flows.leaveUser())
    }

    private static func failAndRetry(
        _ article: Article,
        _ server: QiitaServer,
        _ store: Store<AppState>,
        _ flows: ArticleFlows
    ) async {
        let path = "/api/v2/items/\(article.id)"
        await server.add(Failure(.status(500, nil), on: .nth(1), method: "GET", path: path))
        await store.dispatch(flows.openArticle(article.id, from: .home))
        await store.dispatch(flows.leaveArticle(from: .home))
        await store.dispatch(flows.openArticle(article.id, from: .home))
    }
}
