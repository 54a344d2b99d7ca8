// The declarations of the Composable Architecture, and of what it exports, that the snippets use.
public struct Effect<Action> {
    public static var none: Self { Self() }

    public static func publisher(_ createPublisher: () -> some Publisher<Action, Never>) -> Self { Self() }
}

public protocol Subscriber<Input, Failure> {
    associatedtype Input
    associatedtype Failure: Error
}

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public struct _EffectPublisher<Action>: Publisher {
    public typealias Output = Action
    public typealias Failure = Never

    public init(_ effect: Effect<Action>) {}

    public func receive(subscriber: some Subscriber<Action, Never>) {}
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
