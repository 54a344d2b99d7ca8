import Foundation
import Rewind

// The parts of SwiftUI that the snippets use.
enum ScenePhase {
    case active, background
}

struct EnvironmentValues {
    var scenePhase = ScenePhase.active
}

@propertyWrapper struct Environment<Value> {
    let wrappedValue: Value

    init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        wrappedValue = EnvironmentValues()[keyPath: keyPath]
    }
}

protocol Scene {}

struct WindowGroup<Content>: Scene {
    init(content: () -> Content) {}

    func onChange<Value: Equatable>(of value: Value, _ action: (Value, Value) -> Void) -> some Scene {
        self
    }
}

struct RootView {}

struct CounterApp {
    // SNIPPET: @Environment(\.scenePhase) private var scenePhase
}

let sessions = SessionFolder(file)

@MainActor struct Reporting {
    // SNIPPET: func consentChanged(to agrees: Bool) {

    // SNIPPET: func exportLatestCrash(to file: URL) throws {

    // SNIPPET: func reportTapped() async throws -> URL {
}
