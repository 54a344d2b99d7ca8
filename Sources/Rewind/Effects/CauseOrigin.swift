import Foundation
import RewindSession

/// An effect, or the dispatch of an action, in which others begin.
///
/// A dispatch has no number before its action has been reduced, and none at all if it never gets that far, as with a
/// thunk. If something begins in it until then, it is recorded as a flow, so that a cause is always older than what it
/// caused.
///
/// Safe to share because its state is only used under the lock of its recorder, and the binding to one under `binding`.
@usableFromInline
package final class CauseOrigin: @unchecked Sendable {
    /// Code of the app that is recorded as a flow once something begins in it.
    struct Pending {
        /// The name of the flow; nil for that of the type of its value.
        var name: String?
        /// The action.
        var value: Any?
        /// The time of the recorder's clock at which it began, in nanoseconds; nil for the time when it is recorded.
        var started: UInt64?
        let outer: Cause
        let callSite: CallSite?
        /// True until the action of a dispatch arrives at the recorder.
        var awaitsAction = false
        /// The number of flows without a recorder that it is in.
        var depth = 0
        /// True once the code has returned; tasks that it started may go on.
        var hasEnded = false
    }

    private static let binding = NSLock()
    private let owner: DispatchRecorder?
    private var bound: DispatchRecorder?

    // Protected by the lock of the recorder.
    /// What it is in the session; nil if it is not recorded.
    var reference: CauseReference?
    /// The flow as which a dispatch is recorded until its action has a number.
    var flow: FlowUnderWay?
    /// Nil once `reference` is final.
    var pending: Pending?
    /// The action, until it has a number.
    var entry: QueueEntry?

    /// Creates an origin of a recorder; without one, it becomes that of the first recorder that asks.
    init(of recorder: DispatchRecorder?, _ reference: CauseReference? = nil, pending: Pending? = nil) {
        owner = recorder
        self.reference = reference
        self.pending = pending
    }

    /// What a dispatch that is not recorded yet began in, for its recorder.
    var outer: CauseOrigin? {
        guard let pending, let recorder else { return nil }
        return pending.outer.origin(for: recorder)
    }

    /// The recorder, once known.
    var recorder: DispatchRecorder? {
        owner ?? Self.binding.withLock { bound }
    }

    /// The number of flows without a recorder that it is, and is in.
    var depth: Int {
        owner != nil ? 0 : Self.binding.withLock { bound == nil ? pending?.depth ?? 0 : 0 }
    }

    /// Names the flow of a dispatch whose action has not arrived, and is not recorded yet. Returns false for others.
    func rename(_ name: String) -> Bool {
        guard let owner else { return false }
        return owner.locked { _ in
            guard pending?.awaitsAction == true, reference == nil else { return false }
            pending?.name = name
            pending?.value = nil
            return true
        }
    }

    /// Records that code that knows no recorder has returned.
    func end() {
        let recorder = Self.binding.withLock {
            if bound == nil { pending?.hasEnded = true }
            return bound
        }
        recorder?.endPending(self)
    }

    /// Returns true if this is an origin of a recorder.
    func belongs(to recorder: DispatchRecorder) -> Bool {
        if let owner { return owner === recorder }
        return Self.binding.withLock {
            if bound == nil { bound = recorder }
            return bound === recorder
        }
    }
}

/// An effect that has begun.
@usableFromInline
struct FlowUnderWay: Sendable {
    let id: Int
    /// The time of the clock at which it began, in nanoseconds.
    let started: UInt64
}
