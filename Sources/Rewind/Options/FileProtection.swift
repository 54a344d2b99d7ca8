import RewindSession

/// The data protection of session files on Apple devices. macOS and Linux have none.
public enum FileProtection: Sendable, CaseIterable {
    /// The files can be read and written after the device has been unlocked once since its start, even while it is
    /// locked again.
    case completeUntilFirstUserAuthentication

    /// The files have the default protection of new files.
    ///
    /// With `NSFileProtectionComplete`, they cannot be written while the device is locked. A recorder with the
    /// durability ``Durability/crashSafe`` writes to shared memory and can then crash the app.
    case inherited

    var protectionClass: ProtectionClass? {
        switch self {
        case .completeUntilFirstUserAuthentication: .untilFirstUnlock
        case .inherited: nil
        }
    }
}
