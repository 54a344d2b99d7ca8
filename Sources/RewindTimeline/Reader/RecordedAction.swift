import Foundation
import RewindSession

/// An action of a recorded session.
public struct RecordedAction: Sendable, Encodable {
    /// What became of an action.
    public enum Status: String, Sendable, Encodable {
        /// It was dispatched, and the process ended before its state was there.
        case began
        /// Its state is recorded.
        case done
        /// The reducer reported an error.
        case failed
        /// It was dispatched while nothing could be written: only its number and, where known, its effect are left.
        case dropped
    }

    /// The number of the action, from 1.
    public let seq: Int
    /// The seq whose state it was applied to: that before it, unless the app had gone back in time.
    public let parent: Int
    /// When it was dispatched.
    public let date: Date
    /// The name of its type.
    public let type: String
    /// Its own value, nil when that was lost or could not be encoded.
    public let payload: RecordedValue?
    /// Whether the payload was made with `Codable` and decodes back into the action.
    public let isDecodable: Bool
    public let status: Status
    /// How long it took until the state was there, in nanoseconds; nil when not measured.
    public let nanoseconds: Int64?
    /// `file:line` of the dispatch, when the app gave it.
    public let callSite: String?
    /// What its reducer reported when it failed.
    public let error: String?

    package init(_ record: ActionRecord) {
        seq = record.seq
        parent = record.parent
        date = Date(timeIntervalSince1970: Double(record.at) / 1_000_000)
        type = record.type
        payload = record.payload.map { RecordedValue($0) }
        isDecodable = record.coder == .codable
        status =
            switch record.status {
            case .began: .began
            case .done: .done
            case .failed: .failed
            case .dropped: .dropped
            }
        nanoseconds = record.duration
        callSite = record.origin
        error = record.error
    }
}
