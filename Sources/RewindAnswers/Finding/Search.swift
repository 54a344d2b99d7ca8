import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Where does a text occur?
///
/// ```swift
/// for find in try session.answer(Search("http_500")).finds {
///     print(find.seq, find.pointer, find.excerpt)  // 63 /articleDetail/error http_500
/// }
/// ```
///
/// Types, payloads, errors and the values that actions wrote are searched, and the names, inputs and outcomes of effects. Case is ignored unless the text has a capital
/// letter. To find failed actions, ask for a ``Log`` with a `status`.
///
/// - Complexity: Linear in the session's texts.
public struct Search: Question {
    /// The occurrences of a text.
    public struct Answer: Encodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case finds
            case hasMore = "more"
        }

        public let finds: [Find]
        /// True if there are more than those asked for.
        public let hasMore: Bool
    }

    public static let parameters = [
        QuestionParameter("text", .text, "The text", isRequired: true),
        QuestionParameter("from", .reference, "The first action"),
        QuestionParameter("through", .reference, "The last action"),
        QuestionParameter("regex", .flag, "The text is a regular expression"),
        QuestionParameter("first", .flag, "Only the first occurrence in each action or effect"),
        QuestionParameter("in", .list, "Only in: key, value, type, origin"),
        QuestionParameter("limit", .count, "The maximum number of occurrences"),
    ]

    /// The text, which must not be empty.
    public var text: String
    /// The first action; by default that of the session.
    public var from: PointInTime?
    /// The last action; by default that of the session.
    public var through: PointInTime?
    /// Whether the text is a regular expression.
    public var isExpression = false
    /// Whether to return only the first occurrence in each action or effect.
    public var findsFirst = false
    /// The kinds of texts to search; empty for all but call sites.
    public var kinds: [TextFind.Kind] = []
    /// The maximum number of occurrences; nil for all.
    public var limit: Int?

    private enum CodingKeys: String, CodingKey {
        case text, from, through, limit
        case isExpression = "regex"
        case findsFirst = "first"
        case kinds = "in"
    }

    public init(
        _ text: String,
        from: PointInTime? = nil,
        through: PointInTime? = nil,
        isExpression: Bool = false,
        findsFirst: Bool = false,
        in kinds: [TextFind.Kind] = [],
        limit: Int? = nil
    ) {
        self.text = text
        self.from = from
        self.through = through
        self.isExpression = isExpression
        self.findsFirst = findsFirst
        self.kinds = kinds
        self.limit = limit
    }

    public func answer(in session: Session) throws -> Answer {
        guard !text.isEmpty else { return Answer(finds: [], hasMore: false) }
        let limit = max(0, limit ?? .max - 1)
        var finds: [Find] = []
        var (last, count): (TextFind?, Int) = (nil, 0)
        let pattern = try pattern(in: session)
        try forEachFind(of: pattern, in: session) { find in
            if findsFirst, let last, (find.seq, find.effect) == (last.seq, last.effect) { return true }
            last = find
            count += 1
            if count <= limit { finds.append(try Find(find, of: pattern, in: session)) }
            return count <= limit
        }
        return Answer(finds: finds, hasMore: count > limit)
    }

    /// Returns the pattern for the text.
    ///
    /// - Throws: `TimelineError.malformedPattern`.
    package func pattern(in session: Session) throws -> TextPattern {
        isExpression ? try session.expression(text) : TextPattern(text)
    }

    /// Calls `body` with each occurrence, as it is found, until it returns false.
    ///
    /// - Throws: `SessionError`, `TimelineError`, or an error of `body`.
    package func forEachFind(
        of pattern: TextPattern,
        in session: Session,
        _ body: (TextFind) throws -> Bool
    ) throws {
        let timeline = session.timeline
        let seqs = try timeline.seqs(of: ReferenceRange(from: from, to: through))
        let kinds = kinds.isEmpty ? TextFind.Kind.usual : Set(kinds)
        if kinds != [.type] {
            // A session without states still has its payloads.
            do { try timeline.know(allIn: [seqs]) } catch TimelineError.noStates {}
        }
        var count = 0
        try timeline.session.forEachFind(
            of: pattern,
            kinds: kinds,
            in: seqs,
            progress: { try session.onProgress(Progress("searching", at: $0, of: seqs, found: count)) },
            { find in
                count += 1
                return try body(find)
            }
        )
    }
}

