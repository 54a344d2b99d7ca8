import ArticleClient
import Foundation
import Rewind
import RewindReplay
import RewindStore
import RewindTimeline
import RewindTravel

/// The article client in a replay, without a server: each request has its recorded outcome.
@MainActor
struct ReplayedClient {
    let app: ArticleApp
    let travel: TimeTravel<AppState>
    private let recorder: Recorder<AppState>

    init(_ recorder: Recorder<AppState>, _ state: AppState?) {
        let server = NoServer(language: (state ?? .initial).language)
        let repository = RecordedRepository(repository: server, recorder: recorder)
        let app = ArticleApp(repository: repository, recordedBy: recorder, state: state)
        self.app = app
        self.recorder = recorder
        travel = TimeTravel(recorder) { app.store.dispatch($0) }
    }

    /// The taps by the names of their flows.
    static var flows: [String: @MainActor (ReplayedClient, RecordedValue) async throws -> Void] {
        var flows: [String: @MainActor (ReplayedClient, RecordedValue) async throws -> Void] = [:]
        for kind in ["open", "user", "more", "back", "refresh", "stock", "retry"] {
            flows["tap \(kind)"] = { client, input in await client.tap(kind, input.string) }
        }
        return flows
    }

    static var options: ReplayOptions {
        var options = ReplayOptions()
        options.recorder.redaction = .none
        return options
    }

    /// Returns the flow for a tap. The scripted visit also opens a user from elsewhere.
    private func flow(for tap: Tap) -> AsyncThunk<AppState>? {
        if case .user(let id) = tap { return app.flows.openUser(id) }
        return app.flows.flow(for: tap, in: app.store.state)
    }

    private func tap(_ kind: String, _ id: String?) async {
        let name = id.map { "\(kind)/\($0)" } ?? kind
        guard let tap = Tap(name: name), let flow = flow(for: tap) else { return }
        await recorder.flow("tap \(kind)", input: id) { () async in await app.store.dispatch(flow) }
    }
}

/// A repository that cannot be reached.
private struct NoServer: ArticleRepository {
    let language: Language

    func articles(page: Int) async -> RequestResult<[Article]> { failure() }

    func articles(ofUser userId: String, page: Int) async -> RequestResult<[Article]> { failure() }

    func article(_ id: String) async -> RequestResult<Article> { failure() }

    func stockers(ofArticle id: String) async -> RequestResult<[User]> { failure() }

    func isStocked(article id: String) async -> RequestResult<Bool> { failure() }

    func setStocked(_ isStocked: Bool, article id: String) async -> RequestResult<Bool> { failure() }

    private func failure<Value>() -> RequestResult<Value> {
        .failure(RequestFailure(.unreachable(.cannotConnectToHost), in: language))
    }
}
