import GRDB
import StateTree

/// The hash of a row of the log, by which damage to it is seen.
///
/// It is a CRC-32 without its highest bit: so many bits cost a row four bytes. It is taken of the texts of seq, parent, at, the type's name, its coder, payload, patch,
/// duration, status, origin and error, as they are stored, each followed by a line feed; NULL is an empty text.
enum RowHash {
    /// The columns that are hashed, in order, and the hash.
    static let selection = columns + "ORDER BY seq"

    /// The same for one action.
    static let selectionOfOne = columns + "WHERE seq = ?"

    private static let columns = """
        SELECT seq, parent, at, name, coder, payload, patch, duration, status, origin, error, hash
        FROM action LEFT JOIN action_type ON action_type.id = action.type

        """

    /// The hash of a row of `selection`.
    static func hash(of row: Row) -> Int64 {
        var bytes: [UInt8] = []
        for index in 0..<11 {
            if let text: String = row.value(index) {
                bytes.append(contentsOf: text.utf8)
            } else if let value: Int64 = row.value(index) {
                bytes.append(decimal: value)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes.withUnsafeBytes(hash)
    }

    /// The hash of a row's texts, each with its line feed.
    static func hash(of texts: UnsafeRawBufferPointer) -> Int64 {
        Int64(CRC32.checksum(of: texts) & 0x7FFF_FFFF)
    }
}
