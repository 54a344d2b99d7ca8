import RewindTree

/// A failure of the recorder, which never stops the app.
public enum RecorderProblem: Hashable, Sendable {
    /// The session could not be created in its folder: nothing is recorded.
    case notRecording(RecorderError)
    /// The session file cannot be written; queued actions are kept, and the recorder tries again. `reason` is for
    /// people.
    case cannotWrite(reason: String)
    /// The session file was moved, deleted or truncated: later actions are dropped. A moved file is finished at its new
    /// location.
    case fileRemoved
    /// The crash log, which makes actions crash-safe, could not be written, or was deleted. `reason` is for people.
    case notCrashSafe(reason: String)
    /// Values of this type are encoded on the dispatching thread, which takes longer: the type's conformance to
    /// `Encodable` is isolated to an actor, as every conformance is in a module whose default isolation is the main
    /// actor. Values of a type that is declared `nonisolated` are encoded in the background. Reported once for each
    /// type; `reason` is for people.
    ///
    /// A value dispatched from outside the type's actor waits for the main thread. If the main thread stays busy, the
    /// action is reflected, and its state reported as ``stateNotEncodable(seq:)``.
    case isolatedConformance(type: String, reason: String)
    /// The state after this action could not be encoded: its row was recorded, but not the state.
    case stateNotEncodable(seq: Int)
    /// The state is an instance of a class. It is read where actions are dispatched, which takes longer the larger it is,
    /// and any change between two actions counts as one of the second action. Record a struct instead.
    case stateIsObject(type: String)
    /// A `Codable` state contains instances of a class with variables, which are read in the background. An instance that
    /// changes there can end the app, or appear in an earlier state with a later value. Record a struct in its place, or
    /// constants. Reported once for each class.
    case objectMayChange(type: String)
    /// Only the type of a value is recorded, as `‹Cache: object›`, because its contents could change while they are read,
    /// or cannot be read. `path` is a JSON Pointer in the state or the action, with `*` for any element. Reported once
    /// for each path and type; `reason` is for people.
    case onlyTypeRecorded(path: String, type: String, reason: String)
    /// This action or the state after it is nested too deeply, or leads to too many objects: the rest of it was replaced
    /// by a marker, everything else is exact. Reported once.
    case nestedTooDeeply(seq: Int)
    /// Actions were lost because they were dispatched faster than they could be written, for longer than the recorder
    /// may wait. Their rows have the status `dropped`.
    case dropped(seqs: ClosedRange<Int>)
    /// An effect or a note was lost because the queue was full. What began in it has the cause of the effect.
    case effectDropped(name: String)
    /// Actions were dispatched faster than their states could be written: the actions are in the session, but their
    /// effects are merged with that of the action after them. A re-run separates the effects.
    case merged(seqs: ClosedRange<Int>)
    /// Two threads dispatched actions at the same time, in a store whose state is read before and after each dispatch.
    /// From `seq` on, the order and the effects of the actions are not certain. Reported once. Wrap the reducer with
    /// `reducer(wrapping:)`, which is exact.
    case threadsOverlap(seq: Int)
    /// The recorder is attached to a store twice: an action came from a middleware or a wrapped reducer while it was
    /// already being recorded by another, so each action is recorded twice. Reported once; `reason` is for people.
    case attachedTwice(reason: String)
    /// Travel cannot restore these members of the state. They are not encoded, so that in a state that is not kept in
    /// memory, they have the values that `init(from:)` gives them; or they are in objects that ``RecorderOptions``
    /// represents by values, so that all states refer to the current value. Reported once, when the store first travels
    /// to such a state. The members are JSON Pointers with the names of the properties, and with `*` in place of indices
    /// and keys.
    case notRestored(members: [String])
    /// The recording cannot be sent to another machine; it goes on in the file. `reason` is for people.
    case notLinked(reason: String)
}

extension RecorderProblem {
    /// Creates the problem of a value; nil for one that never has contents, such as a function.
    init?(_ value: UnrecordedValue) {
        let reason: String
        switch value.reason {
        case .object:
            reason = """
                It is an object, which may change while it is read. If it does not, name its class with \
                RecorderOptions.following(_:); otherwise give a value in its place with representing(_:).
                """
        case .unowned: reason = "It is an unowned reference, whose object may be gone."
        case .noncopyable: reason = "It cannot be copied, and Swift's runtime does not show what is in it."
        case .function, .opaque: return nil
        }
        self = .onlyTypeRecorded(path: Pointer(value.path).description, type: value.type, reason: reason)
    }
}

extension RecorderProblem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notRecording(let error): "Nothing is recorded. \(error)"
        case .cannotWrite(let reason): "\(reason) The queued actions are kept."
        case .fileRemoved: "The session file was moved, deleted or truncated. Later actions are dropped."
        case .notCrashSafe(let reason): "A crash may lose actions. \(reason)"
        case .isolatedConformance(let type, let reason): "\(type): \(reason)"
        case .stateNotEncodable(let seq): "The state after action \(seq) cannot be encoded, so it is unknown."
        case .stateIsObject(let type): "The state is an instance of the class \(type). Record a struct instead."
        case .objectMayChange(let type):
            "The state contains instances of the class \(type), which may change while they are read."
        case .onlyTypeRecorded(let path, let type, let reason):
            "\(path.isEmpty ? "The whole value" : path): only the type \(type) is recorded. \(reason)"
        case .nestedTooDeeply(let seq):
            "Action \(seq) or the state after it is nested too deeply, so only a part of it is recorded."
        case .dropped(let seqs):
            "\(Self.subject("Action", seqs)) dropped: actions came faster than they could be written."
        case .effectDropped(let name):
            "The effect \(name) was dropped: actions came faster than they could be written."
        case .merged(let seqs):
            "\(Self.subject("The effect of action", seqs)) merged with the next one: actions came faster than "
                + "states could be written."
        case .threadsOverlap(let seq):
            "Two threads dispatch at the same time: from action \(seq) on, the order and the effects are not certain."
        case .attachedTwice(let reason): reason
        case .notRestored(let members): "Travel does not restore \(members.joined(separator: ", "))."
        case .notLinked(let reason):
            "The recording is not sent to another machine: \(reason)" + (reason.hasSuffix(".") ? "" : ".")
        }
    }

    private static func subject(_ noun: String, _ seqs: ClosedRange<Int>) -> String {
        seqs.count == 1
            ? "\(noun) \(seqs.lowerBound) was" : "\(noun)s \(seqs.lowerBound) to \(seqs.upperBound) were"
    }
}
