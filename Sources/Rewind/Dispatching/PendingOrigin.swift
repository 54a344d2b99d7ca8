import Foundation
import RewindSession

/// Code of the app that is recorded as a flow once something begins in it: a thunk, or a dispatch on its way through the
/// middleware.
///
/// A dispatch has no number before its action has been reduced, and none at all if it never gets that far. If something
/// begins in it until then, it is a flow, so that a cause is always older than what it caused.
///
/// Safe to share because its state is only used under the lock of its recorder, and the binding to one under `binding`.
package final class PendingOrigin: CauseOrigin, @unchecked Sendable {
    /// What is known until it is settled, in one value, so that Swift checks for exclusive access only once a call.
    struct Pending {
        /// The name of the flow; nil for that of the type of its value.
        var name: String?
        /// The action.
        var value: Any?
        /// The time of the recorder's clock at which it began, in nanoseconds; nil for the time when it is recorded.
        var started: UInt64?
        var outer: Cause
        /// The number of flows without a recorder that it is, and is in.
        var depth = 0
        /// True until the action of a dispatch arrives at the recorder.
        var awaitsAction = false
        /// True once the code has returned; tasks that it started may go on.
        var hasEnded = false
        /// The action, from its arrival until it has a number.
        var entry: QueueEntry?
    }

    private static let binding = NSLock()
    /// The recorder that it was bound to when something began in it; nil if it has an owner.
    private var bound: DispatchRecorder?
    /// Nil once what it is in the session does not change any more. Protected by the lock of the recorder, and before
    /// there is one, by `binding`.
    var pending: Pending?

    /// The maximum number of flows in one another without a recorder: tasks that start each other keep no longer chain.
    private static let maximumDepth = 64

    /// Creates the origin of a dispatch of `action` that has reached the first middleware.
    init(dispatching action: Any, of recorder: DispatchRecorder, in outer: Cause, at now: UInt64) {
        pending = Pending(value: action, started: now, outer: outer, awaitsAction: true)
        super.init()
        owner = recorder
        if outer.origin != nil { others = outer.others(besides: recorder) }
    }

    /// Creates the origin of a flow; its recorder is the first one in which something begins in it.
    init(_ name: String, in outer: Cause) {
        let depth = (outer.origin as? PendingOrigin)?.unboundDepth ?? 0
        let isTooDeep = depth >= Self.maximumDepth
        pending = Pending(name: name, outer: isTooDeep ? Cause() : outer, depth: isTooDeep ? 1 : depth + 1)
        super.init()
        others = outer.others(besides: nil)
    }

    /// What it began in, for its recorder; nil if unknown, or once it is settled.
    var outerOrigin: CauseOrigin? {
        guard let outer = pending?.outer, outer.origin != nil, let recorder else { return nil }
        return outer.origin(for: recorder)
    }

    /// Names the flow of a dispatch whose action has not arrived, and is not recorded yet. Returns false for others.
    func rename(_ name: String) -> Bool {
        guard let recorder = owner as? DispatchRecorder else { return false }
        return recorder.locked { _ in
            guard pending?.awaitsAction == true, reference == nil else { return false }
            pending?.name = name
            pending?.value = nil
            return true
        }
    }

    // MARK: Flows of code that knows no recorder

    private var unboundDepth: Int {
        owner != nil ? 0 : Self.binding.withLock { bound == nil ? pending?.depth ?? 0 : 0 }
    }

    override var recorder: AnyObject? {
        owner ?? Self.binding.withLock { bound }
    }

    override func belongs(to recorder: AnyObject) -> Bool {
        if let owner { return owner === recorder }
        return Self.binding.withLock {
            if bound == nil { bound = recorder as? DispatchRecorder }
            return bound === recorder
        }
    }

    /// Records that the code has returned.
    func end() {
        let recorder = Self.binding.withLock {
            if bound == nil { pending?.hasEnded = true }
            return bound
        }
        recorder?.endPending(self)
    }
}
