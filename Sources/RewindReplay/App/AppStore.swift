import RewindTree

/// An app's store during a re-run: one state and one action at a time. Used from one thread at a time.
package protocol AppStore: AnyObject {
    /// True if the app has a state before the first action, because its reducer cannot create one.
    var needsState: Bool { get }

    /// Sets the state to a recorded one; null for no state.
    ///
    /// - Throws: `DecodingError`, and errors of an `init(from:)`.
    func setState(_ tree: Tree) throws

    /// Returns the tree of the state; null for no state.
    ///
    /// - Complexity: Linear in the changes since the last encoded state.
    /// - Throws: Errors of an `encode(to:)`.
    func stateTree() throws -> Tree

    /// Returns pointers to the members of the state that a decoded copy does not have, because they are not encoded.
    ///
    /// - Throws: Errors of an `encode(to:)` or `init(from:)`.
    func lostMembers() throws -> [Pointer]

    /// Returns a function that restores the current state.
    func keepState() -> () -> Void

    /// Returns true if the app has a substitute for recorded actions with this name, which are then not decoded.
    func isReady(_ name: String) -> Bool

    /// Returns the registered type for a recorded name: the longest name that is equal to it, or to its beginning
    /// before a dot, as in `Home.row.delete`. Nil if no type matches.
    func registeredType(of name: String) -> String?

    /// Sets the action to a recorded one.
    ///
    /// - Throws: `ReplayError`, `DecodingError`, and errors of an `init(from:)`.
    func setAction(named name: String, _ payload: Tree) throws

    /// Returns the action as the recorder would write it: its name with those of its cases, and its tree; nil for a
    /// substitute, and if its type does not encode.
    func actionRecord() -> (type: String, payload: Tree)?

    /// Reduces the action without changing the state of the store.
    ///
    /// - Throws: Errors of an `encode(to:)`. An error of the reducer is part of the attempt.
    func attempt() throws -> Attempt

    /// Sets the state to that of the last attempt.
    func commit()
}

/// The result of reducing an action.
package struct Attempt: Equatable, Sendable {
    /// The state after the action.
    package let state: Tree
    /// The text of the error that the reducer threw; nil if it did not throw.
    package let error: String?
}
