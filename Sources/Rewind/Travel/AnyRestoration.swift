import RewindTree

/// An action that restores a recorded state in a store, whatever the type of the state.
package protocol AnyRestoration {
    /// The dispatching side of the recorder that created it.
    var source: ObjectIdentifier { get }
    /// Its number at the recorder.
    var ticket: Int { get }
    /// The action after which the store had the state.
    var seq: Int { get }
    /// The recorded state.
    var tree: Tree { get }
    /// The last action of the session when the restoration was created.
    var last: Int { get }
    /// The last action that redo can reach from there.
    var tip: Int { get }
}
