import RewindTree

/// The hash of a row of the log, by which damage to the row is noticed.
///
/// It is a CRC-32 without its highest bit, so that SQLite stores it in four bytes. It covers the texts of seq, parent,
/// at, type name, coder, payload, patch, duration, status, origin and error, as they are stored, each followed by a
/// line feed; NULL is an empty text. If the action has a cause, its two columns follow in the same way: so the rows of
/// version 1, which has no causes, have the same hash.
package enum RowHash {
    /// The query for the hashed columns, in order, and the hash.
    package static let selection = columns + "ORDER BY seq"

    /// The same query for one action.
    package static let selectionOfOne = columns + "WHERE seq = ?"

    /// The same query for the actions from one seq to another.
    package static let selectionOfRange = columns + "WHERE seq BETWEEN ? AND ? ORDER BY seq"

    private static let columns = """
        SELECT seq, parent, at, name, coder, payload, patch, duration, status, origin, error, cause_effect,
            cause_action, hash
        FROM action LEFT JOIN action_type ON action_type.id = action.type

        """

    /// The index of the hash column in a row.
    private static let hashColumn = 13
    /// The indices of the columns of the cause.
    package static let causeColumns = 11..<13

    /// Returns the hash of a row with these columns, and true if it is the stored one. `bytes` is a reusable buffer.
    package static func hash(of row: Row, _ bytes: inout [UInt8]) -> (hash: Int64, isStored: Bool) {
        let hasCause = causeColumns.contains { !row.isNull($0) }
        return hash(of: row, columns: hasCause ? hashColumn : causeColumns.lowerBound, stored: hashColumn, &bytes)
    }

    /// Returns the hash of the first columns of a row, and true if it is the one in the column `stored`. `bytes` is a
    /// reusable buffer.
    package static func hash(
        of row: Row,
        columns: Int,
        stored: Int,
        _ bytes: inout [UInt8]
    ) -> (hash: Int64, isStored: Bool) {
        bytes.removeAll(keepingCapacity: true)
        for column in 0..<columns {
            if let number: Int64 = row.value(column) {
                bytes.append(decimal: number)
            } else if let text = row.bytes(column) {
                bytes.append(contentsOf: text)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        let hash = bytes.withUnsafeBytes(hash)
        return (hash, row.value(stored) == hash)
    }

    /// A table whose hash covers all other columns in their order.
    package enum Table: String, CaseIterable, Sendable {
        case effect, outcome

        /// The names of the columns, in order. The last one is the hash.
        package var columns: [String] {
            SessionFormat.columns[rawValue, default: []].map { String($0.prefix { $0 != " " }) }
        }

        /// The query for all columns, in order.
        package var selection: String { "SELECT \(columns.joined(separator: ", ")) FROM \(rawValue) ORDER BY id" }

        /// The same query for one row.
        package var selectionOfOne: String {
            "SELECT \(columns.joined(separator: ", ")) FROM \(rawValue) WHERE id = ?"
        }

        /// The index of the column with the value.
        package var valueColumn: Int { columns.firstIndex(of: self == .effect ? "input" : "value") ?? 0 }

        /// Returns true if a row with all columns matches its hash. `bytes` is a reusable buffer.
        package func isSound(_ row: Row, _ bytes: inout [UInt8]) -> Bool {
            RowHash.hash(of: row, columns: columns.count - 1, stored: columns.count - 1, &bytes).isStored
        }
    }

    /// Returns the hash of the texts of a row, each with its line feed.
    package static func hash(of texts: UnsafeRawBufferPointer) -> Int64 {
        Int64(CRC32.checksum(of: texts) & 0x7FFF_FFFF)
    }
}
