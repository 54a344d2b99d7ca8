import Foundation
import RewindTree

/// Adds the effects and outcomes that are only in the side files. What the lines of a damaged or hostile file say is only
/// used as far as it is possible.
struct EffectRecovery {
    private let seqs: RecordedSeqs
    /// The seqs of the states.
    private let range: ClosedRange<Int>
    private var begun: [Int: EffectRecord] = [:]
    private var ended: [Int: OutcomeRecord] = [:]

    init(_ seqs: RecordedSeqs, in range: ClosedRange<Int>) {
        (self.seqs, self.range) = (seqs, range)
    }

    /// Reads a line of the side files. What is older than the first state was pruned.
    mutating func read(_ line: Tree) {
        if let effect = EffectRecord(line), effect.seq >= range.lowerBound { begun[effect.id] = effect }
        if let outcome = OutcomeRecord(line), outcome.seq >= range.lowerBound { ended[outcome.id] = outcome }
    }

    /// Returns true if an effect of the tables or the side files has not ended.
    ///
    /// - Complexity: Linear in the effects.
    /// - Throws: `SQLiteError`.
    func areUnderWay(in db: Connection) throws -> Bool {
        let last = try db.fetchOne(Int.self, "SELECT max(id) FROM effect") ?? 0
        let stored = try db.fetchAll(
            """
            SELECT id FROM effect WHERE kind IN ('effect', 'flow')
                AND NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.effect = effect.id)
            """
        ) { row in row.value(0) ?? 0 as Int }
        let begun = begun.values.filter { $0.id > last && ($0.kind == .effect || $0.kind == .flow) }.map(\.id)
        return !Set(stored + begun).subtracting(ended.values.map(\.effect)).isEmpty
    }

    /// Adds what the tables do not have.
    ///
    /// - Throws: `SQLiteError`.
    func fold(in db: Connection) throws {
        let end = try EffectsEnd(countedIn: db)
        var (table, chunks) = (EffectTable(), ChunkWriter(in: db))
        var last = try Self.lastSeq(of: "effect", in: db)
        for var effect in begun.values.sorted(by: { $0.id < $1.id }) where effect.id > end.effect {
            effect.seq = seq(effect.seq, atLeast: last)
            effect.cause = seqs.cause(effect.cause, after: effect.seq)
            if case .effect(let id) = effect.cause, id >= effect.id { effect.cause = nil }
            try table.insert(effect, chunks: &chunks, in: db)
            last = effect.seq
        }
        try table.flush(in: db)
        last = try Self.lastSeq(of: "outcome", in: db)
        for var outcome in ended.values.sorted(by: { $0.id < $1.id }) where outcome.id > end.outcome {
            guard let begin = try Self.seq(ofEffectUnderWay: outcome.effect, in: db) else { continue }
            outcome.seq = seq(outcome.seq, atLeast: max(last, begin))
            try table.insert(outcome, chunks: &chunks, in: db)
            // Another line may name the same effect.
            try table.flush(in: db)
            last = outcome.seq
        }
    }

    private func seq(_ number: Int, atLeast least: Int) -> Int {
        min(max(seqs.seq(through: number), least), range.upperBound)
    }

    private static func lastSeq(of table: String, in db: Connection) throws -> Int {
        try db.fetchOne(Int.self, "SELECT seq FROM \(table) ORDER BY id DESC LIMIT 1") ?? 0
    }

    /// Returns the seq of an effect that has begun and has no outcome; nil if there is no such effect.
    private static func seq(ofEffectUnderWay id: Int, in db: Connection) throws -> Int? {
        let sql = """
            SELECT seq FROM effect WHERE id = ?1 AND (kind = 'effect' OR kind = 'flow')
                AND NOT EXISTS (SELECT 1 FROM outcome WHERE effect = ?1)
            """
        return try db.fetchOne(Int.self, sql, [id])
    }
}
