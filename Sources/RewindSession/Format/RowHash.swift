import RewindTree

/// The hash of a row of the log, by which damage to it is seen.
///
/// It is a CRC-32 without its highest bit: so many bits cost a row four bytes. It is taken of the texts of seq, parent, at, the type's name, its coder, payload, patch,
/// duration, status, origin and error, as they are stored, each followed by a line feed; NULL is an empty text.
package enum RowHash {
    /// The columns that are hashed, in order, and the hash.
    package static let selection = columns + "ORDER BY seq"

    /// The same for one action.
    package static let selectionOfOne = columns + "WHERE seq = ?"

    private static let columns = """
        SELECT seq, parent, at, name, coder, payload, patch, duration, status, origin, error, hash
        FROM action LEFT JOIN action_type ON action_type.id = action.type

        """

    /// The column of the hash in a row.
    private static let hashColumn = 11

    /// The hash of a row of these columns, and whether it is the one that is stored
    /// there. `bytes` is room for texts.
    package static func hash(of row: Row, _ bytes: inout [UInt8]) -> (hash: Int64, isStored: Bool) {
        bytes.removeAll(keepingCapacity: true)
        for column in 0..<hashColumn {
            if let number: Int64 = row.value(column) {
                bytes.append(decimal: number)
            } else if let text = row.bytes(column) {
                bytes.append(contentsOf: text)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        let hash = bytes.withUnsafeBytes(hash)
        return (hash, row.value(hashColumn) == hash)
    }

    /// The hash of a row's texts, each with its line feed.
    package static func hash(of texts: UnsafeRawBufferPointer) -> Int64 {
        Int64(CRC32.checksum(of: texts) & 0x7FFF_FFFF)
    }
}
