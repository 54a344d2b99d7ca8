import RewindSession

/// Apple's data protection of the files of a recording. macOS and Linux have none.
public enum FileProtection: Sendable, CaseIterable {
    /// The files can be read and written from the first time on that the device is unlocked after a restart, also while
    /// it is locked.
    case completeUntilFirstUserAuthentication

    /// The files have the protection that the app's other new files have.
    ///
    /// With `NSFileProtectionComplete` they cannot be written while the device is locked. A recorder whose durability is
    /// ``Durability/crashSafe`` can then end the app, because it writes to shared memory.
    case inherited

    var protectionClass: ProtectionClass? {
        switch self {
        case .completeUntilFirstUserAuthentication: .untilFirstUnlock
        case .inherited: nil
        }
    }
}
