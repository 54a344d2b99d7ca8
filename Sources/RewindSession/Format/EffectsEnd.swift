/// The end of the effects when a session was closed, by which missing rows at their end are noticed.
package struct EffectsEnd: Hashable, Sendable {
    /// The key of the fact.
    package static let key = "effects_end"

    /// The id of the last effect; 0 without any.
    package private(set) var effect = 0
    /// The id of the last outcome; 0 without any.
    package private(set) var outcome = 0
    /// The sum of the hashes of all rows. Each hash covers its row's id, so the order of the sum does not matter.
    package private(set) var sum: Int64 = 0

    package init() {}

    mutating func add(effect: Int, _ hash: Int64) {
        self.effect = max(self.effect, effect)
        sum &+= hash
    }

    mutating func add(outcome: Int, _ hash: Int64) {
        self.outcome = max(self.outcome, outcome)
        sum &+= hash
    }

    /// Subtracts the hashes of deleted rows.
    package mutating func remove(_ sum: Int64) {
        self.sum &-= sum
    }

    /// The value of the fact.
    package var text: String { "\(effect) \(outcome) \(sum)" }

    /// Reads the value of the fact.
    package init?(parsing text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let effect = Int(parts[0]), let outcome = Int(parts[1]), let sum = Int64(parts[2]),
            effect >= 0, outcome >= 0
        else { return nil }
        (self.effect, self.outcome, self.sum) = (effect, outcome, sum)
    }

    /// Computes the current end of the effects in `db`.
    ///
    /// - Complexity: Linear in the number of effects.
    package init(countedIn db: Connection) throws {
        for table in ["effect", "outcome"] {
            try db.fetchOne("SELECT coalesce(max(id), 0), coalesce(sum(hash), 0) FROM \(table)") { row -> Void? in
                sum &+= row.value(1) ?? 0
                if table == "effect" { effect = row.value(0) ?? 0 } else { outcome = row.value(0) ?? 0 }
            }
        }
    }
}
