import Counter
import Foundation
import Rewind
import RewindAnswers
import RewindReplay
import RewindStore
import Testing

nonisolated struct Add: Action, Codable, Sendable {}

nonisolated func shopReducer(action: any Action, state: AppState?) -> AppState { state ?? AppState() }

@MainActor struct Shop {
    let store: Store<AppState>

    init(recordedBy recorder: Recorder<AppState>, state: AppState? = nil) {
        store = Store(reducer: shopReducer, state: state, middleware: [recorder.middleware()])
    }

    func tap(_ name: String) async {}
}

struct ReplayTests {
    // SNIPPET: @MainActor @Test func `The visit leads to the recorded actions`() async throws {
}

@MainActor func register() {
    // SNIPPET: let app = RegisteredApp(reducer: shopReducer, actions: [Add.self]).runningFlows(
    _ = app
}

// SNIPPET: @Suite struct CounterTests {
