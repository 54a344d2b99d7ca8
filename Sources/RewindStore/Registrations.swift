/// The subscribers of a store, in the order in which they subscribed.
///
/// What an entry frees with itself may be the app's, and call the store while it goes. So nothing here lets go of an
/// entry: each method hands it to the store, which does when the entries are no longer being changed.
struct Registrations<State> {
    /// Those that are told; and those cancelled or gone since ``removeDead()``, which are told nothing.
    private(set) var inOrder: [Registration<State>] = []
    private var ofSubscriber: [ObjectIdentifier: Registration<State>] = [:]
    /// Twice as many as were alive the last time that the dead were removed.
    private var limit = 16

    /// Whether so many were added that it is time for ``removeDead()``: seldom enough that all the removing costs no
    /// more than all the adding.
    var areMany: Bool { inOrder.count > limit }

    /// Adds the subscriber's entry at the end, and returns the earlier one that it replaces, to be cancelled.
    ///
    /// - Complexity: O(1), amortized.
    mutating func add(
        _ registration: Registration<State>,
        of subscriber: any AnyStoreSubscriber
    ) -> Registration<State>? {
        inOrder.append(registration)
        // Where a subscriber is gone, another may live at its address by now: that entry is dead, and as good as none.
        return ofSubscriber.updateValue(registration, forKey: ObjectIdentifier(subscriber))
    }

    /// Returns the subscriber's entry, if it has one, to be cancelled.
    ///
    /// - Complexity: O(1).
    mutating func remove(of subscriber: any AnyStoreSubscriber) -> Registration<State>? {
        ofSubscriber.removeValue(forKey: ObjectIdentifier(subscriber))
    }

    /// Forgets the entries that are cancelled or whose subscriber is gone, and returns all that there were.
    ///
    /// - Complexity: O(n) in the number of entries.
    mutating func removeDead() -> [Registration<State>] {
        let all = inOrder
        inOrder = all.filter(\.isAlive)
        ofSubscriber = ofSubscriber.filter { $0.value.isAlive }
        limit = max(16, 2 * inOrder.count)
        return all
    }
}
