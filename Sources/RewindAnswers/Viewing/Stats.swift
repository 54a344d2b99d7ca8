import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// How large is a session, and how did it end?
///
/// ```swift
/// let stats = try session.answer(Stats())
/// print(stats.actions, stats.ending.how)  // 120 crashed
/// ```
///
/// - Complexity: Linear in the size of the file.
public struct Stats: Question {
    /// The counts and sizes of a session.
    public struct Answer: Sendable {
        /// An action with its run time.
        public struct Slowest: Sendable, Encodable {
            public let seq: Int
            public let type: String
            /// In nanoseconds.
            public let duration: Int64
        }

        public let ending: SessionEnding
        public let losses: SessionLosses
        /// Facts about the recording, as ``Session/facts()`` returns them.
        public let facts: [String: String]
        public let cursor: Int
        /// The last action.
        package let last: Int
        package let bookmarks: [Bookmark]
        package let sizes: SessionSizes
        /// The numbers of effects; nil if the session has none.
        public let effects: EffectCounts?

        public var actions: Int { sizes.actions }
        /// The number of actions with another status than done.
        public var problemCount: Int { sizes.problemCount }
        /// The number of actions that start a branch.
        public var branches: Int { sizes.branches }
        /// The action with the longest run time of the reducer; nil if none was measured.
        public var slowest: Slowest? {
            sizes.slowest.map { Slowest(seq: $0.seq, type: $0.type, duration: $0.duration) }
        }
        /// The number of actions of each type.
        public var types: [String: Int] { Dictionary(sizes.types.map { ($0.name, $0.count) }) { $1 } }
        /// The length of the file, in bytes.
        public var bytes: Int { sizes.fileBytes }
        /// The times at which the recording began, and at which it was closed or dispatched its last action, in
        /// microseconds since 1970; nil if the session does not contain them.
        package let startedAt, endedAt: Int64?
        /// The time from the first dispatch to the last; nil without actions.
        public var dates: ClosedRange<Date>? {
            sizes.span.map { Date(microseconds: $0.lowerBound)...Date(microseconds: $0.upperBound) }
        }
    }

    public static let parameters: [QuestionParameter] = []

    public init() {}

    public func answer(in session: Session) throws -> Answer {
        let (timeline, reader) = (session.timeline, session.timeline.session)
        let (facts, sizes) = (try reader.facts(), try SessionSizes(of: reader))
        func time(_ fact: String) -> Int64? { facts[fact].flatMap { Int64($0) } }
        return Answer(
            ending: try reader.ending(),
            losses: try SessionLosses(of: reader),
            facts: facts,
            cursor: try timeline.cursor(),
            last: timeline.last,
            bookmarks: try reader.bookmarks(),
            sizes: sizes,
            effects: try EffectCounts(of: reader),
            startedAt: time("started_at") ?? sizes.span?.lowerBound,
            endedAt: [time(SessionFact.endedKey), sizes.span?.upperBound].compactMap(\.self).min()
        )
    }
}

/// The JSON of the counts: times in microseconds since 1970, durations in nanoseconds.
extension Stats.Answer: Encodable {
    private enum CodingKeys: String, CodingKey {
        case ending, actions, trouble, branches, cursor, bookmarks, slowest, effects, pruned, snapshots, chunks,
            pointers, changes, bytes, types, tables, session
        case startedAt = "started_at"
        case endedAt = "ended_at"
    }

    public func encode(to encoder: any Encoder) throws {
        try losses.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ending, forKey: .ending)
        try container.encode(actions, forKey: .actions)
        try container.encode(problemCount, forKey: .trouble)
        try container.encode(branches, forKey: .branches)
        try container.encode(cursor, forKey: .cursor)
        try container.encode(bookmarks.count, forKey: .bookmarks)
        try container.encodeIfPresent(slowest, forKey: .slowest)
        try container.encodeIfPresent(effects, forKey: .effects)
        try container.encode(sizes.pruned, forKey: .pruned)
        try container.encode(sizes.snapshots, forKey: .snapshots)
        try container.encode(sizes.chunks, forKey: .chunks)
        try container.encode(sizes.pointers, forKey: .pointers)
        try container.encode(sizes.changes, forKey: .changes)
        try container.encode(bytes, forKey: .bytes)
        try container.encodeIfPresent(startedAt, forKey: .startedAt)
        try container.encodeIfPresent(endedAt, forKey: .endedAt)
        try container.encode(types, forKey: .types)
        try container.encode(Dictionary(sizes.tables.map { ($0.name, $0.bytes) }) { $1 }, forKey: .tables)
        let times = ["started_at", SessionFact.endedKey]
        let members = facts.sorted { $0.key < $1.key }.map { key, value in
            (key, times.contains(key) ? Int64(value).map(Tree.integer) ?? .string(value) : .string(value))
        }
        try container.encode(Tree(members: members), forKey: .session)
    }
}
