import RewindSession

/// How much of a recording survives which kind of end.
public enum Durability: String, Sendable, CaseIterable {
    /// Actions are written in the background. A process that is killed loses what was still waiting: at most the last
    /// 50 ms of a recorder that keeps up.
    case buffered

    /// An action is in the operating system's hands before its reducer runs, so the action that crashed the app is in
    /// the session, and no kind of end of the process loses one.
    case crashSafe

    /// As `crashSafe`, and on the disk itself, so that not even a power cut loses an action. Each dispatch waits for
    /// the disk.
    case powerSafe

    /// How an action gets into the side files; with `buffered` none does.
    var medium: CrashLog.Medium {
        switch self {
        case .buffered: .file
        case .crashSafe: .memory
        case .powerSafe: .disk
        }
    }
}
