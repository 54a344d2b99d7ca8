import StateTree

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

    /// The intake that it is for.
    let source: ObjectIdentifier
    /// The number that it has there.
    let ticket: Int
    /// As the session has it.
    let tree: Tree
    /// The last action of the session when this was made.
    let last: Int
    /// Where redo leads to from there.
    let tip: Int
}

extension Restoration: Sendable where State: Sendable {}

/// What a restoration is, whatever its state.
protocol AnyRestoration {
    var source: ObjectIdentifier { get }
    var ticket: Int { get }
    var seq: Int { get }
    var tree: Tree { get }
    var last: Int { get }
    var tip: Int { get }
}

extension Restoration: AnyRestoration {}

extension Restoration: Equatable where State: Equatable {
    public static func == (left: Restoration, right: Restoration) -> Bool {
        (left.seq, left.state) == (right.seq, right.state)
    }
}
