import RewindTimeline
import RewindTree

/// What changed between two states?
///
/// ```swift
/// for change in try session.answer(Diff(from: "start", to: "end")).changes {
///     print(change.kind, change.pointer)  // replace /home/pageNumber
/// }
/// ```
///
/// Elements of an array are matched by a member that identifies all of them, such as `id`, or by equality.
///
/// - Complexity: Linear in the parts that the two states do not share.
public struct Diff: Question {
    /// The changes from one state to another.
    public struct Answer: Sendable {
        /// The states.
        public let from, to: Int
        /// The difference; nil if neither state has a value at the pointer.
        package let difference: StateDifference?

        /// The changes; together they turn the earlier state into the later one.
        public var changes: [RecordedChange] { difference?.recorded ?? [] }
    }

    public static let parameters = [
        QuestionParameter("from", .reference, "The earlier state; by default the one before `to`"),
        QuestionParameter("to", .reference, "The later state; the cursor by default"),
        QuestionParameter("pointer", .pointer, "Only changes of this value, or inside it"),
    ]

    /// The earlier state; by default the one that the action which led to ``to`` was applied to.
    public var from: PointInTime?
    /// The later state; by default that of the cursor.
    public var to: PointInTime?
    /// The value to compare; nil for the whole states.
    public var pointer: JSONPointer?

    public init(from: PointInTime? = nil, to: PointInTime? = nil, at pointer: JSONPointer? = nil) {
        self.from = from
        self.to = to
        self.pointer = pointer
    }

    public func answer(in session: Session) throws -> Answer {
        let timeline = session.timeline
        let to = try session.seqOrCursor(to)
        let from = try from.map(timeline.seq) ?? timeline.parent(of: to)
        try session.know(from, to)
        let difference = try timeline.difference(from: from, to: to, at: pointer?.pointer ?? .root)
        return Answer(from: from, to: to, difference: difference)
    }
}

extension Diff.Answer: Encodable {
    private enum CodingKeys: CodingKey { case from, to, changes }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(changes, forKey: .changes)
    }
}

extension StateDifference {
    /// The changes, as answers have them.
    package var recorded: [RecordedChange] { changes.map { RecordedChange($0) } }
}
