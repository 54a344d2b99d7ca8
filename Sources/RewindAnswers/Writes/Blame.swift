import RewindTimeline
import RewindTree

/// What last wrote a value?
///
/// ```swift
/// let answer = try session.answer(Blame("/home/pageNumber"))
/// print(answer.write?.type ?? "")  // SetPageNumber
/// ```
///
/// An element of an array is followed when other elements are inserted, removed or moved. Writing an equal value does not
/// count.
///
/// - Complexity: One look into the index for each action that may have written the value but did not; with
///   ``includesChildren``, for each member or element.
public struct Blame: Question {
    /// What wrote a value.
    public struct Answer: Encodable, Sendable {
        /// The value; nil if the state has none at the pointer.
        public let value: RecordedValue?
        /// The write; nil if no state on the path has a value at the pointer.
        public let write: RecordedWrite?
        /// The payload of the action that wrote the value.
        public let payload: RecordedValue?
        /// What wrote the members or elements, if asked for.
        public let children: [Child]?
        /// The action that wrote the value before that, if asked for.
        public let previous: Int?
        /// The action that writes the value next, if asked for.
        public let next: Int?
    }

    /// A member or element, and what wrote it.
    public struct Child: Encodable, Sendable {
        public let pointer: JSONPointer
        public let value: RecordedValue
        public let write: RecordedWrite?
    }

    public static let parameters = [
        QuestionParameter("pointer", .pointer, "The value", isRequired: true),
        QuestionParameter("at", .reference, "The state that has it; the cursor by default"),
        QuestionParameter("toward", .reference, "Also find the previous and the next writer on the path to this state"),
        QuestionParameter("children", .flag, "Also find what wrote the members or elements"),
    ]

    /// The pointer to the value.
    public var pointer: JSONPointer
    /// The state that has the value; by default that of the cursor.
    public var at: PointInTime?
    /// A state that follows, to whose path ``Answer/previous`` and ``Answer/next`` refer; nil to leave them out.
    public var toward: PointInTime?
    /// Whether to find the writes of the value's members or elements, too.
    public var includesChildren = false

    private enum CodingKeys: String, CodingKey {
        case pointer, at, toward
        case includesChildren = "children"
    }

    public init(
        _ pointer: JSONPointer,
        at reference: PointInTime? = nil,
        toward: PointInTime? = nil,
        includesChildren: Bool = false
    ) {
        self.pointer = pointer
        at = reference
        self.toward = toward
        self.includesChildren = includesChildren
    }

    public func answer(in session: Session) throws -> Answer {
        let (timeline, pointer) = (session.timeline, pointer.pointer)
        let seq = try session.seqOrCursor(at)
        let writes = try timeline.recoveredWrites(of: pointer, at: seq, count: toward == nil ? 1 : 2)
        let write = writes.first
        let value = try timeline.value(at: seq, pointer)
        let parts: [(pointer: Pointer, value: Tree)] =
            switch includesChildren ? value : nil {
            case .object(let object): zip(object.keys, object.values).map { (pointer.appending($0), $1) }
            case .array(let array): array.elements.enumerated().map { (pointer.appending($0.offset), $0.element) }
            default: []
            }
        let children = try parts.enumerated().map { number, part in
            try session.onProgress(Progress("reading children", done: number, of: parts.count))
            return Child(
                pointer: JSONPointer(part.pointer),
                value: RecordedValue(part.value),
                write: try timeline.recoveredWrites(of: part.pointer, at: seq, count: 1).first
                    .map { try RecordedWrite($0, in: timeline.session) }
            )
        }
        let next = try toward.map {
            try timeline.nextWrite(of: pointer, after: seq, toward: session.tip($0, through: seq))
        }
        return Answer(
            value: value.map { RecordedValue($0) },
            write: try write.map { try RecordedWrite($0, in: timeline.session) },
            payload: try write.flatMap {
                $0.cause == .action ? try timeline.session.payload(of: $0.seq).map { RecordedValue($0) } : nil
            },
            children: children.isEmpty ? nil : children,
            previous: writes.dropFirst().first.flatMap { $0.cause == .action ? $0.seq : nil },
            next: next ?? nil
        )
    }
}

extension Timeline {
    /// Returns the last writes of a value, the latest first. Recovers the states since the first of them, and right before
    /// it.
    fileprivate func recoveredWrites(of pointer: Pointer, at seq: Int, count: Int) throws -> [Write] {
        func find() throws -> [Write] {
            var writes: [Write] = []
            try forEachWrite(of: pointer, through: seq, latestFirst: true) { write in
                writes.append(write)
                return writes.count < count
            }
            return writes
        }
        if let gap = try gap(endingWith: seq) {
            try know(allIn: path(from: max(first, try parent(of: gap.first)), to: seq).ranges)
        }
        let writes = try find()
        guard let write = writes.first else { return [] }
        let start = try write.gap.map { try parent(of: $0.first) } ?? write.seq
        return try know(allIn: path(from: max(first, start), to: seq).ranges) ? find() : writes
    }
}
