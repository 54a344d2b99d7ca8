import RewindSession
import RewindTimeline
import RewindTree

/// What happened in an action?
///
/// ```swift
/// let found = try session.answer(ShowAction("@SetPageNumber"))
/// print(found.action.type, found.changes.map(\.pointer))  // SetPageNumber ["/home/pageNumber"]
/// ```
///
/// The answer has the code `outOfRange` as an error if no action led to the state, as to the first one.
public struct ShowAction: Question {
    public static let parameters = [
        QuestionParameter("at", .reference, "The action; the cursor by default")
    ]

    /// The action; by default that of the cursor.
    public var at: PointInTime?

    public init(_ reference: PointInTime? = nil) {
        at = reference
    }

    public func answer(in session: Session) throws -> FoundAction {
        let (timeline, seq) = (session.timeline, try session.seqOrCursor(at))
        try timeline.know(seq, showingStates: false)
        guard seq > timeline.first else { throw TimelineError.noActionLed(to: seq) }
        return try FoundAction(seq, in: session)
    }
}

/// An action that answers a question, with its changes.
public struct FoundAction: Sendable {
    /// A value that a condition read.
    public struct ReadValue: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case function = "of"
            case pointer, value
        }

        /// The function that a condition reads a value with.
        public enum Function: String, Sendable, Encodable {
            /// In the state after the action.
            case at
            /// In the state before the action.
            case was
            /// In the action itself.
            case payload
        }

        public let function: Function
        public let pointer: JSONPointer
        /// The value; nil if there is none.
        public let value: RecordedValue?

        init(_ reading: EvaluationContext.Reading) {
            function =
                switch reading.source {
                case .at: .at
                case .was: .was
                case .payload: .payload
                }
            pointer = JSONPointer(reading.pointer)
            value = reading.value.map { RecordedValue($0) }
        }
    }

    public let action: RecordedAction
    /// The values that the condition read; nil unless the question has a condition.
    public let values: [ReadValue]?
    /// The changes of the action; nil if they were not asked for, or are unknown because its parent was pruned.
    package let difference: StateDifference?
    private let hasChanges: Bool

    /// The number of the action.
    public var seq: Int { action.seq }

    /// The changes of the action; empty if they were not asked for, or are unknown because the state before it was
    /// pruned.
    public var changes: [RecordedChange] { difference?.recorded ?? [] }

    /// Reads an action.
    ///
    /// - Throws: `SessionError`.
    package init(
        _ seq: Int,
        in session: Session,
        values: [EvaluationContext.Reading]? = nil,
        includesChanges: Bool = true
    ) throws {
        let timeline = session.timeline
        let record = try timeline.action(seq)
        var action = RecordedAction(record)
        action.isUndone = try session.branches().isUndone(seq)
        self.action = action
        self.values = values.map { $0.map { ReadValue($0) } }
        hasChanges = includesChanges
        difference =
            includesChanges
            ? try Timeline.unlessPruned { try timeline.difference(from: record.parent, to: seq) } ?? nil : nil
    }
}

extension FoundAction: Encodable {
    private enum CodingKeys: CodingKey { case seq, action, changes, values }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seq, forKey: .seq)
        try container.encode(action, forKey: .action)
        if hasChanges { try container.encode(changes, forKey: .changes) }
        try container.encodeIfPresent(values, forKey: .values)
    }
}
