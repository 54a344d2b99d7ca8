import SessionFile

/// What the dispatching side of a recorder has of time travel.
struct Travelling {
    /// What the restorations of the store's states are.
    private let type: ObjectIdentifier
    /// The states that need not be decoded.
    var recent = RecentStates(limit: TimeTravelOptions().statesInMemory)
    /// Whether a reducer handles restorations.
    var hasReducer = false
    /// Whether nothing but travel changes a state of the past.
    var isLocking = false
    /// How many restorations are on their way to the reducer.
    var pending = 0
    var isPlaying = false

    init(_ type: Any.Type) {
        self.type = ObjectIdentifier(type)
    }

    /// Whether an action is a restoration, or an enum's case with one.
    ///
    /// - Complexity: a comparison, but for enums while one is on its way.
    func isRestoration(_ action: Any) -> Bool {
        if ObjectIdentifier(Swift.type(of: action)) == type { return true }
        guard pending > 0, let payload = EnumCase(of: action)?.payload?.value else { return false }
        return ObjectIdentifier(Swift.type(of: payload)) == type
    }
}
