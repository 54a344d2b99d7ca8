import Foundation
import RewindSession
import RewindTree

/// Searches for texts in the raw bytes of a file, and in every value of its tables.
enum ScrubProof {
    /// An upper bound of the bytes in a row that are no text: its header and its numbers.
    private static let rowOverhead = 128
    /// The number of bytes to search at once.
    private static let blockLength = 1 << 20

    /// Returns the texts that occur in the file at `url`, in any stored form. Short texts are not searched for.
    ///
    /// - Complexity: Linear in the size of the file.
    /// - Throws: `SessionError`, or an error of `progress`.
    static func texts(
        _ texts: Set<String>,
        in url: URL,
        _ progress: SessionProgress.Handler = { _ in }
    ) throws -> Set<String> {
        var originals: [String: String] = [:]
        var longest = 0
        for text in texts {
            for form in forms(of: text) {
                originals[form] = text
                longest = max(longest, form.utf8.count)
            }
        }
        let finder = TextFinder(originals.keys)
        var found: Set<String> = []
        var searched = blockLength
        func look(in bytes: UnsafeRawBufferPointer) throws {
            searched += bytes.count
            if searched >= blockLength {
                searched = 0
                try progress(SessionProgress(.proving))
            }
            finder.forEachMatch(in: bytes) { range in
                guard let text = originals[String(decoding: bytes[range], as: UTF8.self)] else { return }
                if !found.contains(text), !FormatTexts.isChunkNumber(range, in: bytes) { found.insert(text) }
            }
        }
        try lookInFile(url, overlap: longest, look)
        // A text that crosses the end of a page is contiguous only here.
        try lookInTables(url, look)
        return found
    }

    /// Returns a text in its raw form, as a JSON string, and as a pointer token in a JSON string.
    private static func forms(of text: String) -> [String] {
        [text, Pointer([text]).description].map { String(Tree.string($0).text.dropFirst().dropLast()) } + [text]
    }

    private static func lookInFile(_ url: URL, overlap: Int, _ look: (UnsafeRawBufferPointer) throws -> Void) throws {
        let file = try Descriptor(opening: url.path, O_RDONLY)
        var offset = FormatTexts.headerLength
        var bytes = [UInt8](repeating: 0, count: blockLength + overlap)
        while true {
            let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, off_t(offset)) }
            guard count >= 0 else { throw SessionError(errno: errno, path: url.path) }
            try bytes.withUnsafeBytes { try look(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            guard count > blockLength else { return }
            offset += blockLength
        }
    }

    private static func lookInTables(_ url: URL, _ look: (UnsafeRawBufferPointer) throws -> Void) throws {
        try SessionError.translating(path: url.path) {
            let connection = try Connection(reading: url.path)
            // A row of this length is stored in one page: <https://www.sqlite.org/fileformat.html#cell_payload_overflow_pages>.
            let pageLength = try connection.fetchOne(Int.self, "PRAGMA page_size") ?? 512
            let wholeLength = (pageLength - 12) * 32 / 255 - 23 - rowOverhead
            for name in try connection.fetchAll(String.self, "SELECT name FROM sqlite_schema WHERE type = 'table'") {
                let rows = try connection.rows("SELECT * FROM \"\(name)\"")
                while let row = try rows.next() {
                    let texts = (0..<row.count).compactMap(row.bytes)
                    guard texts.reduce(0, { $0 + $1.count }) > wholeLength else { continue }
                    for text in texts { try look(text) }
                }
            }
            try connection.close()
        }
    }
}
