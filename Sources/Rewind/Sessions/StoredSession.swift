import Foundation
import RewindSession

/// A session on the disk, which may still be recorded.
///
/// ```swift
/// for session in sessions.sessions() where session.ending == .crashed {
///     try session.export(to: folder.appending(path: "crash.rewind"))
/// }
/// ```
///
/// A session is several files until it is closed, or finished after a crash. Each value describes it as it was when the
/// value was created.
public struct StoredSession: Hashable, Sendable {
    /// The end of a recording.
    public enum Ending: String, CaseIterable, Sendable {
        /// The recording was closed.
        case closed
        /// The app was in the background, with nothing under way, and was ended there.
        case suspended
        /// The app was killed or crashed.
        case crashed
        /// The session is being recorded.
        case live
        /// The recording was not closed, and its latest actions may be missing.
        case unfinished
    }

    /// The location of the session's main file.
    public let url: URL
    /// The time at which the recording started; nil if the session cannot be read.
    public let startedAt: Date?
    /// The end of the recording; nil if the session cannot be read.
    public let ending: Ending?
    /// The number of actions; nil if it is not known before the session is finished.
    public let actionCount: Int?
    /// The size of all files of the session in bytes.
    public let byteCount: Int
    /// The identifier of the recording, which ``Recorder/sessionID`` returns in the app; nil if the session cannot be
    /// read.
    public let sessionID: String?

    /// Reads the session at `url`.
    ///
    /// - Complexity: O(1).
    /// - Throws: `RecorderError` if `url` is not a file URL, or if there is no session.
    public init(at url: URL) throws(RecorderError) {
        let summary = try RecorderError.translating(at: url) { try SessionSummary(of: url) }
        self.init(url, summary)
    }

    /// Describes the session at `url`, also if it cannot be read.
    package init(reading url: URL) {
        self.init(url, try? SessionSummary(of: url))
    }

    private init(_ url: URL, _ summary: SessionSummary?) {
        self.url = url
        startedAt = summary?.startedAt.map { Date(timeIntervalSince1970: TimeInterval($0) / 1e6) }
        ending = summary.flatMap { Ending(rawValue: $0.how.rawValue) }
        actionCount = summary?.actions
        sessionID = summary?.id
        byteCount = Self.byteCount(of: url)
    }

    /// Returns the size of all files of the session at `url` in bytes.
    static func byteCount(of url: URL) -> Int {
        ([""] + SessionRecovery.sideEndings).reduce(0) { $0 + Int(FileStatus(path: url.path + $1)?.length ?? 0) }
    }

    /// Makes a session whose app crashed or was ended one plain file, with everything that is only in the files beside
    /// it. A session that is being recorded stays as it is.
    ///
    /// Exporting a session does this itself, and so does `rewind` when it opens one.
    ///
    /// - Throws: `RecorderError`.
    public func finish() throws(RecorderError) {
        try RecorderError.translating(at: url) {
            switch try SessionRecovery.leftover(for: url) {
            case .live, .unknown: break
            case .none:
                try SessionProbe.check(url)
                SessionRecovery.finishLate(url)
            case .abandoned(let lock):
                try SessionProbe.check(url)
                try withExtendedLifetime(lock) { try SessionRecovery.fold(url) }
            }
        }
    }

    /// Copies the session to one file, which can be sent.
    ///
    /// Nothing of a crash is lost. Of a session that is being recorded, the copy has everything that is in its file, and
    /// counts as closed; call ``Recorder/flush(atMost:)`` before.
    ///
    /// - Parameter output: The location of a new file.
    /// - Throws: `RecorderError`, `.fileExists` if there is a file at `output`.
    public func export(to output: URL) throws(RecorderError) {
        try finish()
        try RecorderError.translating(at: output) { try SessionCopy.make(of: url, at: output) }
    }

    /// Deletes all files of the session.
    ///
    /// - Throws: `RecorderError` if an app is recording into the session, or if it cannot be deleted.
    public func remove() throws(RecorderError) {
        try RecorderError.translating(at: url) { try SessionRecovery.remove(url) }
    }
}

extension StoredSession: Identifiable {
    public var id: URL { url }
}
