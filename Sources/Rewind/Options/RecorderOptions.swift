import CRewindSQLite
import Foundation
import RewindSession
import RewindTree

/// The options of a recorder.
public struct RecorderOptions: Sendable {
    /// The guarantee for the recording after a crash.
    public var durability = Durability.crashSafe

    /// The data protection of the files on iOS, tvOS, watchOS and visionOS.
    public var fileProtection = FileProtection.completeUntilFirstUserAuthentication

    /// The values that are masked before anything is written.
    public var redaction = Redaction.standard

    /// The actions that are recorded.
    public var selection = ActionSelection.all

    /// The `userInfo` of the encoders that record actions and states, and of the decoders that decode them for travel,
    /// for types whose `encode(to:)` or `init(from:)` reads it.
    ///
    /// A type that requires a value there ends the app if the value is missing.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The name of the app in the session: by default that of the bundle, or of the process.
    public var app = SessionMetadata.name(of: .main) ?? ProcessInfo.processInfo.processName

    /// The version of the app in the session: by default that of the bundle, `CFBundleShortVersionString`.
    public var appVersion = SessionMetadata.version(of: .main)

    /// Texts in the session that identify a build, a flag or a support code, by their names. Masks do not apply to them.
    public var facts: [String: String] = [:]

    /// The maximum number of queued actions.
    public var queueLimit = 8192

    /// The approximate maximum size of the queue in bytes: of the actions, and of the parts that their states do not
    /// share. The size of collections in a state is estimated from the states already written.
    ///
    /// If a state does not fit, its action is kept and its effect is merged with that of the next action;
    /// ``Recorder/mergedCount`` counts these effects.
    public var queueByteLimit = 64 << 20

    /// The longest time that writing the queued states may take, as far as that can be estimated, and so the time that
    /// ``Recorder/close()`` takes after a burst. If another state would take longer, the effect of its action is merged
    /// with that of the next action, as with ``queueByteLimit``.
    public var longestBacklog = Duration.seconds(2)

    /// The longest time that a dispatch waits for a full queue. After that, its action is dropped and counted.
    ///
    /// Each dispatch waits at most a millisecond while the queue fills. If only its state does not fit, it waits at
    /// most a fortieth of this time. With zero, no dispatch ever waits.
    public var longestWait: Duration {
        get { .seconds(longestWaitSeconds) }
        // A lock cannot wait until a time that its clock cannot represent.
        set { longestWaitSeconds = min(max(0, newValue / .seconds(1)), 86_400) }
    }

    private(set) var longestWaitSeconds: TimeInterval = 0.04

    /// The longest time in seconds that the writer waits for the main thread to encode values of the main actor.
    package var longestWaitForMainThread: TimeInterval = 1

    /// The maximum number of actions in the session; nil for no limit. When a limit is exceeded, the oldest actions are
    /// removed: about a quarter at once, and always up to a state that is stored whole, so that the session stays
    /// exact.
    public var maxActions: Int?

    /// The maximum size of the session in bytes; nil for no limit. The newest states are always kept.
    public var maxBytes: Int?

    /// The maximum age of the oldest action; nil for no limit. It is measured by a clock that nobody sets, so that a new
    /// time of day neither keeps actions nor removes them.
    public var maxAge: Duration?

    /// The shortest time between two screenshots that are recorded.
    public var screenshotInterval = Duration.seconds(1)

    /// The maximum size of all screenshots of a recording in bytes.
    public var screenshotByteLimit = 32 << 20

    /// The rules for values that are not `Encodable`.
    private(set) var reflection = ReflectionRules()

    /// Records the contents of the instances of a class in states and actions that are not `Encodable`.
    ///
    /// Without this call, only the type of an object is recorded, unless all its properties are constants: the object
    /// may change while the recorder reads it. Instances of the class must not change, or only on the thread that
    /// dispatches, between dispatches that wait for ``Recorder/flush()``.
    public mutating func following(_ type: AnyClass) {
        reflection.followed.insert(ObjectIdentifier(type))
    }

