import RewindSession

/// What the dispatching side of a recorder has of time travel: the states that it keeps, and the restorations that are on
/// their way to the store.
struct TravelState {
    /// A restoration that was given to the store.
    private struct Pending {
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
    var isPlaying = false
    /// The latest restoration, while it is on its way to the reducer.
    private var pending: Pending?
    /// Whether an action was recorded while that one was on its way: it may never come.
    private var isOvertaken = false
    /// How many restorations were made.
    private var tickets = 0
    /// How many calls are under way in which the store is given a restoration: its middleware and subscribers are told
    /// of the state in them, also after the reducer has come to it.
    private var deliveries = 0

    init(_ type: Any.Type) {
        self.type = ObjectIdentifier(type)
    }

    /// Whether a restoration is on its way to the reducer.
    var isRestoring: Bool { pending != nil }

    /// Whether the store is being brought to a state.
    var isOnItsWay: Bool { isPlaying || deliveries > 0 || pending != nil && !isOvertaken }

    /// Whether an action is a restoration of `source`, or an enum's case with one.
    ///
    /// - Complexity: a comparison, but for enums while one is on its way.
    func isRestoration(_ action: Any, of source: ObjectIdentifier) -> Bool {
        if ObjectIdentifier(Swift.type(of: action)) == type { return (action as? any AnyRestoration)?.source == source }
        guard pending != nil, let payload = EnumCase(of: action)?.payload?.value else { return false }
        return ObjectIdentifier(Swift.type(of: payload)) == type && (payload as? any AnyRestoration)?.source == source
    }

    /// Where a store at `cursor` will be when the restorations that it was given are there.
    func destination(from cursor: StoreCursor) -> StoreCursor {
        guard let pending, !isOvertaken else { return cursor }
        var destination = cursor
        destination.move(to: pending.seq, tip: pending.tip)
        return destination
    }

    /// The number of the next restoration.
    mutating func nextTicket() -> Int {
        tickets += 1
        return tickets
    }

    /// Notes that an action is recorded.
    mutating func noteAction() {
        isOvertaken = true
    }

    /// Notes that a restoration is about to be given to the store.
    mutating func willGive(_ restoration: some AnyRestoration) {
        pending = Pending(ticket: restoration.ticket, seq: restoration.seq, tip: restoration.tip)
        isOvertaken = false
        deliveries += 1
    }

    /// Notes that the store was given a restoration. Where no reducer tells when it is there, it is.
    mutating func didGive() {
        deliveries -= 1
        if !hasReducer { pending = nil }
    }

    /// Notes that the dispatch of a restoration begins.
    mutating func beginDelivery() {
        deliveries += 1
    }

    /// Notes that the dispatch of a restoration is over.
    mutating func endDelivery() {
        deliveries -= 1
    }

    /// Notes that a reducer has come to a restoration.
    mutating func didRestore(_ restoration: some AnyRestoration) {
        if let pending, pending.ticket <= restoration.ticket { self.pending = nil }
    }
}
