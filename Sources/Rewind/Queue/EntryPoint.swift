import RewindSession

/// By what an action comes to a recorder.
@usableFromInline
enum EntryPoint: Equatable, Sendable {
    /// A middleware, of which a recorder can have made several.
    case middleware(Int)
    /// `recordDispatch(of:state:_:)`.
    case call
    /// A reducer that was wrapped.
    case reducer
    /// `record(_:resultingIn:)`.
    case afterTheFact

    /// Whether an action's states are those that the store has before and after it.
    var asksStore: Bool {
        switch self {
        case .middleware, .call: true
        case .reducer, .afterTheFact: false
        }
    }
}

/// How a recorder is attached to the app. Twice to one store is once too often: each action would be recorded twice.
struct EntryPoints {
    /// What the app is told.
    static let reason = """
        An action came to the recorder by a second way while it was under way by the first: two middlewares of the \
        recorder, or a middleware and a wrapped reducer. Each action is recorded twice. Attach a recorder once.
        """

    private var middlewares = 0
    /// The ways by which the same action came last, one within the other.
    private var doubled: (outer: EntryPoint, inner: EntryPoint)?
    private var hasTold = false

    /// Another middleware.
    mutating func makeMiddleware() -> EntryPoint {
        middlewares += 1
        return .middleware(middlewares)
    }

    /// Whether it is certain, for the first time, that actions are recorded twice, as `action` comes by `inner` while
    /// `enclosing` is under way by `outer`.
    ///
    /// An action of another type or case is another one, and so is one that comes by the same way, as from a subscriber.
    /// Once, it may be the first action of a store that takes the place of the other one; so it takes two.
    mutating func isDoubled(_ action: Any, by inner: EntryPoint, of enclosing: Any, by outer: EntryPoint) -> Bool {
        guard !hasTold, inner != outer, type(of: action) == type(of: enclosing),
            EnumCase.path(of: action) == EnumCase.path(of: enclosing)
        else { return false }
        if let doubled, doubled == (outer, inner) { hasTold = true }
        doubled = (outer, inner)
        return hasTold
    }
}
