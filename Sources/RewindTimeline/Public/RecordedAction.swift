import Foundation
import RewindSession
import RewindTree

/// An action of a recorded session.
public struct RecordedAction: Sendable {
    /// The outcome of an action.
    public enum Status: String, Sendable, Encodable {
        /// The process ended before the resulting state was written.
        case began
        /// The resulting state is recorded.
        case done
        /// The reducer reported an error.
        case failed
        /// Nothing could be written when the action was dispatched: only its number and possibly its effect are left.
        case dropped

        package init(_ status: ActionRecord.Status) {
            self =
                switch status {
                case .began: .began
                case .done: .done
                case .failed: .failed
                case .dropped: .dropped
                }
        }
    }

    package let record: ActionRecord
    /// The way the recording ended. Only the last action of the session in a log has it.
    public package(set) var ending: SessionEnding?

    /// True if the action was undone: it is on another branch than the cursor. Only actions that answer a question are
    /// marked.
    public package(set) var isUndone = false

    package init(_ record: ActionRecord) {
        self.record = record
    }

    /// The number of the action, from 1.
    public var seq: Int { record.seq }

    /// The seq of the state that the action was applied to: the one before it, unless the app had gone back in time.
    public var parent: Int { record.parent }

    /// The name of the type.
    public var type: String { record.type }

    /// The action itself; nil if it was lost or could not be encoded.
    public var payload: RecordedValue? { record.payload.map { RecordedValue($0) } }

    /// The JSON Patch (RFC 6902) from the parent's state to the resulting one; nil if the effect is not known.
    public var patch: RecordedValue? { record.patch.map { RecordedValue($0.tree) } }

    /// True if the payload was encoded with `Codable` and can be decoded as the action.
    public var isDecodable: Bool { record.coder == .codable }

    public var status: Status { Status(record.status) }

    /// The place of the dispatch, as `file:line`, if the app recorded it.
    public var origin: String? { record.origin }

    /// The error of the reducer.
    public var error: String? { record.error }

    /// The effect or action in which the action was dispatched; nil if nothing recorded it.
    public var cause: RecordedCause? { record.cause.map { RecordedCause($0) } }

    /// The time of the dispatch.
    public var date: Date { Date(microseconds: record.at) }

    /// The time from the dispatch until the resulting state; nil if it was not measured.
    public var duration: Duration? { record.duration.map { .nanoseconds($0) } }
}

/// The JSON of an action: `at` in microseconds since 1970, `duration` in nanoseconds, and `coder` is `codable` or
/// `reflected`.
extension RecordedAction: Encodable {
    private enum CodingKeys: CodingKey {
        case seq, parent, at, type, payload, patch, coder, status, duration, origin, error, cause, undone, ending
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seq, forKey: .seq)
        try container.encode(parent, forKey: .parent)
        try container.encode(record.at, forKey: .at)
        try container.encode(type, forKey: .type)
        try container.encode(payload, forKey: .payload)
        try container.encode(record.patch?.tree, forKey: .patch)
        try container.encode(record.coder.rawValue, forKey: .coder)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(record.duration, forKey: .duration)
        try container.encodeIfPresent(origin, forKey: .origin)
        try container.encodeIfPresent(error, forKey: .error)
        try container.encodeIfPresent(cause, forKey: .cause)
        if isUndone { try container.encode(true, forKey: .undone) }
        try container.encodeIfPresent(ending, forKey: .ending)
    }
}
