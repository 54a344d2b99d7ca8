import RewindSession

/// An effect or a dispatch in which others begin. An action is one itself (`QueueEntry`), and so is a dispatch that may
/// never become an action (`PendingOrigin`).
///
/// Safe to share because its state is only used under the lock of its recorder.
@usableFromInline
package class CauseOrigin: @unchecked Sendable {
    /// The recorder; set before anything begins in it.
    final var owner: AnyObject?
    /// The origins for other recorders in which it began: at most one for each.
    final var others: [CauseOrigin] = []

    // Protected by the lock of the recorder.
    /// What it is in the session; nil if it is not recorded yet.
    final var reference: CauseReference?
    /// The flow as which a dispatch is recorded until its action has a number.
    final var flow: EffectUnderWay?

    init() {}

    /// Creates the origin of an effect that began in `outer`.
    init(_ effect: EffectUnderWay, of recorder: AnyObject, in outer: Cause) {
        owner = recorder
        reference = .effect(effect.id)
        others = outer.others(besides: recorder)
    }

    /// The recorder, once known.
    var recorder: AnyObject? { owner }

    /// Returns true if this is an origin of a recorder.
    func belongs(to recorder: AnyObject) -> Bool { owner === recorder }
}

/// An effect that has begun.
@usableFromInline
struct EffectUnderWay: Sendable {
    let id: Int
    /// The time of the clock at which it began, in nanoseconds.
    let started: UInt64
}
