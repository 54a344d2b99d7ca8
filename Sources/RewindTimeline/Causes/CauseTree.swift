import RewindSession
import RewindTree

/// Actions, grouped by their roots: each is below the effect or action that caused it, in the order of the log. Effects
/// with the same cause that ended before an action, such as an awaited request, are in front of it.
package struct CauseTree {
    /// An action or effect in the tree.
    package struct Node: Sendable {
        package let event: CauseReference
        /// The number of causes in the tree.
        package let depth: Int
        /// The reason why its cause is not known; nil for a root, and below another one.
        package let unknown: UnknownCause.Reason?
    }

    /// An effect as far as the order and the causes need it.
    private struct Effect {
        let seq: Int
        let cause: CauseReference?
    }

    /// An effect that ended.
    private struct Ended {
        let id: Int
        /// The last action before its end.
        let seq: Int
        /// The number of the outcome.
        let outcome: Int
    }

    private let session: SessionReader
    private let effects: [Int: Effect]
    /// For each cause, its effects in the order in which they ended, without flows.
    private let ended: [CauseReference: [Ended]]
    /// The first action that was added.
    private var first = Int.max
    private var children: [CauseReference: [CauseReference]] = [:]
    private var tops: [CauseReference] = []
    private var visited: Set<CauseReference> = []

    /// Creates an empty tree.
    ///
    /// - Complexity: Linear in the effects.
    /// - Throws: `SessionError`.
    package init(of session: SessionReader) throws {
        self.session = session
        var effects: [Int: Effect] = [:]
        var ended: [CauseReference: [Ended]] = [:]
        try session.forEachEffect(readsValues: false) { row in
            effects[row.effect.id] = Effect(seq: row.effect.seq, cause: row.effect.cause)
            if row.effect.kind == .effect, let cause = row.effect.cause, let outcome = row.outcome {
                ended[cause, default: []].append(Ended(id: row.effect.id, seq: outcome.seq, outcome: outcome.id))
            }
            return true
        }
        self.effects = effects
        self.ended = ended.mapValues { $0.sorted { $0.outcome < $1.outcome } }
    }

    /// Adds an action with its causes.
    ///
    /// - Throws: `SessionError`.
    package mutating func add(_ action: ActionRecord) throws {
        first = min(first, action.seq)
        try addCauses(of: action)
        guard let cause = action.cause, visited.contains(cause), let ended = ended[cause] else { return }
        let before = ended[..<ended.partitioningIndex { $0.seq >= action.seq }]
        for effect in before.reversed() {
            let isRecent = effect.seq == before.last?.seq || effect.seq >= first
            guard isRecent, visited.insert(.effect(effect.id)).inserted else { return }
            children[cause, default: []].append(.effect(effect.id))
        }
    }

    private mutating func addCauses(of action: ActionRecord) throws {
        var (event, cause) = (CauseReference.action(action.seq), action.cause)
        // A damaged session may lead in a circle.
        var path: Set<CauseReference> = []
        while visited.insert(event).inserted {
            path.insert(event)
            guard let next = cause, !path.contains(next), let found = try self.cause(of: next) else {
                tops.append(event)
                return
            }
            children[next, default: []].append(event)
            (event, cause) = (next, found)
        }
    }

    /// Returns the cause of an action or effect, which is nil if it has none; nil if it is not in the session.
    private func cause(of event: CauseReference) throws -> CauseReference?? {
        switch event {
        case .action(let seq): return try session.row(seq, .cause) { try $0.cause }
        case .effect(let id):
            guard let effect = effects[id] else { return nil }
            return .some(effect.cause)
        }
    }

    /// Calls `body` with each node: first the roots, in the order of the log, each followed by what it caused.
    ///
    /// - Throws: `SessionError`, or an error of `body`.
    package func forEach(_ body: (Node) throws -> Void) throws {
        for top in tops.sorted(by: isBefore) {
            let unknown = try session.causes(of: top).unknown
            var rest: [(event: CauseReference, depth: Int)] = [(top, 0)]
            while let (event, depth) = rest.popLast() {
                try body(Node(event: event, depth: depth, unknown: depth == 0 ? unknown : nil))
                rest += (children[event] ?? []).sorted { isBefore($1, $0) }.map { ($0, depth + 1) }
            }
        }
    }

    /// Returns true if an action or effect began before another one.
    private func isBefore(_ one: CauseReference, _ other: CauseReference) -> Bool {
        func place(_ event: CauseReference) -> (seq: Int, effect: Int) {
            switch event {
            case .action(let seq): (seq, 0)
            case .effect(let id): (effects[id]?.seq ?? 0, id)
            }
        }
        return place(one) < place(other)
    }
}
