import RewindSession
import RewindTimeline
import RewindTree

extension FlowRecording {
    /// Returns the part of the recording in which the flow that led to an action runs, from its beginning to its last action.
    /// It begins earlier if other flows that run in the part do. Effects that end after the part are under way at its end.
    ///
    /// - Complexity: Linear in the recording.
    /// - Throws: `ReplayError.noFlow`, `ReplayError.noTravel`, `SessionError`, `TimelineError`.
    package func part(withFlowOf seq: Int, in timeline: Timeline) throws -> FlowRecording {
        let roots = roots()
        guard let root = roots[.action(seq)], var start = begin(of: root) else { throw ReplayError.noFlow(seq: seq) }
        let end = actions.last { roots[.action($0.seq)] == root }?.seq ?? seq
        var included: Set<CauseReference> = [root]
        while true {
            let part = actions[(start - first)..<(end - first)]
            included = [root]
            for action in part {
                guard let other = roots[.action(action.seq)], begin(of: other) != nil else {
                    throw ReplayError.noFlow(seq: action.seq)
                }
                included.insert(other)
            }
            let earliest = included.compactMap(begin).min() ?? start
            if earliest == start { break }
            start = earliest
        }
        let part = Array(actions[(start - first)..<(end - first)])
        if let action = part.first(where: { $0.parent < start }) {
            throw ReplayError.noTravel(to: action.parent, before: action.seq)
        }
        let effects = effects.compactMap { row -> EffectRow? in
            guard let root = roots[.effect(row.effect.id)], included.contains(root), row.effect.seq <= end else {
                return nil
            }
            let hasEnded = row.outcome.map { $0.seq <= end } ?? false
            return EffectRow(effect: row.effect, outcome: hasEnded ? row.outcome : nil)
        }
        return FlowRecording(first: start, start: try timeline.state(at: start), actions: part, effects: effects)
    }

    /// Returns the last known cause of each action and effect.
    private func roots() -> [CauseReference: CauseReference] {
        var roots: [CauseReference: CauseReference] = [:]
        for reference in actions.map({ CauseReference.action($0.seq) }) + effects.map({ .effect($0.effect.id) }) {
            let chain = chain(from: reference)
            let known = chain.firstIndex { roots[$0] != nil }
            let root = known.flatMap { roots[chain[$0]] } ?? chain.last ?? reference
            for link in chain.prefix(known ?? chain.count) { roots[link] = root }
        }
        return roots
    }

    /// Returns the number of the last action before a root; nil if it cannot be run again.
    private func begin(of root: CauseReference) -> Int? {
        switch root {
        case .action(let seq): return action(seq).map { $0.seq - 1 }
        case .effect(let id):
            guard let effect = effect(id)?.effect, effect.kind == .flow else { return nil }
            return max(first, effect.seq)
        }
    }
}

// MARK: - Text

/// The lines of a recording in a test.
extension FlowRecording {
    /// Parses a recording.
    ///
    /// - Throws: `MalformedStep`, `PatchError`, `PointerError`.
    init(start: Tree, actions: [Tree], effects: [Tree]) throws {
        let actions = try actions.map { tree in
            let step = try RecordedStep(tree)
            var action = ActionRecord(
                seq: step.seq,
                parent: tree.child("parent")?.int ?? step.seq - 1,
                at: Int64(tree.child("at")?.int ?? 0),
                type: step.type,
                payload: step.payload,
                patch: step.patch
            )
            action.error = step.error
            if step.error != nil { action.status = .failed }
            action.cause = Self.cause(in: tree)
            return action
        }
        let first = actions.first.map { $0.seq - 1 } ?? 0
        self.init(first: first, start: start, actions: actions, effects: try effects.map(Self.effect))
    }

    private static func cause(in tree: Tree) -> CauseReference? {
        CauseReference(
            effect: tree.child("cause")?.child("effect")?.int,
            action: tree.child("cause")?.child("action")?.int
        )
    }

    private static func effect(_ tree: Tree) throws -> EffectRow {
        guard let id = tree.child("id")?.int, let seq = tree.child("seq")?.int, let name = tree.child("name")?.string,
            let kind = EffectRecord.Kind(rawValue: tree.child("kind")?.string ?? EffectRecord.Kind.effect.rawValue)
        else { throw MalformedStep() }
        let effect = EffectRecord(
            id: id,
            seq: seq,
            at: Int64(tree.child("at")?.int ?? 0),
            kind: kind,
            name: name,
            input: tree.child("input"),
            cause: cause(in: tree)
        )
        guard let end = tree.child("outcome") else { return EffectRow(effect: effect, outcome: nil) }
        guard let number = end.child("id")?.int, let seq = end.child("seq")?.int,
            let status = OutcomeRecord.Status(rawValue: end.child("status")?.string ?? "done")
        else { throw MalformedStep() }
        let outcome = OutcomeRecord(
            id: number,
            effect: id,
            seq: seq,
            at: Int64(end.child("at")?.int ?? 0),
            status: status,
            type: end.child("type")?.string,
            coder: end.child("reflected") == true ? .reflected : .codable,
            value: end.child("value")
        )
        return EffectRow(effect: effect, outcome: outcome)
    }

    /// The lines of the actions. Times are relative to the first action or effect.
    var actionLines: [String] {
        actions.map { action in
            var step = RecordedStep(seq: action.seq, type: action.type, payload: action.payload)
            (step.patch, step.error) = (action.patch, action.thrown)
            var parts = [at(action.at)]
            if action.parent != action.seq - 1 { parts.append("\"parent\":\(action.parent)") }
            if let cause = action.cause { parts.append("\"cause\":\(Self.text(of: cause))") }
            return step.text.dropLast() + "," + parts.joined(separator: ",") + "}"
        }
    }

    /// The lines of the effects.
    var effectLines: [String] {
        effects.map { row in
            let effect = row.effect
            var parts = ["\"id\":\(effect.id)", "\"seq\":\(effect.seq)", at(effect.at)]
            if effect.kind != .effect { parts.append("\"kind\":\"\(effect.kind.rawValue)\"") }
            parts.append("\"name\":\(Tree.string(effect.name).text)")
            if let input = effect.input { parts.append("\"input\":\(input.text)") }
            if let cause = effect.cause { parts.append("\"cause\":\(Self.text(of: cause))") }
            if let outcome = row.outcome { parts.append("\"outcome\":\(text(of: outcome))") }
            return "{" + parts.joined(separator: ",") + "}"
        }
    }

    private func at(_ time: Int64) -> String { "\"at\":\(time.subtractingClamped(origin))" }

    private func text(of outcome: OutcomeRecord) -> String {
        var parts = ["\"id\":\(outcome.id)", "\"seq\":\(outcome.seq)", at(outcome.at)]
        if outcome.status != .done { parts.append("\"status\":\"\(outcome.status.rawValue)\"") }
        if let type = outcome.type { parts.append("\"type\":\(Tree.string(type).text)") }
        if outcome.coder == .reflected { parts.append("\"reflected\":true") }
        if let value = outcome.value { parts.append("\"value\":\(value.text)") }
        return "{" + parts.joined(separator: ",") + "}"
    }

    private static func text(of cause: CauseReference) -> String {
        switch cause {
        case .action(let seq): "{\"action\":\(seq)}"
        case .effect(let id): "{\"effect\":\(id)}"
        }
    }

    /// The earliest time.
    private var origin: Int64 {
        min(actions.first?.at ?? .max, effects.lazy.map(\.effect.at).min() ?? .max)
    }
}
