import RewindSession
import RewindTimeline

/// The rules that relate effects, outcomes and causes to each other and to the log.
struct EffectRules {
    /// The seqs of the states.
    private let seqs: ClosedRange<Int>
    /// The seqs of the effects that have no outcome yet, by their ids.
    private var underWay: [Int: Int] = [:]
    private var lastSeq = 0
    private var lastEndSeq: Int

    init(of seqs: ClosedRange<Int>) {
        self.seqs = seqs
        lastEndSeq = seqs.lowerBound
    }

    /// Adds the next effect, whose outcome has the seq `end`. Returns the rule that it breaks; it is not added then.
    mutating func add(_ effect: EffectRecord, end: Int?) -> SessionCheck.Finding? {
        guard effect.id > 0 else { return .value(table: "effect", column: "id", row: effect.id) }
        guard (lastSeq...seqs.upperBound).contains(effect.seq) else {
            return .effectSeq(id: effect.id, seq: effect.seq)
        }
        guard effect.seq >= seqs.lowerBound || effect.kind.ends && end ?? .max >= seqs.lowerBound else {
            return .strandedEffect(id: effect.id)
        }
        guard Self.isPossible(effect.cause, actions: effect.seq, effects: effect.id - 1) else {
            return .effectCause(id: effect.id)
        }
        lastSeq = effect.seq
        if effect.kind.ends { underWay[effect.id] = effect.seq }
        return nil
    }

    /// Adds the next outcome, after all effects. Returns the rule that it breaks; it is not added then.
    mutating func add(_ outcome: OutcomeRecord) -> SessionCheck.Finding? {
        guard outcome.id > 0 else { return .value(table: "outcome", column: "id", row: outcome.id) }
        guard lastEndSeq <= outcome.seq, outcome.seq <= seqs.upperBound else {
            return .outcomeSeq(id: outcome.id, seq: outcome.seq)
        }
        guard let begin = underWay.removeValue(forKey: outcome.effect), begin <= outcome.seq else {
            return .outcomeEffect(id: outcome.id, effect: outcome.effect)
        }
        lastEndSeq = outcome.seq
        return nil
    }

    /// Returns true if the cause is unknown, or a number up to `actions` or `effects`. Its row may be gone.
    private static func isPossible(_ cause: CauseReference?, actions: Int, effects: Int) -> Bool {
        switch cause {
        case .action(let seq): seq >= 1 && seq <= actions
        case .effect(let id): id >= 1 && id <= effects
        case nil: true
        }
    }

    /// Returns true if an action can have its cause, which came before it.
    ///
    /// - Throws: `SessionError`.
    static func isPossible(causeOf action: ActionRecord, in session: SessionReader) throws -> Bool {
        guard isPossible(action.cause, actions: action.seq - 1, effects: .max) else { return false }
        guard case .effect(let id) = action.cause else { return true }
        return try session.seq(ofEffect: id) ?? 0 < action.seq
    }
}
