import Foundation
import RewindSession

/// How a recorder works.
public struct RecorderOptions: Sendable {
    /// What survives a crash.
    public var durability = Durability.crashSafe

    /// The data protection of the files on iOS, tvOS, watchOS and visionOS.
    public var fileProtection = FileProtection.completeUntilFirstUserAuthentication

    /// What is masked before anything is written.
    public var redaction = Redaction.standard

    /// Which actions are recorded.
    public var selection = ActionSelection.all

    /// The name of the app, as the session tells it.
    public var app = ProcessInfo.processInfo.processName

    /// The version of the app, as the session tells it.
    public var appVersion: String?

    /// How many actions may wait to be written.
    public var queueLimit = 8192

    /// About how many bytes may be held by what waits to be written: by the actions, and by what their states do not
    /// share with each other. What the collections in a state hold is estimated from the states already written.
    ///
    /// Where a state has no room, its action is kept and its effect is recorded together with that of the next one; such
    /// effects are counted by ``Recorder/joined``.
    public var queueByteLimit = 64 << 20

    /// The longest time in seconds that a dispatch waits for room in the queue. After that its action is dropped, and
    /// counted.
    ///
    /// Each dispatch waits a little, at most a millisecond, as the queue fills. For room for its state alone it waits a
    /// fortieth of this at most. With 0, no dispatch ever waits.
    public var longestWait: TimeInterval = 0.04 {
        // A lock cannot wait until a time that its clock does not know.
        didSet { longestWait = min(max(0, longestWait), 86_400) }
    }

    /// How long the writer waits for the main thread to encode what belongs to the main actor, in seconds.
    package var longestWaitForMainThread: TimeInterval = 1

    /// How many actions the session keeps; nil for all. Where a limit is passed, the oldest actions are removed: about a
    /// quarter at once, and always up to a state that is stored whole, so that the session stays exact.
    public var maxActions: Int?

    /// How many bytes of the file the session uses; nil for as many as it takes. It always keeps its newest states.
    public var maxBytes: Int?

    /// How old the oldest action is, in seconds; nil for as old as the recording.
    public var maxAge: TimeInterval?

    /// Told of each problem, on a thread of the recorder's. What it is told holds no values from states or actions.
    public var onProblem: (@Sendable (RecorderProblem) -> Void)?

    /// The time of day in microseconds since 1970.
    package var now: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// What measures how long actions take, in nanoseconds since some fixed time; nil for the system's clock.
    package var uptime: (@Sendable () -> UInt64)?

    public init() {}

    /// The limits, where there are any.
    var retention: Retention? {
        guard maxActions != nil || maxBytes != nil || maxAge != nil else { return nil }
        return Retention(
            maxActions: maxActions,
            maxBytes: maxBytes,
            maxAge: maxAge.map { Int64(min(max(0, $0), 1e12) * 1_000_000) }
        )
    }

    /// Tells the app of a problem, on a thread on which no lock of the recorder's is held and for which nothing of it
    /// waits: the app may close the recorder there.
    func tell(_ problem: RecorderProblem) {
        guard let onProblem else { return }
        DispatchQueue.global(qos: .utility).async { onProblem(problem) }
    }
}
