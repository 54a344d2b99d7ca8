import Foundation
import OpenCombine
import Rewind
import RewindStore

nonisolated struct Query: Codable, Sendable {}
nonisolated struct Page: Codable, Sendable {}
nonisolated struct Draft { let id: Int }
nonisolated struct ServerError: Error {}
nonisolated struct ItemsLoaded: Action {
    init(_ result: Result<Page, any Error>) {}
}
nonisolated struct RequestFailed {
    init(_ error: any Error) {}
}
nonisolated enum CounterAction { case increase }

let query = Query()
let draft = Draft(id: 1)
let jpeg = Data()
let queue = DispatchQueue(label: "queue")

nonisolated func writeFile() {}

func save(_ draft: Draft) -> Thunk<AppState> { Thunk { _, _ in } }

nonisolated struct Client: Sendable {
    func items(_ query: Query) async throws -> Page { Page() }
    func names(_ text: String) -> AnyPublisher<[String], ServerError> { Empty().eraseToAnyPublisher() }
    func items(_ query: Query, _ completion: @escaping @MainActor (Result<Page, any Error>) -> Void) {}
}
let client = Client()

@MainActor struct Requests {
    // SNIPPET: func items(_ query: Query) async throws -> Page {
}

@MainActor func callback() {
    // SNIPPET: let request = recorder.beginEffect("GET /items", input: query)
}

@MainActor struct Taps {
    // SNIPPET: func saveTapped() {
}

@MainActor func carry() {
    // SNIPPET: let cause = Cause.current
}

// SNIPPET: extension Publisher {

@MainActor struct CounterStore {
    let actions = PassthroughSubject<CounterAction, Never>()
    let texts = PassthroughSubject<String, Never>()
    let scheduler = ImmediateScheduler.shared
    // SNIPPET: func send(_ action: CounterAction) {

    // SNIPPET: func names(_ text: String) -> some Publisher<[String], ServerError> {

    func debounced() {
        // SNIPPET: let settled = texts.keepingCauses { $0.debounce(for: .milliseconds(300), scheduler: scheduler) }
        _ = settled
    }
}

@MainActor func loop(_ actions: AsyncStream<(Cause, CounterAction)>, _ reduce: (Int, CounterAction) -> Int) async {
    var state = 0
    func startEffects(of action: CounterAction) {}
    // SNIPPET: for await (cause, action) in actions {
}

@MainActor struct ActionCreators {
    struct Dispatcher { func dispatch(_ action: RequestFailed) {} }
    let dispatcher = Dispatcher()
    // SNIPPET: func perform(_ name: String = #function, _ work: @escaping () async throws -> Void) {
}
