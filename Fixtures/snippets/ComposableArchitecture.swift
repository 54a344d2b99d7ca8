// The declarations of the Composable Architecture, and of what it exports, that the snippets use.
public struct Effect<Action> {
    public static var none: Self { Self() }
}

public protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action

    func _reduce(into state: inout State, action: Action) -> Effect<Action>
}

public struct Reduce<State, Action>: Reducer {
    private let reduce: (inout State, Action) -> Effect<Action>

    public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        self.reduce = reduce
    }

    public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
        reduce(&state, action)
    }
}

@MainActor public final class Store<State, Action> {
    public init<R: Reducer<State, Action>>(initialState: State, reducer: () -> R) {}

    public func send(_ action: Action) {}
}

public protocol CustomDumpRepresentable {
    var customDumpValue: Any { get }
}

public protocol CustomDumpReflectable {
    var customDumpMirror: Mirror { get }
}

public protocol CustomDumpStringConvertible {
    var customDumpDescription: String { get }
}
