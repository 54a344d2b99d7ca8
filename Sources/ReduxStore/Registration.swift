/// One subscriber's entry in a store: whom to tell, for as long as it lives, and how.
final class Registration<State> {
    /// The subscriber, which the store does not keep alive.
    private(set) weak var subscriber: (any AnyStoreSubscriber)?
    private let tell: (_ old: State?, _ new: State) -> Void

    /// Whether the subscriber is still there.
    var isAlive: Bool { subscriber != nil }

    /// Creates the entry of a subscriber that is told through `tell`.
    init(_ subscriber: any AnyStoreSubscriber, tell: @escaping (_ old: State?, _ new: State) -> Void) {
        self.subscriber = subscriber
        self.tell = tell
    }

    /// Tells the subscriber, unless it was unsubscribed or is gone.
    func notify(old: State?, new: State) {
        guard isAlive else { return }
        tell(old, new)
    }

    /// Makes every later ``notify(old:new:)`` do nothing, also one of a round of notifications that is under way.
    func cancel() {
        subscriber = nil
    }
}
