import ArticleClient
import QiitaServer
import Rewind
import RewindStore
import RewindTravel

/// The article client in a live demo, over HTTP with a local server: taps on its screens control it, it is recorded,
/// and it can travel in its recording.
@MainActor
final class LiveDemo {
    private let recorder: Recorder<AppState>
    let travel: TimeTravel<AppState>
    let app: ArticleApp
    /// The requests in progress of which only one at a time is allowed.
    private var underWay: Set<Request> = []

    private struct Request: Hashable {
        let tap: Tap
        let screen: Screen
    }

    /// Runs the client, with its first list loaded, until `body` returns or throws, and ends the recording.
    ///
    /// - Parameters:
    ///   - recorder: The recorder, which records from the first action on.
    ///   - language: The language of the client and the articles.
    ///   - failureRate: The share of failed responses, from 0 to 1.
    ///   - seed: The seed of the failures; the same seed fails the same requests.
    /// - Throws: Any error of `body`; `QiitaServerError` or `ArticleClientError` if the server cannot be started.
    static func run<Value: Sendable>(
        recorder: Recorder<AppState>,
        language: Language,
        failureRate: Double = 0,
        seed: UInt64 = 1,
        _ body: @MainActor (LiveDemo) async throws -> Value
    ) async throws -> Value {
        defer { recorder.close() }
        let failures = failureRate > 0 ? [Failure.sometimes(failureRate, seed: seed)] : []
        return try await QiitaServer.run(in: language, failures: failures) { server in
            let demo = LiveDemo(repository: try server.repository(in: language), language: language, recorder: recorder)
            try demo.open()
            await demo.tap(Tap.refresh.name)
            return try await body(demo)
        }
    }

    private init(repository: some ArticleRepository, language: Language, recorder: Recorder<AppState>) {
        let recorded = RecordedRepository(repository: repository, recorder: recorder)
        let app = ArticleApp(repository: recorded, recordedBy: recorder, state: language.initialState)
        self.recorder = recorder
        self.app = app
        travel = TimeTravel(recorder) { app.store.dispatch($0) }
        language.begin(app.store)
    }

    /// Opens the client to travel and dispatch from outside.
    private func open() throws(TimeTravelError) {
        let store = app.store
        try travel.open(actions: ActionCatalog.types) { (action: any Action) in store.dispatch(action) }
    }

    /// The client's current state.
    var state: AppState { app.store.state }

    /// Performs a tap on the visible screen, and returns when its requests have completed.
    ///
    /// - Returns: False, without any effect, if the screen has no element with that name or its request is already in
    ///   progress.
    @discardableResult
    func tap(_ name: String) async -> Bool {
        guard let tap = Tap(name: name), let flow = app.flows.flow(for: tap, in: state) else { return false }
        let request = Request(tap: tap, screen: state.navigation.top)
        switch tap {
        case .more, .refresh, .retry, .stock:
            guard underWay.insert(request).inserted else { return false }
        case .open, .user, .back: break
        }
        defer { underWay.remove(request) }
        await app.run(flow, by: tap, recordedBy: recorder)
        return true
    }
}
