import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Why was an action dispatched, or a value written?
///
/// ```swift
/// let answer = try session.answer(Why("/articleDetail/error"))
/// for link in answer.links { print(link.name) }  // ArticleDetailErrorAction, GET /items/1, openArticle, TapArticle
/// ```
///
/// The answer leads from the action through the effects and actions that caused it to the root: the action or flow that
/// nothing caused, such as a tap. A cause that was not recorded is unknown; it is never guessed.
///
/// - Complexity: Linear in the number of causes; with ``pointer``, also that of ``Blame``.
public struct Why: Question {
    /// The chain of causes of an action, or of the action that wrote a value.
    public struct Answer: Sendable {
        /// The write of the value, if the question has a pointer; nil if no state on the path has a value there.
        public let write: RecordedWrite?
        /// The action, its cause, and so on. Empty if no action wrote the value.
        public let links: [Link]
        /// The number of links left out before the last one.
        public let omitted: Int
        /// The reason why the cause of the last link is not known; nil if that is the root.
        public let unknown: UnknownCause?

        /// The root of the chain; nil if it is not known.
        public var root: Link? { unknown == nil ? links.last : nil }
    }

    /// An action or an effect in a chain of causes.
    public struct Link: Sendable {
        /// An action, or an effect.
        public enum Event: Sendable {
            /// An action without its patch.
            case action(RecordedAction)
            case effect(RecordedEffect)
        }

        public let event: Event
        /// The effects with the same cause that ended last before this began, such as the request whose response it
        /// brought: those that ended after the same action.
        public let after: [RecordedEffect]
        private let nanosecondsSinceRoot, nanosecondsSinceCause: Int64?

        fileprivate init(_ event: Event, after effects: [RecordedEffect], cause: Event?, root: Event?) {
            self.event = event
            after = effects
            nanosecondsSinceRoot = root.flatMap { event.nanoseconds(since: $0) }
            nanosecondsSinceCause = cause.flatMap { event.nanoseconds(since: $0) }
        }

        /// The time since the root; nil if that is not known.
        public var sinceRoot: Duration? { nanosecondsSinceRoot.map { .nanoseconds($0) } }

        /// The time since the cause began; nil if that is not known or left out.
        public var sinceCause: Duration? { nanosecondsSinceCause.map { .nanoseconds($0) } }

        /// The type of the action, or the name of the effect.
        public var name: String {
            switch event {
            case .action(let action): action.type
            case .effect(let effect): effect.name
            }
        }

        /// The time of the dispatch, or the time when the effect began.
        public var date: Date { Date(microseconds: event.at) }
    }

    public static let parameters = [
        QuestionParameter("pointer", .pointer, "The value whose last write is explained"),
        QuestionParameter(
            "at",
            .reference,
            "The action or effect:N; with a pointer, the state that has the value; the cursor by default"
        ),
        QuestionParameter("limit", .count, "The maximum number of links, 100 by default; the last one is always there"),
    ]

    /// The default of ``limit``.
    public static let defaultLimit = 100

    /// The value; nil to ask about an action or effect.
    public var pointer: JSONPointer?
    /// The action or effect, or the state that has the value; by default those of the cursor.
    public var at: PointInTime?
    /// The maximum number of links, at least 2. Those before the last one are left out.
    public var limit: Int?

    public init(_ pointer: JSONPointer? = nil, at reference: PointInTime? = nil, limit: Int? = nil) {
        self.pointer = pointer
        at = reference
        self.limit = limit
    }

    public func answer(in session: Session) throws -> Answer {
        let (timeline, reader) = (session.timeline, session.timeline.session)
        var write: RecordedWrite?
        let start: CauseReference
        if let pointer {
            write = try Blame(pointer, at: at).answer(in: session).write
            guard let write, write.cause == .action else {
                return Answer(write: write, links: [], omitted: 0, unknown: nil)
            }
            start = .action(write.seq)
        } else if let id = at?.effect {
            guard try reader.effect(id) != nil else { throw TimelineError.noSuchEffect(id) }
            start = .effect(id)
        } else {
            let seq = try session.seqOrCursor(at)
            guard seq > timeline.first else { throw TimelineError.noActionLed(to: seq) }
            start = .action(seq)
        }
        let chain = try reader.causes(of: start)
        let limit = max(2, limit ?? Self.defaultLimit)
        let omitted = max(0, chain.links.count - limit)
        let shown = omitted > 0 ? chain.links.prefix(limit - 1) + chain.links.suffix(1) : chain.links[...]
        let events = try shown.map { try reader.event($0) }
        let unknown = chain.unknown.map { UnknownCause($0, chain.missing.map { RecordedCause($0) }) }
        let links = try events.indices.map { index in
            let isBeforeGap = omitted > 0 && index == limit - 2
            let cause = isBeforeGap ? nil : events.dropFirst(index + 1).first
            let event = events[index]
            return Link(
                event,
                after: try cause.map { try reader.effects(endedBefore: event, in: $0) } ?? [],
                cause: cause,
                root: unknown == nil ? events.last : nil
            )
        }
        return Answer(write: write, links: links, omitted: omitted, unknown: unknown)
    }
}

