import RewindTree

/// The action that puts a state of the recording into a store, whatever type that state has.
package protocol AnyRestoration {
    /// The recorder's dispatching side that it is for.
    var source: ObjectIdentifier { get }
    /// The number that it has there.
    var ticket: Int { get }
    /// The action that led to its state.
    var seq: Int { get }
    /// Its state as the session has it.
    var tree: Tree { get }
    /// The last action of the session when it was made.
    var last: Int { get }
    /// Where redo leads to from there.
    var tip: Int { get }
}
