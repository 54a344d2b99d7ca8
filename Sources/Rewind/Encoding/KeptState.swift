import Foundation
import RewindTree

/// A state that is kept for travel: as the app made it and, once it is in the session, as it is there. With both, nothing
/// has to be read to go back to it.
///
/// Sound to share because the tree is only touched under the lock.
package final class KeptState: @unchecked Sendable {
    let state: QueuedState
    private let lock = NSLock()
    private var tree: Tree?

    init(_ state: QueuedState) {
        self.state = state
    }

    /// The state as the app made it; nil when it is of another type, or there was none.
    package func value<State>(as _: State.Type) -> State? {
        (state as? StateValue<State>)?.state
    }

    /// What the session has of it; nil until that is known. The writer sets it, once.
    package var recorded: Tree? {
        get { lock.withLock { tree } }
        set { lock.withLock { tree = newValue } }
    }
}
