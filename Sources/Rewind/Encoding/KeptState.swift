import Foundation
import RewindTree

/// A state that is kept for travel: as the app created it and, once it is in the session, as it is recorded. With both,
/// returning to it needs no reading.
///
/// Safe to share because the tree is only used under the lock.
package final class KeptState: @unchecked Sendable {
    let state: QueuedState
    private let lock = NSLock()
    private var tree: Tree?

    init(_ state: QueuedState) {
        self.state = state
    }

    /// Returns the state as the app created it; nil if it has another type or is missing.
    package func value<State>(as _: State.Type) -> State? {
        (state as? StateValue<State>)?.state
    }

    /// The recorded state; nil until it is known. The writer sets it once.
    package var recorded: Tree? {
        get { lock.withLock { tree } }
        set { lock.withLock { tree = newValue } }
    }
}
