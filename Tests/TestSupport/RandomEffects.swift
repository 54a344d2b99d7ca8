import RewindSession
import RewindTimeline
import RewindTree

/// Random effects, their outcomes, notes, and the causes of actions, for a log that someone else makes.
package struct RandomEffects {
    package private(set) var effects: [EffectRecord] = []
    package private(set) var outcomes: [OutcomeRecord] = []
    private var trees: RandomTree

    /// Creates effects for the actions in `records`, and gives these causes.
    package init(seed: UInt64, causing records: inout [ActionRecord]) {
        trees = RandomTree(seed: seed)
        var open: [Int] = []
        var (effect, outcome) = (0, 0)
        let first = records.first.map { $0.seq - 1 } ?? 0
        for seq in first...first + records.count {
            if seq > first {
                records[seq - first - 1].cause = cause(effectsThrough: effect, actionsThrough: seq - 1)
            }
            while trees.random.below(2) == 0 {
                guard trees.random.below(5) < 3 || open.isEmpty else {
                    let ended = open.remove(at: trees.random.below(open.count))
                    outcome += 1
                    outcomes.append(self.outcome(outcome, of: ended, at: seq))
                    continue
                }
                // One in eight rows was lost.
                effect += trees.random.below(8) == 0 ? 2 : 1
                let record = self.effect(effect, at: seq)
                effects.append(record)
                if record.kind.ends { open.append(effect) }
            }
        }
    }

    private mutating func cause(effectsThrough effect: Int, actionsThrough seq: Int) -> CauseReference? {
        switch trees.random.below(4) {
        case 0, 1: effect > 0 ? .effect(1 + trees.random.below(effect)) : nil
        case 2: seq > 0 ? .action(1 + trees.random.below(seq)) : nil
        default: nil
        }
    }

    private mutating func effect(_ id: Int, at seq: Int) -> EffectRecord {
        let kind = trees.random.pick(EffectRecord.Kind.allCases)
        return EffectRecord(
            id: id,
            seq: seq,
            at: Int64(1_000 * seq + id),
            kind: kind,
            name: trees.random.pick(["GET /items", "load \"é\"", "タップ", ""]),
            coder: trees.random.pick(ActionRecord.Coder.allCases),
            input: kind == .screenshot ? "iVBORw0KGgo=" : trees.random.below(3) == 0 ? nil : trees.tree(depth: 3),
            cause: cause(effectsThrough: id - 1, actionsThrough: seq),
            origin: trees.random.below(3) == 0 ? "Sources/Héllo.swift:\(id)" : nil
        )
    }

    private mutating func outcome(_ id: Int, of effect: Int, at seq: Int) -> OutcomeRecord {
        let status = trees.random.pick(OutcomeRecord.Status.allCases)
        return OutcomeRecord(
            id: id,
            effect: effect,
            seq: seq,
            at: Int64(1_000 * seq + id),
            duration: trees.random.below(3) == 0 ? nil : Int64(trees.random.below(1_000_000)),
            status: status,
            type: status == .canceled ? nil : trees.random.pick(["[Item]", "URLError", "Wörd"]),
            coder: trees.random.pick(ActionRecord.Coder.allCases),
            value: status == .canceled || trees.random.below(5) == 0 ? nil : trees.tree(depth: 3)
        )
    }

    /// Adds the events right after action `seq`.
    package func append(after seq: Int, to transaction: SessionWriter.Transaction) throws {
        for effect in effects where effect.seq == seq { try transaction.append(effect) }
        for outcome in outcomes where outcome.seq == seq { try transaction.append(outcome) }
    }

    /// Returns the texts of what a session has that begins with the state at `first` and ends with action `last`.
    package func lines(from first: Int = 0, through last: Int = .max) -> [String] {
        let outcomes = outcomes.filter { $0.seq >= first && $0.seq <= last }
        let ended = Set(self.outcomes.filter { $0.seq < first }.map(\.effect))
        return effects.filter { effect in
            effect.seq <= last && (effect.seq >= first || effect.kind.ends && !ended.contains(effect.id))
        }.map(\.line) + outcomes.map(\.line)
    }
}

extension RandomEffects {
    /// All inputs and values.
    package var values: [Tree] { effects.compactMap(\.input) + outcomes.compactMap(\.value) }

    /// The texts of all rows without their inputs and values.
    package var linesWithoutValues: [String] {
        let effects = effects.map { effect in
            var effect = effect
            effect.input = nil
            return effect
        }
        let outcomes = outcomes.map { outcome in
            var outcome = outcome
            outcome.value = nil
            return outcome
        }
        return effects.map(\.line) + outcomes.map(\.line)
    }

    /// Returns the texts of all rows without the pictures, with other values, names and origins.
    package func lines(changing value: (Tree) -> Tree, _ text: (String) -> String) -> [String] {
        let effects = effects.map { effect in
            var effect = effect
            effect.name = text(effect.name)
            effect.origin = effect.origin.map(text)
            effect.input = effect.kind == .screenshot ? nil : effect.input.map(value)
            return effect
        }
        let outcomes = outcomes.map { outcome in
            var outcome = outcome
            outcome.value = outcome.value.map(value)
            return outcome
        }
        return effects.map(\.line) + outcomes.map(\.line)
    }
}

extension SessionReader {
    /// Returns the texts of all effects, and of all outcomes.
    package func effectLines() throws -> [String] {
        var (effects, outcomes): ([EffectRecord], [OutcomeRecord]) = ([], [])
        try forEachEffect { row in
            effects.append(row.effect)
            row.outcome.map { outcomes.append($0) }
            return true
        }
        return effects.map(\.line) + outcomes.sorted { $0.id < $1.id }.map(\.line)
    }
}

extension CauseReference? {
    /// A text for comparisons.
    package var line: String {
        switch self {
        case .effect(let id): "effect \(id)"
        case .action(let seq): "action \(seq)"
        case nil: "-"
        }
    }
}

extension EffectRecord {
    /// A text for comparisons, with all of the record.
    package var line: String {
        "effect \(id) \(seq) \(at) \(kind.rawValue) \(quoted(name)) \(coder.rawValue) \(input?.text ?? "-") "
            + "\(cause.line) \(quoted(origin))"
    }
}

extension OutcomeRecord {
    /// A text for comparisons, with all of the record.
    package var line: String {
        "outcome \(id) \(effect) \(seq) \(at) \(duration.map(String.init) ?? "-") \(status.rawValue) \(quoted(type)) "
            + "\(coder.rawValue) \(value?.text ?? "-")"
    }
}

private func quoted(_ text: String?) -> String {
    text.map { Tree.string($0).text } ?? "-"
}
