/// The subscribers of a store, in the order of their subscriptions.
///
/// Releasing an entry may run app code that calls the store. Methods therefore return removed entries, and the store
/// releases them after the change.
struct Registrations<State> {
    /// The active entries, and those that were canceled or whose subscribers were deallocated since the last
    /// ``removeDead()``.
    private(set) var inOrder: [Registration<State>] = []
    private var ofSubscriber: [ObjectIdentifier: Registration<State>] = [:]
    /// Twice the number of entries that were alive after the last removal.
    private var limit = 16

    /// True if ``removeDead()`` is to be called. This happens rarely enough that removals cost no more than additions
    /// in total.
    var areMany: Bool { inOrder.count > limit }

    /// Adds an entry at the end, and returns the entry of the same subscriber that it replaces, to be canceled.
    ///
    /// - Complexity: O(1), amortized.
    mutating func add(
        _ registration: Registration<State>,
        of subscriber: any AnyStoreSubscriber
    ) -> Registration<State>? {
        inOrder.append(registration)
        // A new subscriber may have the address of a deallocated one, whose entry is dead.
        return ofSubscriber.updateValue(registration, forKey: ObjectIdentifier(subscriber))
    }

    /// Removes and returns the subscriber's entry, to be canceled; nil if none exists.
    ///
    /// - Complexity: O(1).
    mutating func remove(of subscriber: any AnyStoreSubscriber) -> Registration<State>? {
        ofSubscriber.removeValue(forKey: ObjectIdentifier(subscriber))
    }

    /// Removes entries that are canceled or whose subscribers were deallocated, and returns all previous entries.
    ///
    /// - Complexity: O(*n*), where *n* is the number of entries.
    mutating func removeDead() -> [Registration<State>] {
        let all = inOrder
        inOrder = all.filter(\.isAlive)
        ofSubscriber = ofSubscriber.filter { $0.value.isAlive }
        limit = max(16, 2 * inOrder.count)
        return all
    }
}
