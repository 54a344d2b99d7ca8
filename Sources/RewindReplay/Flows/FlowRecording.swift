import Rewind
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// The actions and effects of a session, for a replay. All of them are in memory.
package struct FlowRecording: Sendable {
    /// The seq of the first state.
    let first: Int
    let start: Tree
    /// The actions after the first state, in order.
    let actions: [ActionRecord]
    /// The effects and flows in the order in which they began, with masks made equal in their inputs.
    private(set) var effects: [EffectRow]
    /// The indices of effects by their ids.
    private let indices: [Int: Int]
    /// The effect whose outcome is not the recorded one.
    private(set) var edited: Int?

    init(first: Int, start: Tree, actions: [ActionRecord], effects: [EffectRow]) {
        self.first = first
        self.start = start
        self.actions = actions
        self.effects = effects
        indices = Dictionary(uniqueKeysWithValues: effects.indices.map { (effects[$0].effect.id, $0) })
    }

    /// Reads a session.
    ///
    /// - Complexity: Linear in the session, which is kept in memory.
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`.
    package init(of timeline: Timeline) throws {
        var (actions, effects): ([ActionRecord], [EffectRow]) = ([], [])
        try timeline.session.forEachAction { action in
            let seq = timeline.first + actions.count + 1
            guard action.seq == seq else { throw timeline.session.damaged(.actionMissing(seq: seq)) }
            actions.append(action)
            return true
        }
        try timeline.session.forEachEffect("WHERE kind IN ('effect', 'flow') ORDER BY effect.id") {
            effects.append($0)
            return true
        }
        self.init(
            first: timeline.first,
            start: try timeline.state(at: timeline.first),
            actions: actions,
            effects: effects
        )
    }

    /// The seq of the last action.
    var last: Int { first + actions.count }

    /// Returns an action or effect's cause; nil if unknown.
    func cause(of reference: CauseReference) -> CauseReference? {
        switch reference {
        case .action(let seq): action(seq)?.cause
        case .effect(let id): effect(id)?.effect.cause
        }
    }

    func action(_ seq: Int) -> ActionRecord? {
        let index = seq - first - 1
        return actions.indices.contains(index) ? actions[index] : nil
    }

    func effect(_ id: Int) -> EffectRow? {
        indices[id].map { effects[$0] }
    }

    func name(of reference: CauseReference) -> String? {
        switch reference {
        case .action(let seq): action(seq)?.type
        case .effect(let id): effect(id)?.effect.name
        }
    }

    /// Returns an action or effect and its causes, up to the last one that is known.
    func chain(from reference: CauseReference?) -> [CauseReference] {
        var chain: [CauseReference] = []
        var next = reference
        // A damaged file may have a circle.
        while let link = next, chain.count <= actions.count + effects.count {
            chain.append(link)
            next = cause(of: link)
        }
        return chain
    }

    /// Returns true if an action or effect began in the closure of an effect, which a replay does not run.
    func isInEffect(_ reference: CauseReference) -> Bool {
        chain(from: cause(of: reference)).contains { link in
            guard case .effect(let id) = link else { return false }
            return effect(id)?.effect.kind == .effect
        }
    }

    /// Replaces the outcome of an effect.
    ///
    /// - Throws: `ReplayError.noSuchEffect`, `ReplayError.malformedOutcome`.
    package mutating func edit(_ id: Int, outcome: Tree) throws(ReplayError) {
        guard let index = indices[id], effects[index].effect.kind == .effect else { throw .noSuchEffect(id) }
        guard case .object(let object) = outcome, object.keys.count == 1, let key = object.keys.first,
            let status = ["value": .done, "error": .failed, "canceled": .canceled][key] as OutcomeRecord.Status?
        else { throw .malformedOutcome(id) }
        let row = effects[index]
        var record =
            row.outcome ?? OutcomeRecord(id: .max, effect: id, seq: row.effect.seq, at: row.effect.at, status: status)
        record.status = status
        record.coder = .codable
        record.value = status == .canceled ? nil : object[key]
        if status != .failed { record.type = nil }
        effects[index] = EffectRow(effect: row.effect, outcome: record)
        edited = id
    }
}
