import Foundation
import RewindSession

/// The facts in a session about its recording.
enum SessionMetadata {
    /// Returns the facts that are known when a recording starts, by key.
    static func all<State>(for state: State.Type, options: RecorderOptions) -> [String: String] {
        var facts = [
            SessionFact.idKey: UUID().uuidString.lowercased(),
            "app": options.app,
            "device": machine,
            "os": ProcessInfo.processInfo.operatingSystemVersionString,
            "started_at": String(options.now()),
            "state_type": String(reflecting: state),
            "recorder_version": SessionFormat.packageVersion,
            "durability": options.durability.rawValue,
            "redaction": options.redaction.rules.isEmpty
                ? "none" : options.redaction.rules.joined(separator: ", "),
        ]
        facts["app_version"] = options.appVersion
        for (name, text) in options.facts { facts[SessionFact.ownPrefix + name] = text }
        return facts
    }

    static func name(of bundle: Bundle) -> String? {
        bundle.object(forInfoDictionaryKey: "CFBundleName") as? String
    }

    static func version(of bundle: Bundle) -> String? {
        bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
    }

    /// The kind of machine, such as `x86_64` or `iPhone16,1`: not its name, which is its owner's.
    private static var machine: String {
        var system = utsname()
        guard uname(&system) == 0 else { return "unknown" }
        return withUnsafeBytes(of: &system.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
