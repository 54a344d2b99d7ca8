import RewindSession

/// The numbers of effects in a session.
public struct EffectCounts: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case count, failed, canceled, open, notes, slowest
        case unknownCauses = "unknown_causes"
    }

    /// The effects of a name.
    public struct Slowest: Hashable, Sendable, Encodable {
        public let name: String
        /// The number of effects with this name.
        public let count: Int
        /// The longest time that one took, in nanoseconds.
        public let duration: Int64
    }

    private static let mostNames = 5

    /// The number of effects, without notes and screenshots.
    public let count: Int
    public let failed: Int
    public let canceled: Int
    /// The number of effects that had not ended when the recording did.
    public let open: Int
    /// The number of notes and screenshots.
    public let notes: Int
    /// The number of actions and effects whose cause is not in the session, and of effects that are no flows and whose
    /// cause was not recorded.
    public let unknownCauses: Int
    /// Up to five names, those of the slowest effects first.
    public let slowest: [Slowest]

    /// Counts the effects of `session`; nil if it has none.
    ///
    /// - Complexity: Linear in the effects, and in the actions with causes.
    /// - Throws: `SessionError`.
    package init?(of session: SessionReader) throws {
        let ends = "kind IN ('effect', 'flow')"
        let counts = """
            SELECT count(*) FILTER (WHERE \(ends)), count(*) FILTER (WHERE status = 'failed'),
                count(*) FILTER (WHERE status = 'canceled'),
                count(*) FILTER (WHERE \(ends) AND outcome.id IS NULL), count(*) FILTER (WHERE NOT \(ends)),
                count(*) FILTER (WHERE kind = 'effect' AND cause_effect IS NULL AND cause_action IS NULL)
            FROM effect LEFT JOIN outcome ON outcome.effect = effect.id
            """
        let missing = ["action", "effect"].map { table in
            """
            (SELECT count(*) FROM \(table) AS t
            WHERE cause_effect IS NOT NULL AND NOT EXISTS (SELECT 1 FROM effect WHERE effect.id = t.cause_effect))
            """
        }
        let names = """
            SELECT name, count(*), max(duration) AS longest FROM effect JOIN outcome ON outcome.effect = effect.id
            WHERE duration IS NOT NULL GROUP BY name ORDER BY longest DESC, name LIMIT \(Self.mostNames)
            """
        let (numbers, lost, slowest) = try session.read { db in
            (
                try db.fetchOne(counts) { row in (0..<6).map { row.value($0) ?? 0 } } ?? [],
                try db.fetchOne(Int.self, "SELECT \(missing.joined(separator: " + "))") ?? 0,
                try db.fetchAll(names) {
                    Slowest(name: $0.value(0) ?? "", count: $0.value(1) ?? 0, duration: $0.value(2) ?? 0)
                }
            )
        }
        guard numbers.count == 6, numbers[0] + numbers[4] > 0 else { return nil }
        (count, failed, canceled) = (numbers[0], numbers[1], numbers[2])
        (open, notes, unknownCauses) = (numbers[3], numbers[4], numbers[5] + lost)
        self.slowest = slowest
    }
}
