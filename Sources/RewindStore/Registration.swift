/// One subscriber's entry in a store: whom to tell, for as long as it lives, and how.
final class Registration<State> {
    /// The subscriber, which the store does not keep alive.
    private weak var subscriber: (any AnyStoreSubscriber)?
    /// Where the subscriber's subscription begins. Nil once cancelled, which also frees what its operators captured.
    private var source: Subscription<State>?

    /// Whether the subscriber is still there, and still wants to be told.
    var isAlive: Bool { source != nil && subscriber != nil }

    /// Creates the entry of a subscriber that is told what comes through `source`.
    init(_ subscriber: any AnyStoreSubscriber, source: Subscription<State>) {
        self.subscriber = subscriber
        self.source = source
    }

    /// Tells the subscriber, and returns true, unless it was unsubscribed or is gone.
    @discardableResult func notify(old: State?, new: State) -> Bool {
        guard let source, subscriber != nil else { return false }
        source.send(old: old, new: new)
        return true
    }

    /// Makes every later ``notify(old:new:)`` do nothing, also one of a round of notifications that is under way.
    func cancel() {
        _ = source.take()
    }
}
