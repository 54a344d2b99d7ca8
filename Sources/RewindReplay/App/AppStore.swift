import RewindTree

/// An app's store during a re-run: one state and one action at a time. Used from one thread at a time.
package protocol AppStore: AnyObject {
    /// Whether the app has a state before the first action: no reducer makes one of nothing.
    var needsState: Bool { get }

    /// Takes a recorded state; null for none.
    ///
    /// - Throws: `DecodingError`, and what an `init(from:)` throws.
    func setState(_ tree: Tree) throws

    /// The tree of the state; null where there is none.
    ///
    /// - Complexity: linear in what has changed since the last state that was encoded.
    /// - Throws: what an `encode(to:)` throws.
    func stateTree() throws -> Tree

    /// Gives what makes the state the one again that it is now.
    func keepState() -> () -> Void

    /// Whether the app has an action ready for recorded ones with this name: what was recorded of them is not decoded.
    func isReady(_ name: String) -> Bool

    /// The registered type that a recorded name stands for: the longest name that is it, or its beginning before a
    /// dot, as in `Home.row.delete`. Nil when there is none.
    func registeredType(of name: String) -> String?

    /// Takes a recorded action.
    ///
    /// - Throws: `ReplayError`, `DecodingError`, and what an `init(from:)` throws.
    func setAction(named name: String, _ payload: Tree) throws

    /// The action as the recorder would write it: its name with those of its cases, and its tree; nil when its type
    /// does not encode, and for one that was ready.
    func actionRecord() -> (type: String, payload: Tree)?

    /// Reduces the action. The store stays at the state that it is at.
    ///
    /// - Throws: what an `encode(to:)` of the state throws. What the reducer throws is part of the attempt.
    func attempt() throws -> Attempt

    /// Goes on to the state of the last attempt.
    func commit()
}

/// What reducing an action came to.
package struct Attempt: Equatable, Sendable {
    /// The state afterwards.
    package let state: Tree
    /// What the error says that the reducer threw, nil when it threw none.
    package let error: String?
}
