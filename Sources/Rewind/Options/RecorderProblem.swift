/// Something that the recorder could not do. The app goes on all the same.
public enum RecorderProblem: Error, Hashable, Sendable {
    /// The session could not be created in its folder: nothing is recorded.
    case notRecording(RecorderError)
    /// The session file cannot be written now; what waits is kept and tried again. `reason` is for people.
    case cannotWrite(reason: String)
    /// The session file was moved, deleted or cut: what is dispatched from now on is dropped. One that was moved is
    /// finished at its new place.
    case fileRemoved
    /// A side file that makes actions crash-safe could not be written, or was deleted. `reason` is for people.
    case notCrashSafe(reason: String)
    /// Values of this type are encoded by the thread that dispatches them, which takes it longer: the type's conformance
    /// to `Encodable` is isolated to an actor, as all are where a module's default isolation is the main actor's. Those
    /// of a type that is declared `nonisolated` are encoded in the background. Told once for each type; `reason` is for
    /// people.
    ///
    /// What is dispatched from elsewhere than the type's actor waits until the main thread has time for it. Where that
    /// does not come, the action is reflected, and its state told as ``stateNotEncodable(seq:)``.
    case isolatedConformance(type: String, reason: String)
    /// The state after this action could not be encoded: its row is there, the state is not.
    case stateNotEncodable(seq: Int)
    /// This action, or the state after it, is nested more deeply than is recorded: what is deeper was replaced by a
    /// marker, all else is exact. Told once.
    case nestedTooDeeply(seq: Int)
    /// Actions were dispatched faster than they could be written for longer than the recorder may wait: their rows say
    /// `dropped`.
    case dropped(seqs: ClosedRange<Int>)
    /// Actions were dispatched faster than their states could be written: the actions are in the session, and what they
    /// did to the state is recorded together with what the action after them did. A re-run tells it apart.
    case joined(seqs: ClosedRange<Int>)
    /// Two threads' actions were under way at the same time, in a store whose states are asked for before and after each
    /// dispatch: from `seq` on, which action did what, and in which order, is not certain. It is told once. Wrap the reducer
    /// with `reducer(wrapping:)`, which is exact.
    case threadsOverlap(seq: Int)
    /// The recorder is attached to a store twice: an action came by a middleware or a wrapped reducer while the same one was
    /// under way by another, so each action is recorded twice. It is told once; `reason` is for people.
    case attachedTwice(reason: String)
}
