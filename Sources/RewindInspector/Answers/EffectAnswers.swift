import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// An effect in the list.
struct EffectLine: Encodable, Sendable {
    let id: Int
    let kind, name: String
    /// The last action before it began, and before it ended.
    let began: Int
    let ended: Int?
    let at: Int64
    /// The time from its beginning to its end, in microseconds.
    let took: Int64?
    /// `open`, `done`, `failed`, or `canceled`; nil for a note.
    let status: String?
    /// True if its cause is known, or if it needs none: the app's own code.
    let rooted: Bool

    init(_ columns: EffectColumns, at index: Int) {
        let effect = columns.effects[index]
        id = effect.id
        kind = effect.kind.rawValue
        name = columns.names[Int(effect.name)]
        began = effect.seq
        ended = effect.end?.seq
        at = effect.at
        took = effect.took
        status = effect.kind.ends ? effect.end?.status.rawValue ?? "open" : nil
        rooted = effect.kind == .flow || effect.root != EffectColumns.Link(effect: index)
    }
}

/// An effect in full.
struct EffectAnswer: Encodable {
    let effect: RecordedEffect
    let input, outcome: NodeAnswer?
    /// What began in it, at most 100 of each.
    let actions, effects: [Int]

    init(_ row: EffectRow, actions: [Int], effects: [Int]) {
        effect = RecordedEffect(row)
        input = row.effect.kind == .screenshot ? nil : row.effect.input.map { NodeAnswer($0) }
        outcome = row.outcome?.value.map { NodeAnswer($0) }
        (self.actions, self.effects) = (actions, effects)
    }

    private enum CodingKeys: CodingKey {
        case effect, input, outcome, actions, effects
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var values = TreeEncoder.abbreviating
        try container.encode(values.encodeAlone(effect), forKey: .effect)
        try container.encodeIfPresent(input, forKey: .input)
        try container.encodeIfPresent(outcome, forKey: .outcome)
        try container.encode(actions, forKey: .actions)
        try container.encode(effects, forKey: .effects)
    }
}

/// A picture of the screen.
struct ScreenshotAnswer: Encodable {
    /// The bytes in Base64.
    let jpeg: String
}

extension Why.Link {
    /// The effect; nil for an action.
    var effect: RecordedEffect? {
        if case .effect(let effect) = event { effect } else { nil }
    }
}
