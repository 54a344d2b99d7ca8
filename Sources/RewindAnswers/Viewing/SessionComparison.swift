import RewindSession
import RewindTimeline
import RewindTree

extension Session {
    /// Finds the first difference between this session and another one.
    ///
    /// ```swift
    /// let comparison = try before.comparison(with: after)
    /// if !comparison.isSame { print(comparison.seq ?? 0, comparison.differingParts) }  // 41 ["payload", "state"]
    /// ```
    ///
    /// Types, payloads and states are compared, but not times.
    ///
    /// - Parameters:
    ///   - other: The other session.
    ///   - aligns: Whether to align all actions after the first difference.
    ///   - comparesEnds: Whether to find the difference of the end states, too.
    /// - Complexity: Linear in the common part, plus the product of the actions before the equal end and their
    ///   differences.
    public func comparison(
        with other: Session,
        aligningAll aligns: Bool = false,
        comparingEnds comparesEnds: Bool = false
    ) throws(RecordedSessionError) -> SessionComparison {
        try RecordedSessionError.converting {
            let last = min(lastSeq, other.lastSeq)
            for session in [self, other] { try session.timeline.know(allIn: [session.firstSeq...session.lastSeq]) }
            let comparison = try Comparison(of: timeline, with: other.timeline) {
                try onProgress(Progress("comparing", done: $0 - 1, of: last))
            }
            return try SessionComparison(
                comparison,
                of: timeline,
                with: other.timeline,
                aligns: aligns,
                comparesEnds: comparesEnds
            )
        }
    }
}

/// The first difference between two sessions, a and b, and what follows it.
public struct SessionComparison: Sendable {
    /// An action after the first difference: of session a, of session b, or of both.
    public struct AlignedAction: Encodable, Sendable {
        /// The numbers of the action in the sessions; nil if a session does not have it.
        public let a, b: Int?
        public let type: String
    }

    package let comparison: Comparison
    /// The last actions of the sessions.
    public let lasts: (a: Int, b: Int)
    /// The actions at the first difference, if they differ.
    public private(set) var actions: (a: RecordedAction?, b: RecordedAction?) = (nil, nil)
    /// The difference of the payloads of these actions.
    package private(set) var payload: StateDifference?
    /// The difference of the states after these actions.
    package private(set) var state: StateDifference?
    package private(set) var alignment: ActionAlignment?
    /// The numbers of actions that only one session has, on other branches than that of its last state.
    package private(set) var others = (a: 0, b: 0)
    /// True if the end states are equal; nil if there is no first difference in an action.
    public private(set) var areEndsEqual: Bool?
    /// All actions from the first difference on, if asked for.
    public private(set) var aligned: [AlignedAction]?
    /// The difference between the end states, if asked for.
    package private(set) var ends: StateDifference?

    fileprivate init(
        _ comparison: Comparison,
        of a: Timeline,
        with b: Timeline,
        aligns: Bool,
        comparesEnds: Bool
    ) throws {
        self.comparison = comparison
        lasts = (a.last, b.last)
        func actions(_ a: ActionRecord?, _ b: ActionRecord?) -> (RecordedAction?, RecordedAction?) {
            (a.map { RecordedAction($0) }, b.map { RecordedAction($0) })
        }
        switch comparison.parting {
        case .start:
            state = StateDifference(from: try a.state(at: comparison.start), to: try b.state(at: comparison.start))
        case .action(let seq, let parts):
            alignment = try ActionAlignment(of: a, with: b, from: seq)
            let (isOnlyInA, isOnlyInB) = (alignment?.onlyA.first == seq, alignment?.onlyB.first == seq)
            let left = isOnlyInB && !isOnlyInA ? nil : try a.session.action(seq)
            let right = isOnlyInA && !isOnlyInB ? nil : try b.session.action(seq)
            self.actions = actions(left, right)
            others = (try Self.otherBranches(of: a, alignment?.onlyA), try Self.otherBranches(of: b, alignment?.onlyB))
            // Unrelated actions and their states have nothing to compare.
            guard isOnlyInA == isOnlyInB, !parts.contains(.type) else { break }
            if parts.contains(.payload) {
                payload = StateDifference(from: left?.payload ?? .null, to: right?.payload ?? .null)
            }
            if parts.contains(.state) {
                state = StateDifference(from: try a.state(at: seq), to: try b.state(at: seq))
            }
        case .endOfFirst: self.actions = actions(nil, try b.session.action(a.last + 1))
        case .endOfSecond: self.actions = actions(try a.session.action(b.last + 1), nil)
        case .none, .apart: break
        }
        if comparesEnds, comparison.parting != .none {
            ends = StateDifference(from: try a.state(at: a.last), to: try b.state(at: b.last))
        }
        if case .action = comparison.parting {
            areEndsEqual = try ends?.isEmpty ?? (a.state(at: a.last) == b.state(at: b.last))
        }
        if aligns, ![.none, .apart].contains(comparison.parting) {
            aligned = try Self.aligned(a, b, from: comparison, alignment)
        }
    }

