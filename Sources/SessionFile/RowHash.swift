import GRDB
import StateTree

/// The hash of a row of the log, by which damage to it is seen.
///
/// It is the number that the first four bytes of a SHA-256 make, the highest first, without its highest bit: so many
/// bits cost a row four bytes. Hashed are the texts of seq, parent, at, the type's name, its coder, payload, patch,
/// duration, status, origin and error, as they are stored, each followed by a line feed; NULL is an empty text.
enum RowHash {
    /// The columns that are hashed, in order, and the hash.
    static let selection = """
        SELECT seq, parent, at, name, coder, payload, patch, duration, status, origin, error, hash
        FROM action LEFT JOIN action_type ON action_type.id = action.type ORDER BY seq
        """

    /// The hash of a row of `selection`.
    static func hash(of row: Row) -> Int {
        hash(
            of: (0..<11).map { index in
                row.value(index) ?? (row.value(index) as Int64?).map(String.init)
            }
        )
    }

    /// The hash of a row with these texts.
    static func hash(of columns: [String?]) -> Int {
        var bytes: [UInt8] = []
        for column in columns {
            if let column { bytes += column.utf8 }
            bytes.append(UInt8(ascii: "\n"))
        }
        return Digest(of: bytes).bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
    }
}