/// An occurrence of a text.
public struct Find: Sendable {
    private static let excerptLength = 120
    private static let lead = 20

    /// The type of the action; nil for the first state and for an effect.
    public let type: String?
    /// The name of the effect; nil if the text is in no effect.
    public let name: String?
    /// True if the text is in an action that was undone, and is on another branch than the cursor.
    public private(set) var isUndone = false
    private let find: TextFind
    private let pattern: TextPattern
    /// The time of the dispatch, or when the effect began or ended, in microseconds since 1970.
    private let at: Int64?

    /// Reads the action or effect of a find.
    ///
    /// - Throws: `SessionError`.
    package init(_ find: TextFind, of pattern: TextPattern, in session: Session) throws {
        let timeline = session.timeline
        self.find = find
        self.pattern = pattern
        if let id = find.effect {
            let row = try timeline.session.effect(id)
            name = row?.effect.name
            at = find.part == .outcome ? row?.outcome?.at : row?.effect.at
            type = nil
        } else {
            let action = find.seq > timeline.first ? try timeline.session.caption(find.seq) : nil
            type = action?.type
            at = action?.at
            name = nil
            isUndone = try action != nil && session.branches().isUndone(find.seq)
        }
    }

    /// The number of the action, or of the first state; for an effect, of the last action before it began or ended.
    public var seq: Int { find.seq }

    /// The number of the effect; nil if the text is in no effect.
    public var effect: Int? { find.effect }

    public var part: TextFind.Part { find.part }

    public var kind: TextFind.Kind { find.kind }

    /// The pointer to the member or value: in the payload, in the input or outcome of an effect, in the state after the action, or in the first state.
    public var pointer: JSONPointer { JSONPointer(find.pointer) }

    /// The value that contains the text: a scalar, or a string with the name of a member or type, an error, or the place
    /// of a dispatch.
    public var text: RecordedValue { RecordedValue(find.value) }

    /// The time of the dispatch, or when the effect began or ended; nil for the first state.
    public var date: Date? { at.map { Date(microseconds: $0) } }

    /// The part of ``text`` around its first occurrence, at most 120 characters.
    public var excerpt: String {
        let whole = text.string ?? text.json
        guard let range = pattern.firstRange(in: whole) else { return String(whole.prefix(Self.excerptLength)) }
        let start = whole.index(range.lowerBound, offsetBy: -Self.lead, limitedBy: whole.startIndex) ?? whole.startIndex
        return (start > whole.startIndex ? "…" : "") + whole[start...].prefix(Self.excerptLength)
    }
}

/// The JSON of an occurrence: its properties, and `at` in microseconds since 1970. If values are abbreviated, `text` is
/// the part around the occurrence.
extension Find: Encodable {
    private enum CodingKeys: CodingKey { case seq, effect, at, type, name, part, kind, pointer, text, undone }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seq, forKey: .seq)
        try container.encodeIfPresent(effect, forKey: .effect)
        try container.encodeIfPresent(at, forKey: .at)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(part, forKey: .part)
        try container.encode(kind, forKey: .kind)
        try container.encode(pointer, forKey: .pointer)
        if isUndone { try container.encode(true, forKey: .undone) }
        if RecordedValue.isAbbreviated(by: encoder) {
            try container.encode(excerpt, forKey: .text)
        } else {
            try container.encode(text, forKey: .text)
        }
    }
}