extension Why.Link.Event {
    /// The time in microseconds since 1970.
    package var at: Int64 {
        switch self {
        case .action(let action): action.record.at
        case .effect(let effect): effect.row.effect.at
        }
    }

    /// Returns the time since another event; nil if it is too long, as it may be in a damaged file.
    fileprivate func nanoseconds(since other: Self) -> Int64? {
        let (microseconds, isTooLong) = at.subtractingReportingOverflow(other.at)
        let (nanoseconds, overflows) = microseconds.multipliedReportingOverflow(by: 1_000)
        return isTooLong || overflows ? nil : nanoseconds
    }
}

extension SessionReader {
    /// Returns the effects with a cause that ended last before an event with the same cause.
    ///
    /// - Throws: `SessionError`.
    fileprivate func effects(endedBefore event: Why.Link.Event, in cause: Why.Link.Event) throws -> [RecordedEffect] {
        let (column, number) =
            switch cause {
            case .action(let action): ("cause_action", action.seq)
            case .effect(let effect): ("cause_effect", effect.id)
            }
        let (seq, at) =
            switch event {
            // It is not in the log before it has ended.
            case .action(let action): (action.seq - 1, Int64.max)
            case .effect(let effect): (effect.began, effect.row.effect.at)
            }
        var rows: [EffectRow] = []
        let rest = """
            WHERE \(column) = ?1 AND kind = 'effect' AND (outcome.seq < ?2 OR outcome.seq = ?2 AND outcome.at <= ?3)
            ORDER BY outcome.id DESC LIMIT 100
            """
        try forEachEffect(rest, [number, seq, at]) { row in
            let ended = row.outcome?.seq
            guard rows.isEmpty || rows[0].outcome?.seq == ended else { return false }
            rows.append(row)
            return true
        }
        return rows.map { RecordedEffect($0) }
    }

    /// Reads an action, without its patch, or an effect.
    ///
    /// - Throws: `SessionError.damaged` if it does not exist.
    fileprivate func event(_ reference: CauseReference) throws -> Why.Link.Event {
        switch reference {
        case .action(let seq):
            let record = try row(seq, .record.subtracting(.patch)) { try $0.record(payload: $0.payload, patch: nil) }
            guard let record else { throw damaged(.actionMissing(seq: seq)) }
            return .action(RecordedAction(record))
        case .effect(let id):
            guard let row = try effect(id) else {
                throw damaged(.malformed(table: "effect", column: "id", row: id))
            }
            return .effect(RecordedEffect(row))
        }
    }
}

/// The JSON of a chain: the links from the action to the root.
extension Why.Answer: Encodable {
    private enum CodingKeys: CodingKey { case write, links, omitted, unknown }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(write, forKey: .write)
        try container.encode(links, forKey: .links)
        if omitted > 0 { try container.encode(omitted, forKey: .omitted) }
        try container.encodeIfPresent(unknown, forKey: .unknown)
    }
}

/// The JSON of a link: the members of an effect, or those of an action without its patch; `kind`, which is `action` for an
/// action; `after`; and the times since the root and since the cause in nanoseconds.
extension Why.Link: Encodable {
    private enum CodingKeys: String, CodingKey {
        case kind, seq, at, type, payload, status, duration, origin, error, cause, after
        case sinceRoot = "since_root"
        case sinceCause = "since_cause"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch event {
        case .effect(let effect): try effect.encode(to: encoder)
        case .action(let action):
            try container.encode("action", forKey: .kind)
            try container.encode(action.seq, forKey: .seq)
            try container.encode(action.record.at, forKey: .at)
            try container.encode(action.type, forKey: .type)
            try container.encode(action.payload, forKey: .payload)
            try container.encode(action.status, forKey: .status)
            try container.encodeIfPresent(action.record.duration, forKey: .duration)
            try container.encodeIfPresent(action.origin, forKey: .origin)
            try container.encodeIfPresent(action.error, forKey: .error)
            try container.encodeIfPresent(action.cause, forKey: .cause)
        }
        if !after.isEmpty { try container.encode(after, forKey: .after) }
        try container.encodeIfPresent(nanosecondsSinceRoot, forKey: .sinceRoot)
        try container.encodeIfPresent(nanosecondsSinceCause, forKey: .sinceCause)
    }
}
