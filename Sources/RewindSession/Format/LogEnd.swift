/// The end of a log when its session was closed, by which missing rows at its end are noticed.
package struct LogEnd: Hashable {
    /// The key of the fact.
    package static let key = "log_end"

    /// The seq of the last action, or of the first state if there are no actions.
    package let last: Int
    /// The sum of the hashes of all rows. Each hash covers its row's seq, so the order of the sum does not matter.
    package let sum: Int64

    /// The value of the fact.
    package var text: String { "\(last) \(sum)" }

    package init(last: Int, sum: Int64) {
        self.last = last
        self.sum = sum
    }

    /// Reads the value of the fact.
    package init?(parsing text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let last = Int(parts[0]), let sum = Int64(parts[1]), last >= 0 else { return nil }
        self.init(last: last, sum: sum)
    }

    /// Computes the current end of the log in `db`, whose first state is at `first`.
    ///
    /// - Complexity: Linear in the size of the log.
    package init(countedIn db: Connection, first: Int) throws {
        let end = try db.fetchOne("SELECT max(seq), sum(hash) FROM action") { row in
            LogEnd(last: row.value(0) ?? first, sum: row.value(1) ?? 0)
        }
        self = end ?? LogEnd(last: first, sum: 0)
    }
}
