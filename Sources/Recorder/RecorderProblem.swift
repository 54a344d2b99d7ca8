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
    /// This action, or the state after it, is nested more deeply than is recorded: what is deeper was replaced by a
    /// marker, all else is exact. Told once.
    case nestedTooDeeply(seq: Int)
    /// Actions were dispatched faster than they could be written for longer than the recorder may wait: their rows say
    /// `dropped`.
    case dropped(seqs: ClosedRange<Int>)
}
