import Foundation
import Rewind
import RewindAnswers
import RewindSession
import RewindTimeline

/// The options of a replay.
public struct ReplayOptions: Sendable {
    /// Types of errors that the app catches where any error can be thrown. A recorded error of another type is a
    /// ``RecordedFailure``.
    public var errors: [any (Error & Decodable & SendableMetatype).Type] = []

    /// The time without any event after which calls that wait for their turn end: the app no longer does what was recorded.
    public var patience = Duration.seconds(5)

    /// The options of the recorder. Pass the `userInfo` and the `redaction` of the app.
    public var recorder = RecorderOptions()

    public init() {}
}

extension Recorder {
    /// Creates a recorder that replays the effects of a session: their closures do not run, but each call returns what was
    /// recorded, in the recorded order. So the app's own thunks and middleware run again without a network.
    ///
    /// ```swift
    /// let recorder = try Recorder<AppState>(replaying: session)
    /// let app = ArticleApp(repository: repository, recordedBy: recorder)
    /// await app.tap("open/4")
    /// try session.expectSameActions(as: recorder)
    /// ```
    ///
    /// A recorded effect is found by its causes, its name and its input. A call that was not recorded throws an
    /// ``UnrecordedEffect``, which names the nearest one. A value must be `Codable`, and an error `Codable` or untyped;
    /// for others, the closure runs, and ``RewindAnswers/Session/expectSameActions(as:)`` reports it. An effect that the
    /// app ends itself, with `beginEffect`, is the app's own also in a replay.
    ///
    /// The recording of the replay is in a temporary file, which is removed with the recorder.
    ///
    /// - Complexity: Linear in the session, which is kept in memory.
    /// - Throws: `RecordedSessionError` or another error if the session cannot be read or has undone actions, or if
    ///   the file cannot be created.
    public convenience init(replaying session: Session, options: ReplayOptions = ReplayOptions()) throws {
        try self.init(replaying: FlowRecording(of: session.timeline), options: options, drivesRoots: false)
    }

    /// Creates a recorder that replays effects; with `drivesRoots`, effects wait until the roots before them have begun.
    convenience init(replaying recording: FlowRecording, options: ReplayOptions, drivesRoots: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rewind-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let replay = FlowReplay(recording, options, in: folder, drivesRoots: drivesRoots)
        var recorderOptions = options.recorder
        recorderOptions.durability = .buffered
        // A replay is complete, however slow the disk.
        recorderOptions.longestWait = .seconds(3_600)
        recorderOptions.longestBacklog = .seconds(3_600)
        recorderOptions.replay = replay
        try self.init(recordingTo: folder.appending(path: "replay.rewind"), options: recorderOptions)
        dispatches.whenClosed { [weak replay] in replay?.finish() }
    }

    /// The replay; nil if the effects of the recorder run.
    var replay: FlowReplay? { dispatches.replay as? FlowReplay }
}
