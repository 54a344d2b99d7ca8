import RewindTimeline
import RewindTree

/// Which value is at a pointer in a state?
///
/// ```swift
/// let page = try session.answer(Show("/home/pageNumber", at: "end~3"))
/// print(page?.int ?? 0)  // 2
/// ```
///
/// Returns nil if the state has no value there. ``Session/value(at:_:)`` takes the number of a state.
///
/// - Complexity: The path to the value, and the patches since the nearest state that is stored whole.
public struct Show: Question {
    public static let parameters = [
        QuestionParameter("pointer", .pointer, "The value; the whole state by default"),
        QuestionParameter("at", .reference, "The state; the cursor by default"),
    ]

    /// The pointer to the value; nil for the whole state.
    public var pointer: JSONPointer?
    /// The state; by default that of the cursor.
    public var at: PointInTime?

    public init(_ pointer: JSONPointer? = nil, at reference: PointInTime? = nil) {
        self.pointer = pointer
        at = reference
    }

    public func answer(in session: Session) throws -> RecordedValue? {
        let seq = try session.seqOrCursor(at)
        try session.know(seq)
        return try session.timeline.value(at: seq, pointer?.pointer ?? .root).map { RecordedValue($0) }
    }
}
