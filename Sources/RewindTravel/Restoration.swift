import Rewind
import RewindTree

/// The action that puts a state of the recording into a store.
///
/// Make it an action of the app's:
///
/// ```swift
/// extension Restoration: @retroactive Action {}
/// ```
///
/// or a case of the enum that its actions are, with the restoration as its only value. A reducer that came from
/// `timeTravel(_:)` handles it, another one takes ``state``. In the store of another recorder it is an action like others.
public struct Restoration<State> {
    /// The state to be put into the store.
    public let state: State
    /// The action that led to it, 0 for the initial state.
    public let seq: Int

    /// The recorder's dispatching side that it is for.
    package let source: ObjectIdentifier
    /// The number that it has there.
    package let ticket: Int
    /// As the session has it.
    package let tree: Tree
    /// The last action of the session when this was made.
    package let last: Int
    /// Where redo leads to from there.
    package let tip: Int
}

extension Restoration: Sendable where State: Sendable {}

extension Restoration: AnyRestoration {}

extension Restoration: Equatable where State: Equatable {
    public static func == (left: Restoration, right: Restoration) -> Bool {
        (left.seq, left.state) == (right.seq, right.state)
    }
}