    /// Returns the number of the actions that do not lead to the last state.
    private static func otherBranches(of timeline: Timeline, _ seqs: [Int]?) throws -> Int {
        guard let seqs, !seqs.isEmpty else { return 0 }
        let ranges = try timeline.path(to: timeline.last).ranges
        return seqs.count { seq in !ranges.contains { $0.contains(seq) } }
    }

    private static func aligned(
        _ a: Timeline,
        _ b: Timeline,
        from comparison: Comparison,
        _ alignment: ActionAlignment?
    ) throws -> [AlignedAction] {
        let seq = max(comparison.sameThrough, comparison.start) + 1
        let alignment = try alignment ?? ActionAlignment(of: a, with: b, from: seq)
        var (onlyA, onlyB) = (Set(alignment?.onlyA ?? []), Set(alignment?.onlyB ?? []))
        if seq > min(a.last, b.last) {
            // One of the sessions ends there.
            onlyA.formUnion(stride(from: seq, through: a.last, by: 1))
            onlyB.formUnion(stride(from: seq, through: b.last, by: 1))
        } else if alignment == nil {
            throw TimelineError.tooManyToAlign(from: comparison.sameThrough + 1, most: ActionAlignment.maximumActions)
        }
        var rows: [AlignedAction] = []
        var (left, right) = (seq, seq)
        while left <= a.last || right <= b.last {
            let isOnlyInA = left <= a.last && (onlyA.contains(left) || right > b.last)
            let isOnlyInB = !isOnlyInA && right <= b.last && (onlyB.contains(right) || left > a.last)
            let type = try isOnlyInB ? b.session.type(of: right) : a.session.type(of: left)
            rows.append(AlignedAction(a: isOnlyInB ? nil : left, b: isOnlyInA ? nil : right, type: type))
            if !isOnlyInB { left += 1 }
            if !isOnlyInA { right += 1 }
        }
        return rows
    }

    /// True if the sessions are equal.
    public var isSame: Bool { comparison.parting == .none }

    /// The action with the first difference; nil if there is none, or it is not in an action.
    public var seq: Int? {
        if case .action(let seq, _) = comparison.parting { seq } else { nil }
    }

    /// What differs there: `type`, `payload` and `state` of an action, the initial `state`, the `end` of the sessions, or
    /// their `range` if they have no state in common. Empty if the sessions are equal.
    public var differingParts: [String] {
        switch comparison.parting {
        case .none: []
        case .start: ["state"]
        case .action(_, let parts): parts.map(\.rawValue)
        case .endOfFirst, .endOfSecond: ["end"]
        case .apart: ["range"]
        }
    }

    /// The last action up to which the sessions are equal; nil if nothing is.
    public var sameThrough: Int? { comparison.sameThrough < comparison.start ? nil : comparison.sameThrough }
}

extension SessionComparison: Encodable {
    private enum CodingKeys: String, CodingKey {
        case same, from, ends, seq, differ, actions, only, payload, state, aligned, end
        case sameThrough = "same_through"
        case sameAgainFrom = "same_again_from"
        case endsEqual = "ends_equal"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isSame, forKey: .same)
        try container.encode(comparison.start, forKey: .from)
        try container.encode(sameThrough, forKey: .sameThrough)
        try container.encode([lasts.a, lasts.b], forKey: .ends)
        try container.encodeIfPresent(seq, forKey: .seq)
        if !isSame { try container.encode(differingParts, forKey: .differ) }
        if actions.a != nil || actions.b != nil { try container.encode([actions.a, actions.b], forKey: .actions) }
        if let alignment {
            try container.encode([alignment.onlyA, alignment.onlyB], forKey: .only)
            try container.encodeIfPresent(alignment.sameFrom.map { [$0.a, $0.b] }, forKey: .sameAgainFrom)
        }
        try container.encodeIfPresent(areEndsEqual, forKey: .endsEqual)
        try container.encodeIfPresent(payload?.recorded, forKey: .payload)
        try container.encodeIfPresent(state?.recorded, forKey: .state)
        try container.encodeIfPresent(aligned, forKey: .aligned)
        try container.encodeIfPresent(ends?.recorded, forKey: .end)
    }
}
