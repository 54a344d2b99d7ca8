import Foundation
import RewindSession

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

    /// The number of the action, from 1.
    public let seq: Int
    /// The seq of the state that the action was applied to: the one before it, unless the app had gone back in time.
    public let parent: Int
    /// The name of the type.
    public let type: String
    /// The action itself; nil if it was lost or could not be encoded.
    public let payload: RecordedValue?
    /// True if the payload was encoded with `Codable` and can be decoded as the action.
    public let isDecodable: Bool
    public let status: Status
    /// The place of the dispatch, as `file:line`, if the app recorded it.
    public let callSite: String?
    /// The error of the reducer.
    public let error: String?
    private let microseconds: Int64
    private let nanoseconds: Int64?

    /// The time of the dispatch.
    public var date: Date { Date(microseconds: microseconds) }

    /// The time from the dispatch until the resulting state; nil if it was not measured.
    public var duration: Duration? { nanoseconds.map { .nanoseconds($0) } }

    package init(_ record: ActionRecord) {
        seq = record.seq
        parent = record.parent
        microseconds = record.at
        type = record.type
        payload = record.payload.map { RecordedValue($0) }
        isDecodable = record.coder == .codable
        status = Status(record.status)
        nanoseconds = record.duration
        callSite = record.origin
        error = record.error
    }
}

/// The JSON of `rewind log --json`, without the changes: `at` in microseconds since 1970, `duration` in nanoseconds.
extension RecordedAction: Encodable {
    private enum CodingKeys: String, CodingKey {
        case seq, parent, at, type, payload, coder, status, duration, origin, error
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seq, forKey: .seq)
        try container.encode(parent, forKey: .parent)
        try container.encode(microseconds, forKey: .at)
        try container.encode(type, forKey: .type)
        try container.encode(payload, forKey: .payload)
        let coder = isDecodable ? ActionRecord.Coder.codable : .reflected
        try container.encode(coder.rawValue, forKey: .coder)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(nanoseconds, forKey: .duration)
        try container.encodeIfPresent(callSite, forKey: .origin)
        try container.encodeIfPresent(error, forKey: .error)
    }
}
