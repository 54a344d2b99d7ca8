import Foundation
import Rewind
import RewindStore

nonisolated struct Query: Codable, Sendable {}
nonisolated struct Page: Codable, Sendable {}
nonisolated struct Draft { let id: Int }
nonisolated struct Product: Sendable { let id: Int }
nonisolated struct Cart: Codable, Sendable {}
nonisolated struct ItemsLoaded: Action {
    init(_ result: Result<Page, any Error>) {}
}
nonisolated struct CartChanged { let cart: Cart }
nonisolated enum CounterAction { case increase }

let query = Query()
let draft = Draft(id: 1)
let jpeg = Data()
let queue = DispatchQueue(label: "queue")

nonisolated func writeFile() {}

func save(_ draft: Draft) -> Thunk<AppState> { Thunk { _, _ in } }

nonisolated struct Client: Sendable {
    func items(_ query: Query) async throws -> Page { Page() }
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

@MainActor struct CounterStore {
    struct Subject { func send(_ action: CounterAction) {} }
    let actions = Subject()
    // SNIPPET: func send(_ action: CounterAction) {
}

nonisolated struct API: Sendable {
    func add(_ product: Product) async throws -> Cart { Cart() }
}

@MainActor struct Shop {
    struct Dispatcher { func dispatch(_ action: CartChanged) {} }
    let api = API()
    let dispatcher = Dispatcher()
    // SNIPPET: func addToCart(_ product: Product) async throws {
}
