import RewindSession

/// By what an action comes to a recorder.
@usableFromInline
enum EntryPoint: Equatable, Sendable {
    /// A middleware, of which a recorder can have made several.
    case middleware(Int)
    /// `recording(_:state:dispatch:)`.
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
    private var hasTold = false

    /// Another middleware.
    mutating func makeMiddleware() -> EntryPoint {
        middlewares += 1
        return .middleware(middlewares)
    }

    /// Whether an action that comes by `entryPoint`, while `enclosing` is under way by `enclosingPoint`, is that one once
    /// more; for the first time.
    ///
    /// Only what is certain counts: an action of another type or case is another one, and so is one that comes by the same
    /// way, as from a subscriber.
    mutating func isDoubled(_ action: Any, by entryPoint: EntryPoint, of enclosing: Any, by enclosingPoint: EntryPoint)
        -> Bool
    {
        guard !hasTold, entryPoint != enclosingPoint,
            type(of: action) == type(of: enclosing),
            EnumCase.path(of: action) == EnumCase.path(of: enclosing)
        else { return false }
        hasTold = true
        return true
    }
}
