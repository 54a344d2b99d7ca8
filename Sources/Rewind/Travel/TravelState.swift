import RewindSession

/// The dispatching side's state of time travel: the states that it keeps, and the pending restorations.
struct TravelState {
    /// A restoration that was dispatched to the store.
    private struct Pending {
        let ticket: Int
        let seq: Int
        let tip: Int
    }

    /// The type of the restorations of the store.
    private let type: ObjectIdentifier
    /// The states that need no decoding.
    var recent = RecentStates()
    /// True if a reducer handles restorations.
    var hasReducer = false
    /// True if only travel changes a state in the past.
    var isLocking = false
    var isPlaying = false
    /// The latest restoration, until it reaches the reducer.
    private var pending: Pending?
    /// True if an action was recorded while the restoration was pending, which may then never reach the reducer.
    private var isOvertaken = false
    /// The number of restorations created.
    private var tickets = 0
    /// The number of running calls that dispatch a restoration. During such a call, middleware and subscribers see the
    /// restored state, even after the reducer has handled it.
    private var deliveries = 0

    init(_ type: Any.Type) {
        self.type = ObjectIdentifier(type)
    }

    /// The settings, without anything of a session.
    var settings: TravelState {
        var settings = self
        (settings.pending, settings.isPlaying, settings.deliveries) = (nil, false, 0)
        settings.recent = RecentStates()
        _ = settings.recent.setLimits(recent.limits)
        return settings
    }

    /// True while a restoration has not reached the reducer.
    var isRestoring: Bool { pending != nil }

    /// True while a state is being restored.
    var isInProgress: Bool { isPlaying || deliveries > 0 || pending != nil && !isOvertaken }

    /// Returns true if an action is a restoration of `source`, or an enum case that contains one.
    ///
    /// - Complexity: One comparison, except for enums while a restoration is pending.
    func isRestoration(_ action: Any, of source: ObjectIdentifier) -> Bool {
        if ObjectIdentifier(Swift.type(of: action)) == type { return (action as? any AnyRestoration)?.source == source }
        guard pending != nil, let payload = EnumCase(of: action)?.payload?.value else { return false }
        return ObjectIdentifier(Swift.type(of: payload)) == type && (payload as? any AnyRestoration)?.source == source
    }

    /// Returns the position of a store at `cursor` once the pending restorations have been applied.
    func destination(from cursor: StoreCursor) -> StoreCursor {
        guard let pending, !isOvertaken else { return cursor }
        var destination = cursor
        destination.move(to: pending.seq, tip: pending.tip)
        return destination
    }

    /// Returns the number of the next restoration.
    mutating func nextTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Records that an action is recorded.
    mutating func noteAction() {
        isOvertaken = true
    }

    /// Records that a restoration is about to be dispatched to the store.
    mutating func willGive(_ restoration: some AnyRestoration) {
        pending = Pending(ticket: restoration.ticket, seq: restoration.seq, tip: restoration.tip)
        isOvertaken = false
        deliveries += 1
    }

    /// Records that the dispatch of a restoration has returned, and without a reducer, that the restoration is applied.
    mutating func didGive() {
        deliveries -= 1
        if !hasReducer { pending = nil }
    }

    /// Records that the dispatch of a restoration begins.
    mutating func beginDelivery() {
        deliveries += 1
    }

    /// Records that the dispatch of a restoration has ended.
    mutating func endDelivery() {
        deliveries -= 1
    }

    /// Records that a restoration has reached a reducer.
    mutating func didRestore(_ restoration: some AnyRestoration) {
        if let pending, pending.ticket <= restoration.ticket { self.pending = nil }
    }
}
