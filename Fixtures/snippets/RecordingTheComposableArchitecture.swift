import Foundation
import Rewind
import RewindTravel

// SNIPPET: extension Reducer {

// SNIPPET: extension Effect {

nonisolated struct AppFeature: Reducer {
    struct State {}

    // SNIPPET: enum Action {

    func _reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@MainActor func travel(_ recorder: Recorder<AppFeature.State>) throws {
    // SNIPPET: let store = Store(initialState: AppFeature.State()) {
}
