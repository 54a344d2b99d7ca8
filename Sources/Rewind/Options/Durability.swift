import RewindSession

/// The guarantee for a recording when the process or the machine fails.
public enum Durability: String, Sendable, CaseIterable {
    /// Actions are written in the background. A killed process loses its queued actions: those of the last 50 ms at
    /// most, if the recorder keeps up.
    case buffered

    /// An action is passed to the operating system before its reducer runs. The action that crashed the app is
    /// therefore in the session, and no action is lost, however the process ends.
    case crashSafe

    /// An action is on the disk before its reducer runs, so that not even a power failure loses it. Each dispatch waits
    /// for the disk.
    case powerSafe

    /// The medium of the crash log.
    var medium: CrashLog.Medium {
        switch self {
        case .buffered: .file
        case .crashSafe: .memory
        case .powerSafe: .disk
        }
    }
}