    /// Records another value in place of each value of a type, or of each type that conforms to a protocol, in states and
    /// actions that are not `Encodable`.
    ///
    /// ```swift
    /// options.representing { (text: LocalizedText) in text.key }
    /// options.representing { (value: any CustomDumpRepresentable) in value.customDumpValue }
    /// ```
    ///
    /// `represent` returns the value to record, or nil to record the value itself; a `Mirror` is recorded as what it
    /// shows. If values of the type refer to objects, as those of a property wrapper for shared state do, it runs on the
    /// dispatching thread right after each action, once for each such value; otherwise on a recorder thread, for values
    /// that have changed. Of several representations for a type, the first one is used.
    public mutating func representing<Value>(_ represent: @escaping @Sendable (Value) -> Any?) {
        reflection.representations.append(ReflectionRules.Representation(represent))
    }

    /// Matches the elements of lists by a property, in states that are not `Encodable`, so that an element that moves or
    /// changes is still the same one. The property, a text, a number, or a struct around one, is recorded as `id`.
    ///
    /// ```swift
    /// options.identifying(by: \Row.number)
    /// ```
    ///
    /// It is not needed for types with a stored `id`, or that conform to `Identifiable`. Elements of `Codable` states are
    /// matched by the `id` that they encode.
    public mutating func identifying<Value, ID>(by property: any KeyPath<Value, ID> & Sendable) {
        reflection.identify(by: property)
    }

    /// Receives each problem, on a recorder thread. A problem holds no values from states or actions.
    ///
    /// If it is nil, builds for ``AppDistribution/development`` write problems to the system's log, or to standard error
    /// on Linux.
    public var onProblem: (@Sendable (RecorderProblem) -> Void)?

    /// Receives each recorded action once it is in the file, in order, on a background thread: for the breadcrumbs of a
    /// crash reporter, for example.
    ///
    /// If it is so slow that 1,000 actions wait for it, the oldest of them are skipped.
    public var onAction: (@Sendable (ObservedAction) -> Void)?

    /// The recorded actions that are also written to the system's log, each as a line without values; nil for none.
    ///
    /// ```swift
    /// options.console = .all.denying(types: "Scroll*")
    /// ```
    ///
    /// On Apple systems, they are debug messages of the subsystem `dev.rewind`; on Linux, they go to standard error.
    public var console: ActionSelection?

    /// The time of day in microseconds since 1970.
    package var now: @Sendable () -> Int64 = { rewind_time_of_day() }

    /// The clock that measures the age of actions, in microseconds since a fixed time: the time of day may be set back, or
    /// forward by decades.
    package var timeSinceBoot: @Sendable () -> Int64 = { rewind_time_since_boot() }

    /// The clock that measures the duration of actions, in nanoseconds since a fixed time; nil for the system clock.
    package var uptime: (@Sendable () -> UInt64)?

    /// Supplies the outcomes of effects; nil to run their closures.
    package var replay: (any EffectReplay)?

    public init() {}

    /// The limits of the session; nil if it has none.
    var retention: Retention? {
        guard maxActions != nil || maxBytes != nil || maxAge != nil else { return nil }
        return Retention(
            maxActions: maxActions,
            maxBytes: maxBytes,
            maxAge: maxAge.map { Int64(min(max(0, $0 / .seconds(1)), 1e12) * 1_000_000) }
        )
    }

    /// Reports a problem to the app, on a thread that holds no recorder lock and that no recorder thread waits for: the
    /// app may close the recorder there.
    func tell(_ problem: RecorderProblem) {
        guard let onProblem else {
            if AppDistribution.current == .development { SystemLog.write(problem.description, .problems) }
            return
        }
        DispatchQueue.global(qos: .utility).async { onProblem(problem) }
    }
}
