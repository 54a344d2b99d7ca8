/// Something that the recorder could not do. The app goes on all the same.
public enum RecorderProblem: Error, Hashable, Sendable {
    /// The session file cannot be written now; what waits is kept and tried again. `reason` is for people.
    case cannotWrite(reason: String)
    /// The session file was moved, deleted or cut: what is dispatched from now on is dropped. One that was moved is
    /// finished at its new place.
    case fileRemoved
    /// The side file that makes an action crash-safe could not be written. `reason` is for people.
    case notCrashSafe(reason: String)
    /// The state after this action could not be encoded: its row is there, the state is not.
    case stateNotEncodable(seq: Int)
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
}
