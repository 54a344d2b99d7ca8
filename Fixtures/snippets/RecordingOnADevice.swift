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
}

@propertyWrapper final class State<Value> {
    var wrappedValue: Value

    init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

protocol View {
    associatedtype Body
    @ViewBuilder var body: Body { get }
}

extension View where Body == Never {
    var body: Never { fatalError() }
}

struct Pair<First, Second>: View {
    typealias Body = Never
}

@resultBuilder enum ViewBuilder {
    static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    static func buildEither<First: View, Second: View>(first: First) -> Pair<First, Second> { Pair() }
    static func buildEither<First: View, Second: View>(second: Second) -> Pair<First, Second> { Pair() }
}

struct ShareLink: View {
    typealias Body = Never

    init(_ title: String, item: URL) {}
}

struct Button: View {
    typealias Body = Never

    init(_ title: String, action: @escaping () -> Void) {}
}

// SNIPPET: struct ReportButton: View {

class UIEvent {
    enum EventSubtype {
        case motionShake
    }
}

class UIActivityViewController: UIViewController {
    init(activityItems: [Any], applicationActivities: [Any]?) {
        super.init()
    }
}

@MainActor class UIViewController {
    init() {}
    func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    func present(_ controller: UIViewController, animated: Bool) {}
}

final class ListController: UIViewController {
    // SNIPPET: override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
}
