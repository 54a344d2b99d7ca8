import ArticleClient
import QiitaServer
import Rewind
import RewindSession
import RewindStore
import RewindTravel

/// A scripted visit to the article client, over HTTP with a local server, with the pauses of a reader.
@MainActor
struct ScriptedVisit {
    /// Returns the approximate length of a visit, in seconds.
    static func length(crashing: Bool) -> Double { crashing ? 16 : 59 }

    private let recorder: Recorder<AppState>
    private let clock: VisitClock
    private let server: QiitaServer
    private let app: ArticleApp
    private let travel: TimeTravel<AppState>

    /// Runs the visit in a new store.
    ///
    /// - Parameters:
    ///   - recorder: The recorder, which uses `clock`.
    ///   - language: The language of the client and the articles.
    ///   - crashing: Whether the client has the bug that ends the process.
    ///   - middleware: Additional middleware.
    /// - Returns: The bookmark for the error that the reader sees.
    /// - Throws: `QiitaServerError`, `ArticleClientError` or `TimeTravelError`.
    static func run(
        recorder: Recorder<AppState>,
        clock: VisitClock,
        language: Language,
        crashing: Bool = false,
        middleware: [Middleware<AppState>] = []
    ) async throws -> Bookmark? {
        try await QiitaServer.run(in: language) { server in
            let order = RequestOrder()
            let repository = PacedRepository(
                repository: try server.repository(in: language),
                clock: clock,
                order: order
            )
            let visit = ScriptedVisit(
                recorder: recorder,
                clock: clock,
                server: server,
                repository: repository,
                language: language,
                order: order,
                middleware: middleware,
                reducer: { action, state in
                    defer { clock.work(on: action) }
                    guard crashing else { return try linkedAppReducer(action: action, state: state) }
                    // Without a flush, the content of the recording would depend on the speed of the machine.
                    if clock.isFixed, CrashingClient.traps(action) { recorder.flush(atMost: .seconds(60)) }
                    return try CrashingClient.reducer(action: action, state: state)
                }
            )
            return try await visit.run(crashing: crashing)
        }
    }

    private init(
        recorder: Recorder<AppState>,
        clock: VisitClock,
        server: QiitaServer,
        repository: any ArticleRepository,
        language: Language,
        order: RequestOrder,
        middleware: [Middleware<AppState>],
        reducer: @escaping (any Action, AppState?) throws -> AppState
    ) {
        let app = ArticleApp(
            repository: OrderedRepository(
                repository: RecordedRepository(repository: repository, recorder: recorder),
                order: order
            ),
            recordedBy: recorder,
            state: language.initialState,
            reducer: reducer,
            middleware: middleware
        )
        self.recorder = recorder
        self.clock = clock
        self.server = server
        self.app = app
        travel = TimeTravel(recorder) { app.store.dispatch($0) }
        language.begin(app.store)
    }

    private func run(crashing: Bool) async throws -> Bookmark? {
        let store = app.store
        await tap(.refresh, app.flows.refresh(.home))
        while !crashing, !store.state.home.finishMoreUserArticle, store.state.home.errorMessage == nil {
            clock.pass(1.9)
            await tap(.more, app.flows.showMore(.home))
        }
        guard let articles = store.state.home.articleList, let first = articles.first, let other = articles.last else {
            return nil
        }
        clock.pass(2.4)
        await readAndStock(first)
        if crashing {
            await openArticleWithoutStockers(articles)
            return nil
        }
        await visitAuthor(of: first)
        let bookmark = await fail(toOpen: other)
        try await undoRefresh()
        await open(other, from: .home)
        return bookmark
    }

    private func tap(_ tap: Tap, _ flow: AsyncThunk<AppState>) async {
        await app.run(flow, by: tap, recordedBy: recorder)
    }

    private func open(_ article: Article, from source: ArticleSource) async {
        await tap(.open(articleId: article.id), app.flows.openArticle(article.id, from: source))
    }

    private func leave(_ source: ArticleSource) async {
        await tap(.back, app.flows.leaveArticle(from: source))
    }

    private func readAndStock(_ article: Article) async {
        await open(article, from: .home)
        clock.pass(8)
        await tap(.stock, app.flows.toggleStock(from: .home))
        clock.pass(1.6)
        await tap(.stock, app.flows.toggleStock(from: .home))
        clock.pass(0.9)
        await leave(.home)
    }

    private func visitAuthor(of article: Article) async {
        clock.pass(2.2)
        await tap(.user(userId: article.user.id), app.flows.openUser(article.user.id))
        clock.pass(4.1)
        if let his = app.store.state.userArticleList.articleList?.last {
            await open(his, from: .user)
            clock.pass(11.5)
            await leave(.user)
        }
        clock.pass(1.3)
        await tap(.back, app.flows.leaveUser())
    }

    /// Makes the server fail for an article. Returns the bookmark for the error that the reader then sees.
    private func fail(toOpen article: Article) async -> Bookmark {
        let path = "/api/v2/items/\(article.id)"
        await server.add(Failure(.status(500, nil), on: .nth(1), method: "GET", path: path))
        clock.pass(3.2)
        await open(article, from: .home)
        let bookmark = Bookmark(
            name: "error",
            seq: travel.position,
            note: "The article does not open.",
            at: clock.now()
        )
        clock.pass(2.7)
        await leave(.home)
        return bookmark
    }

    /// Simulates a broken link, and an accidental reload of the list that is undone.
    private func undoRefresh() async throws {
        clock.pass(2.1)
        recorder.withCallSite(CallSite()) { app.store.dispatch(ArticleSource.home.articleId("")) }
        clock.pass(1.7)
        let before = travel.position
        await tap(.refresh, app.flows.refresh(.home))
        clock.pass(3.4)
        try travel.undo(travel.position - before)
        clock.pass(1.2)
    }

    /// Opens an article without stockers, at which the client with the bug traps.
    private func openArticleWithoutStockers(_ articles: [Article]) async {
        clock.pass(2.2)
        // In that time, a recorder would have written everything.
        recorder.flush(atMost: .seconds(60))
        for article in articles where await server.stockers(of: article.id).isEmpty {
            return await open(article, from: .home)
        }
    }
}
