import RewindSession
import RewindTimeline
import RewindTree

extension SessionRoutes {
    /// Answers `beside` requests: the comparison with another session.
    ///
    /// - Throws: `InspectorError`, `SessionError`, `CancellationError` if a newer request replaced this one.
    func beside(
        _ question: String,
        _ other: SessionRoutes,
        _ parameters: RequestParameters
    ) async throws -> any Encodable {
        switch question {
        case "beside":
            let (a, b, app) = (watch.session.url, other.watch.session.url, watch.session.app)
            let shouldContinue = watch.requests.begin("beside")
            return try await QueueExecutor.onThread { () -> BesideAnswer in
                let (left, right) = (try app.open(a).timeline, try app.open(b).timeline)
                defer { for timeline in [left, right] { timeline.session.close() } }
                return try BesideAnswer(left, right) { guard shouldContinue() else { throw CancellationError() } }
            }
        case "beside/diff":
            let seq = try parameters.requiredNumber("other")
            let state = try await other.watch.session.comparedState(at: seq)
            let whole = try Set(parameters.texts("all").map(RequestParameters.pointer))
            return try await watch.session.diff(
                at: parameters.requiredNumber("at"),
                to: state,
                at: seq,
                whole: whole
            )
        default: throw InspectorError.noSuchRequest
        }
    }
}

/// The common actions of two sessions.
struct BesideAnswer: Encodable, Sendable {
    /// The maximum number of actions in each list.
    private static let most = 2_000

    /// The last action up to which the sessions are equal; less than the first state if nothing is.
    let sameThrough: Int
    /// The actions after it that only one of the sessions has.
    let onlyA, onlyB: [Int]
    /// False if there are too many actions to align them, so that they are compared by their numbers.
    let aligned: Bool
    /// The ranges of common actions after which the states differ, with the numbers of A.
    let apart: [WhatIfAnswer.Apart]
    /// The common actions that made the states differ otherwise than before.
    let changes: [Int]

    /// Compares two sessions, with the functions of `rewind compare`.
    ///
    /// - Complexity: As `Comparison` and `ActionAlignment`.
    /// - Throws: `SessionError`, or an error of `progress`.
    fileprivate init(_ a: Timeline, _ b: Timeline, progress: () throws -> Void) throws {
        let comparison = try Comparison(of: a, with: b) { _ in try progress() }
        sameThrough = comparison.sameThrough
        let seq = max(comparison.sameThrough, comparison.start) + 1
        guard seq <= min(a.last, b.last) else {
            (onlyA, onlyB) = (Self.rest(of: a, from: seq), Self.rest(of: b, from: seq))
            aligned = max(a.last, b.last) - seq < Self.most
            (apart, changes) = ([], [])
            return
        }
        let alignment = try ActionAlignment(of: a, with: b, from: seq)
        (onlyA, onlyB) = (alignment?.onlyA ?? [], alignment?.onlyB ?? [])
        aligned = alignment != nil
        var states = StateComparison(a, b)
        let (isOnlyA, isOnlyB) = (Set(onlyA), Set(onlyB))
        var other = seq
        /// The first action since the last common one.
        var start = seq
        for common in seq...a.last where aligned && !isOnlyA.contains(common) {
            try progress()
            let hasOthers = start < common || isOnlyB.contains(other)
            while isOnlyB.contains(other) { other += 1 }
            try states.compare(common, with: other, since: start, isChange: !hasOthers)
            other += 1
            start = common + 1
        }
        (apart, changes) = (states.apart, Array(states.changes.prefix(Self.most)))
    }

    private static func rest(of timeline: Timeline, from seq: Int) -> [Int] {
        Array(stride(from: seq, through: timeline.last, by: 1).prefix(most))
    }
}

/// Compares the states of two sessions, action by action.
private struct StateComparison {
    private let a, b: Timeline
    private var left: (seq: Int, state: Tree)?
    /// Shares all parts with the state of A that are equal.
    private var right: (seq: Int, state: Tree)?
    private var difference = Patch([])
    private(set) var apart: [WhatIfAnswer.Apart] = []
    private(set) var changes: [Int] = []

    init(_ a: Timeline, _ b: Timeline) {
        (self.a, self.b) = (a, b)
    }

    /// Compares the state of A after `seq` with that of B after `other`; an unknown effect counts as none.
    ///
    /// - Parameters:
    ///   - start: The first action of A that can have made the states differ.
    ///   - isChange: False if actions that only one session has were before these.
    /// - Complexity: Linear in the effects of both actions and in the difference, if the actions before them were
    ///   compared last.
    /// - Throws: `SessionError`.
    mutating func compare(_ seq: Int, with other: Int, since start: Int, isChange: Bool) throws {
        let state = try Self.state(of: a, at: seq, after: left)
        let changed = try Self.state(of: b, at: other, after: right)
        let patch = changed.patch(from: state)
        left = (seq, state)
        right = (other, (try? state.applying(patch)) ?? changed)
        // Both may change a value that differs.
        if isChange, patch.operations.map(\.path) != difference.operations.map(\.path) { changes.append(seq) }
        switch (difference.isEmpty, patch.isEmpty) {
        case (true, false): apart.append(.init(from: start))
        case (false, true): apart[apart.count - 1].again = seq
        default: break
        }
        difference = patch
    }

    private static func state(of timeline: Timeline, at seq: Int, after last: (seq: Int, state: Tree)?) throws -> Tree {
        if let last, last.seq == seq - 1 {
            let action = try timeline.action(seq)
            if action.parent == last.seq, let state = try? last.state.applying(action.patch ?? Patch([])) {
                return state
            }
        }
        return try timeline.state(at: seq)
    }
}

extension InspectedSession {
    fileprivate func comparedState(at seq: Int) throws -> Tree {
        try check(seq)
        if let unknown = try unknown(at: seq) { throw InspectorError.stateNotKnown(seq, action: unknown.action) }
        return try timeline().state(at: seq)
    }

    /// Returns the difference to a state of another session.
    fileprivate func diff(at seq: Int, to state: Tree, at other: Int, whole: Set<Pointer>) throws -> DiffAnswer {
        let difference = StateDifference(from: try comparedState(at: seq), to: state)
        return DiffAnswer(from: seq, to: other, difference, in: state, whole: whole, slices: try slices())
    }
}
