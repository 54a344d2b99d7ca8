// What the snippets of all pages assume.
import Foundation
import Rewind
import RewindStore

struct AppState: Codable {}

func appReducer(action: any Action, state: AppState?) -> AppState {
    state ?? AppState()
}

let file = URL(filePath: "a.rewind")
let url = file
let recorder = Recorder<AppState>(in: SessionFolder(file))
var thunks: Middleware<AppState> { createThunkMiddleware() }
@MainActor var store: Store<AppState> { Store(reducer: appReducer, state: nil) }
