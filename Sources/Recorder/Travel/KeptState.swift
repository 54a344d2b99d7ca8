import Foundation
import StateTree

/// A state that is kept for travel: as the app made it and, once it is in the session, as it is there. With both, nothing
/// has to be read to go back to it.
///
/// Sound to share because the tree is only touched under the lock.
final class KeptState: @unchecked Sendable {
    let state: CapturedState
    private let lock = NSLock()
    private var tree: Tree?

    init(_ state: CapturedState) {
        self.state = state
    }

    /// What the session has of it; nil until that is known. The writer sets it, once.
    var recorded: Tree? {
        get { lock.withLock { tree } }
        set { lock.withLock { tree = newValue } }
    }
}
