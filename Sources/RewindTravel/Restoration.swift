import Rewind
import RewindTree

/// The action that restores a state of the recording in a store.
///
/// Make it an action of the app:
///
/// ```swift
/// extension Restoration: @retroactive Action {}
/// ```
///
/// or a case of an action enum, with the restoration as its only associated value. A reducer from
/// `travelingReducer(wrapping:)` handles it; other reducers use ``state``. In the store of another recorder, it is an ordinary
/// action.
public struct Restoration<State> {
    /// The state to restore.
    public var state: State { box.state }
    /// The number of the action that led to the state; 0 for the initial state.
    public let seq: Int

    let box: StateBox<State>
    /// The dispatch recorder that the restoration is for.
    package let source: ObjectIdentifier
    /// The number of the restoration there.
    package let ticket: Int
    /// The state in the session.
    package let tree: Tree
    /// The last action of the session when the restoration was created.
    package let last: Int
    /// The seq that redo leads to from the state.
    package let tip: Int
}

extension Restoration: Sendable where State: Sendable {}

extension Restoration: AnyRestoration {}

extension Restoration: Equatable where State: Equatable {
    public static func == (left: Restoration, right: Restoration) -> Bool {
        (left.seq, left.state) == (right.seq, right.state)
    }
}
