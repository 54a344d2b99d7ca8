import RewindSession
import RewindTimeline
import RewindTree

/// Texts that every session contains, and which may contain a removed text by chance.
enum FormatTexts {
    /// The length of SQLite's file header, which contains no data of the session.
    static let headerLength = 100

    /// The keywords of JSON, of patches, and of columns with few possible values.
    private static let words: [String] = {
        let pointer = Pointer([""])
        let values: Tree = [true, false, .null]
        let operations: [Patch.Operation] = [
            .add(pointer, values), .remove(pointer), .replace(pointer, values), .move(from: pointer, to: pointer),
            .copy(from: pointer, to: pointer), .test(pointer, values),
        ]
        return [Patch(operations).tree.text, ChunkReference.prefix] + ActionRecord.Status.allCases.map(\.rawValue)
            + ActionRecord.Coder.allCases.map(\.rawValue) + EffectRecord.Kind.allCases.map(\.rawValue)
            + OutcomeRecord.Status.allCases.map(\.rawValue)
    }()

    /// Returns all of these texts in a session.
    ///
    /// - Throws: `SessionError`.
    static func all(in session: SessionReader) throws -> [String] {
        let schema = try session.read { db in
            try db.fetchAll(
                String.self,
                """
                SELECT type || name || tbl_name FROM sqlite_schema
                UNION ALL SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL
                """
            )
        }
        let facts = try session.facts()
        let ownFacts = DerivedSession.writersKeys.compactMap { facts[$0] }
        return words + schema + facts.keys + ownFacts
    }

    /// Returns true if `range` of `bytes` is a part of the chunk id in a reference.
    static func isChunkNumber<Bytes: BidirectionalCollection<UInt8>>(_ range: Range<Int>, in bytes: Bytes) -> Bool
    where Bytes.Index == Int {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard bytes[range].allSatisfy(digits.contains) else { return false }
        let start = bytes[..<range.lowerBound].lastIndex { !digits.contains($0) }.map { $0 + 1 } ?? bytes.startIndex
        return bytes[..<start].reversed().starts(with: ChunkReference.prefix.utf8.reversed())
    }
}
