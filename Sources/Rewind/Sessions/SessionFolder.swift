import Foundation
import RewindSession

/// A folder that holds an app's latest sessions, one for each launch.
///
/// ```swift
/// let folder = SessionFolder(isEnabled: AppDistribution.current != .released)
/// let recorder = Recorder<AppState>(in: folder)
/// ```
///
/// Each session is named by the date and time at which its recording started, in UTC, such as
/// `2026-11-23T201503Z.rewind`: sorted by name, they are sorted by time. Use a folder for each store.
///
/// On Apple systems, the folder is excluded from backups.
public struct SessionFolder: Sendable {
    /// The location of the folder. It is created when a recording starts, readable by its owner only.
    public let url: URL
    /// The number of sessions that are kept, including the one being recorded. Older ones are deleted when a recording
    /// starts, also those beyond the other limits. Files with other names are never deleted.
    public let sessionLimit: Int
    /// The maximum size of all sessions in bytes; nil for no limit. The newest session is always kept.
    public let maxBytes: Int?
    /// The maximum age of a session, from the start of its recording; nil for no limit.
    public let maxAge: Duration?
    /// A Boolean value that indicates whether recorders record into the folder when they are created.
    public let isEnabled: Bool
    /// False in SwiftUI previews and in unit tests, where nothing is ever recorded.
    let isAvailable: Bool

    /// Creates a value that describes the folder at `url`; the folder itself need not exist.
    ///
    /// - Parameters:
    ///   - url: The location of the folder.
    ///   - sessionLimit: The number of sessions to keep, at least 1.
    ///   - maxBytes: The maximum size of all sessions in bytes; by default 200 MB.
    ///   - maxAge: The maximum age of a session; by default 14 days.
    ///   - isEnabled: Whether to record. If false, a recorder records when ``Recorder/start()`` is called. Even if true,
    ///     nothing is recorded in SwiftUI previews and in unit tests; in a test, use
    ///     `Recorder.init(recordingTo:options:)`.
    public init(
        _ url: URL = defaultURL,
        keeping sessionLimit: Int = 10,
        maxBytes: Int? = 200_000_000,
        maxAge: Duration? = .seconds(14 * 86_400),
        isEnabled: Bool = true
    ) {
        let process = ProcessInfo.processInfo
        self.init(
            url,
            keeping: sessionLimit,
            maxBytes: maxBytes,
            maxAge: maxAge,
            isEnabled: isEnabled,
            environment: process.environment,
            arguments: process.arguments
        )
    }

    /// The folder `Sessions` in a folder with the bundle identifier of the app, or the name of the program if it has none, in
    /// the user's Application Support directory; on tvOS, in the caches directory.
    ///
    /// On Linux, that directory is `$XDG_DATA_HOME`, by default `~/.local/share`.
    public static var defaultURL: URL {
        #if os(tvOS)
        let directory = FileManager.SearchPathDirectory.cachesDirectory
        #else
        let directory = FileManager.SearchPathDirectory.applicationSupportDirectory
        #endif
        let parent = FileManager.default.urls(for: directory, in: .userDomainMask).first
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return (parent ?? FileManager.default.temporaryDirectory).appendingPathComponent(name)
            .appendingPathComponent("Sessions")
    }

    /// Creates a value for a process with these environment variables and arguments.
    init(
        _ url: URL,
        keeping sessionLimit: Int,
        maxBytes: Int? = nil,
        maxAge: Duration? = nil,
        isEnabled: Bool,
        environment: [String: String],
        arguments: [String]
    ) {
        self.url = url
        self.sessionLimit = max(1, sessionLimit)
        (self.maxBytes, self.maxAge) = (maxBytes, maxAge)
        isAvailable = !Self.isPreviewOrTest(environment, arguments)
        self.isEnabled = isEnabled && isAvailable
    }

    /// Returns the sessions in the folder, latest first; none if the folder does not exist or cannot be read.
    ///
    /// A session that is being recorded is among them.
    ///
    /// - Complexity: O(*n*) in the number of sessions, each of which is opened.
    public func sessions() -> [StoredSession] {
        sessionURLs().map { StoredSession(reading: $0) }
    }

    /// Returns the locations of the sessions in the folder, latest first.
    package func sessionURLs() -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter(Self.isSessionName).sorted(by: >).map { url.appendingPathComponent($0) }
    }
}

extension SessionFolder {
    /// Returns the location of the session whose recording starts at `time`, in microseconds since 1970.
    func url(at time: Int64) -> URL {
        url.appendingPathComponent(Self.name(at: time))
    }

    /// Creates a session by calling `create`, which throws `.fileExists` if there is one of that second already.
    ///
    /// - Throws: `RecorderError`.
    func createSession<Session>(
        at time: Int64,
        _ create: (URL) throws(RecorderError) -> Session
    ) throws(RecorderError) -> (URL, Session?) {
        try createFolder()
        var time = time
        while true {
            let url = url(at: time)
            do {
                return (url, try create(url))
            } catch  where error.reason == .fileExists {
                // An app may start several recorders within a second.
                time += 1_000_000
            }
        }
    }

    /// Deletes the oldest sessions beyond the limits, except those that are being recorded.
    ///
    /// - Parameter now: The time in microseconds since 1970.
    func removeOldSessions(now: Int64) {
        let urls = sessionURLs()
        let oldest = maxAge.map { Self.name(at: now - Int64(min(max(0, $0 / .microseconds(1)), 4e15))) }
        var bytes = 0
        for (count, session) in zip(1..., urls) {
            bytes += StoredSession.byteCount(of: session)
            let isTooOld = oldest.map { session.lastPathComponent < $0 } ?? false
            guard count > sessionLimit || count > 1 && (isTooOld || bytes > maxBytes ?? .max) else { continue }
            try? SessionRecovery.remove(session)
        }
    }

    private func createFolder() throws(RecorderError) {
        try RecorderError.translating(at: url) {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        #if canImport(Darwin)
        var (folder, values) = (url, URLResourceValues())
        values.isExcludedFromBackup = true
        // A volume that cannot store this is not backed up with the device.
        try? folder.setResourceValues(values)
        #endif
    }

    // MARK: Names

    private static func name(at time: Int64) -> String {
        let date = Date(timeIntervalSince1970: TimeInterval(time / 1_000_000)).formatted(.iso8601)
        // The Finder shows a colon in a name as a slash.
        return date.replacing(":", with: "") + ".rewind"
    }

    private static func isSessionName(_ name: String) -> Bool {
        let template = "0000-00-00T000000Z.rewind"
        return name.count == template.count
            && zip(name, template).allSatisfy { character, expected in
                expected == "0" ? ("0"..."9").contains(character) : character == expected
            }
    }

    // MARK: Previews and tests

    /// Xcode sets these variables. SwiftPM runs tests in a process that has one of these names, or passes the option to
    /// one that links Swift Testing.
    private static func isPreviewOrTest(_ environment: [String: String], _ arguments: [String]) -> Bool {
        let variables = ["XCTestBundlePath", "XCTestConfigurationFilePath", "XCTestSessionIdentifier"]
        if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" || variables.contains(where: { environment[$0] != nil }) {
            return true
        }
        let program = arguments.first.map { URL(fileURLWithPath: $0) }
        return program?.pathExtension == "xctest" || program?.lastPathComponent == "xctest"
            || program?.lastPathComponent == "swiftpm-testing-helper" || arguments.contains("--testing-library")
    }
}
