import Foundation
import RewindSession
import RewindTree

/// Work that an app started outside its reducers, with its outcome; or a note.
public struct RecordedEffect: Sendable {
    /// The kind of an effect.
    public enum Kind: String, Sendable, Encodable {
        /// Its value came from outside, as that of a request or a timer.
        case effect
        /// The app's own code, such as a thunk or the handler of a tap, which a replay runs again.
        case flow
        /// An event without an outcome.
        case note
        /// An image of the screen, without an outcome.
        case screenshot
    }

    /// The state of an effect at the end of the recording.
    public enum Status: String, Sendable, Encodable {
        /// It had not ended.
        case open
        /// It ended with a value.
        case done
        /// It ended with an error.
        case failed
        case canceled
    }

    package let row: EffectRow

    package init(_ row: EffectRow) {
        self.row = row
    }

    /// The number of the effect, from 1.
    public var id: Int { row.effect.id }

    public var kind: Kind {
        switch row.effect.kind {
        case .effect: .effect
        case .flow: .flow
        case .note: .note
        case .screenshot: .screenshot
        }
    }

    public var name: String { row.effect.name }

    /// The last action before the effect began.
    public var began: Int { row.effect.seq }

    /// The last action before the effect ended; nil if it did not.
    public var ended: Int? { row.outcome?.seq }

    /// The time when the effect began.
    public var date: Date { Date(microseconds: row.effect.at) }

    /// The time when the effect ended; nil if it did not.
    public var endDate: Date? { row.outcome.map { Date(microseconds: $0.at) } }

    /// The time from the beginning to the end; nil if the effect did not end, or if it was not measured.
    public var duration: Duration? { row.outcome?.duration.map { .nanoseconds($0) } }

    /// The state of the effect at the end of the recording; nil for a note and a screenshot.
    public var status: Status? {
        guard row.effect.kind.ends else { return nil }
        return switch row.outcome?.status {
        case nil: .open
        case .done: .done
        case .failed: .failed
        case .canceled: .canceled
        }
    }

    /// The effect or action in which this one began; nil if nothing recorded it.
    public var cause: RecordedCause? { row.effect.cause.map { RecordedCause($0) } }

    /// The place where the effect began, as `file:line`, if the app recorded it.
    public var origin: String? { row.effect.origin }

    /// The input of the effect, or the details of a note; nil if there are none, and for a screenshot.
    public var input: RecordedValue? {
        row.effect.kind == .screenshot ? nil : row.effect.input.map { RecordedValue($0) }
    }

    /// The value or the error with which the effect ended; nil if there is none, or if it was lost.
    public var outcome: RecordedValue? { row.outcome?.value.map { RecordedValue($0) } }

    /// The type of the value or error; nil if there is none, or if it was lost.
    public var outcomeType: String? { row.outcome?.type }

    /// The size of a screenshot's image in bytes; nil for other kinds, and if the image was lost.
    public var imageBytes: Int? {
        guard row.effect.kind == .screenshot, let base64 = row.effect.input?.child("jpeg")?.string else { return nil }
        return base64.utf8.count / 4 * 3 - base64.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
    }
}

/// The JSON of an effect: `at` and `ended_at` in microseconds since 1970, `duration` in nanoseconds.
extension RecordedEffect: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, kind, name, began, ended, at, duration, status, origin, cause, input, outcome
        case endedAt = "ended_at"
        case outcomeType = "outcome_type"
        case imageBytes = "bytes"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(name, forKey: .name)
        try container.encode(began, forKey: .began)
        try container.encodeIfPresent(ended, forKey: .ended)
        try container.encode(row.effect.at, forKey: .at)
        try container.encodeIfPresent(row.outcome?.at, forKey: .endedAt)
        try container.encodeIfPresent(row.outcome?.duration, forKey: .duration)
        try container.encodeIfPresent(status, forKey: .status)
        try container.encodeIfPresent(origin, forKey: .origin)
        try container.encodeIfPresent(cause, forKey: .cause)
        try container.encodeIfPresent(input, forKey: .input)
        try container.encodeIfPresent(outcome, forKey: .outcome)
        try container.encodeIfPresent(outcomeType, forKey: .outcomeType)
        try container.encodeIfPresent(imageBytes, forKey: .imageBytes)
    }
}
