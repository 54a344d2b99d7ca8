/// The registration of a subscriber in a store.
final class Registration<State> {
    /// The subscriber, which the store does not retain.
    private weak var subscriber: (any AnyStoreSubscriber)?
    /// The start of the subscription. Nil once canceled, which also releases values captured by operators.
    private var source: Subscription<State>?

    /// True if the subscriber exists and is subscribed.
    var isAlive: Bool { source != nil && subscriber != nil }

    /// Registers a subscriber for the states sent through `source`.
    init(_ subscriber: any AnyStoreSubscriber, source: Subscription<State>) {
        self.subscriber = subscriber
        self.source = source
    }

    /// Notifies the subscriber and returns true, unless it was unsubscribed or deallocated.
    @discardableResult func notify(old: State?, new: State) -> Bool {
        guard let source, subscriber != nil else { return false }
        source.send(old: old, new: new)
        return true
    }

    /// Prevents later notifications, including pending ones of the current dispatch.
    func cancel() {
        _ = source.take()
    }
}
