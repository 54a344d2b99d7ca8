import RewindSession

/// The way by which an action reaches a recorder.
@usableFromInline
enum EntryPoint: Equatable, Sendable {
    /// A middleware; a recorder may have created several.
    case middleware(Int)
    /// `recordDispatch(of:state:_:)`.
    case call
    /// A wrapped reducer.
    case reducer
    /// `record(_:resultingIn:)`.
    case afterTheFact

    /// True if the states before and after an action are read from the store.
    var asksStore: Bool {
        switch self {
        case .middleware, .call: true
        case .reducer, .afterTheFact: false
        }
    }
}

/// Detects that a recorder is attached to the app twice, which records each action twice.
struct EntryPoints {
    /// The explanation for the app.
    static let reason = """
        An action came to the recorder by a second way while it was under way by the first: two middlewares of the \
        recorder, or a middleware and a wrapped reducer. Each action is recorded twice. Attach a recorder once.
        """

    private var middlewares = 0
    /// The entry points by which the same action last arrived, one inside the other.
    private var doubled: (outer: EntryPoint, inner: EntryPoint)?
    private var hasTold = false

    /// Creates another middleware.
    mutating func makeMiddleware() -> EntryPoint {
        middlewares += 1
        return .middleware(middlewares)
    }

    /// Returns true if it is certain, for the first time, that actions are recorded twice: `action` arrives by `inner`
    /// while `enclosing`, which arrived by `outer`, has not finished.
    ///
    /// An action of another type or case, or by the same entry point, is a different one, such as one from a
    /// subscriber. A single match may be the first action of a replacement store, so two matches are required.
    mutating func isDoubled(_ action: Any, by inner: EntryPoint, of enclosing: Any, by outer: EntryPoint) -> Bool {
        guard !hasTold, inner != outer, type(of: action) == type(of: enclosing),
            EnumCase.path(of: action) == EnumCase.path(of: enclosing)
        else { return false }
        if let doubled, doubled == (outer, inner) { hasTold = true }
        doubled = (outer, inner)
        return hasTold
    }
}
