import RewindSession

/// What the dispatching side of a recorder has of time travel.
struct Travelling {
    /// A restoration that was given to the store.
    struct Pending {
        let ticket: Int
        let seq: Int
        let tip: Int
    }

    /// What the restorations of the store's states are.
    private let type: ObjectIdentifier
    /// The states that need not be decoded.
    var recent = RecentStates(limit: RecentStates.usualLimit)
    /// Whether a reducer handles restorations.
    var hasReducer = false
    /// Whether nothing but travel changes a state of the past.
    var isLocking = false
    /// The latest restoration, while it is on its way to the reducer.
    var pending: Pending?
    /// Whether an action was recorded while that one was on its way: it may never come.
    var isOvertaken = false
    /// How many restorations were made.
    var tickets = 0
    var isPlaying = false
    /// How many calls are under way in which the store is given a restoration: its middleware and subscribers are told
    /// of the state in them, also after the reducer has come to it.
    var deliveries = 0

    /// Whether the store is being brought to a state.
    var isOnItsWay: Bool { isPlaying || deliveries > 0 || pending != nil && !isOvertaken }

    init(_ type: Any.Type) {
        self.type = ObjectIdentifier(type)
    }

    /// Whether an action is a restoration of `source`, or an enum's case with one.
    ///
    /// - Complexity: a comparison, but for enums while one is on its way.
    func isRestoration(_ action: Any, of source: ObjectIdentifier) -> Bool {
        if ObjectIdentifier(Swift.type(of: action)) == type { return (action as? any AnyRestoration)?.source == source }
        guard pending != nil, let payload = EnumCase(of: action)?.payload?.value else { return false }
        return ObjectIdentifier(Swift.type(of: payload)) == type && (payload as? any AnyRestoration)?.source == source
    }
}
