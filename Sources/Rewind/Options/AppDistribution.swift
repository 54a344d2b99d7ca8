import Foundation
#if os(macOS)
import Security
#endif

/// The way in which the running app was distributed.
///
/// TestFlight and the App Store deliver the same build, so that no compilation condition tells them apart:
///
/// ```swift
/// let sessions = SessionFolder(url, isEnabled: AppDistribution.current != .released)
/// ```
public enum AppDistribution: String, CaseIterable, Sendable {
    /// From Xcode, in a simulator, with an ad hoc or enterprise profile, or on a system without an app store.
    case development
    /// With TestFlight, on iOS, tvOS, watchOS or visionOS.
    case testFlight
    /// From an app store, or in a way that is not known to be one of the others.
    ///
    /// On macOS, all apps are released that were not signed for debugging, also those from TestFlight.
    case released

    /// The way in which this app was distributed.
    public static let current = AppDistribution(bundle: .main)

    private init(bundle: Bundle) {
        #if targetEnvironment(simulator) || !canImport(Darwin)
        self = .development
        #elseif os(macOS)
        let entitlement = "com.apple.security.get-task-allow" as CFString
        let value = SecTaskCreateFromSelf(nil).flatMap { SecTaskCopyValueForEntitlement($0, entitlement, nil) }
        self = value as? Bool == true ? .development : .released
        #elseif targetEnvironment(macCatalyst)
        self = .released
        #else
        self.init(
            hasProfile: bundle.url(forResource: "embedded", withExtension: "mobileprovision") != nil,
            receipt: bundle.appStoreReceiptURL
        )
        #endif
    }

    /// Creates the value for an app with or without a provisioning profile, which the app stores remove, and with the
    /// location of its receipt, whose name differs in TestFlight.
    init(hasProfile: Bool, receipt: URL?) {
        if hasProfile {
            self = .development
        } else {
            self = receipt?.lastPathComponent == "sandboxReceipt" ? .testFlight : .released
        }
    }
}
