import RewindSession

/// When effects began and ended, as points in the log.
extension SessionReader {
    /// Returns the first seq in a range after which an effect with a matching name began or ended, or the last one if
    /// `isLast`; nil if there is none.
    ///
    /// - Complexity: Linear in the effects.
    /// - Throws: `SessionError`.
    package func moment(ofEffects glob: String, in seqs: ClosedRange<Int>, isLast: Bool = false) throws -> Int? {
        let sql = """
            SELECT \(isLast ? "max" : "min")(moment) FROM (
                SELECT seq AS moment FROM effect WHERE name GLOB ?1 AND seq BETWEEN ?2 AND ?3
                UNION ALL
                SELECT outcome.seq FROM outcome JOIN effect ON effect.id = outcome.effect
                WHERE name GLOB ?1 AND outcome.seq BETWEEN ?2 AND ?3)
            """
        return try read { try $0.fetchOne(Int.self, sql, [glob, seqs.lowerBound, seqs.upperBound]) }
    }

    /// Returns the effects with a matching name that began or ended after action `seq` and before the next one, at most
    /// `limit`.
    ///
    /// - Throws: `SessionError`.
    package func effects(named glob: String, at seq: Int, limit: Int) throws -> [EffectRow] {
        var rows: [EffectRow] = []
        try forEachEffect("WHERE name GLOB ? AND ? IN (effect.seq, outcome.seq) LIMIT ?", [glob, seq, limit]) {
            rows.append($0)
            return true
        }
        return rows
    }
}
