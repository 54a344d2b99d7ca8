import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Searches for texts in the raw bytes of a file, and in every value of its tables.
enum ScrubProof {
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
        func look(in bytes: [UInt8]) throws {
            try progress(SessionProgress(.proving))
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

    private static func lookInFile(_ url: URL, overlap: Int, _ look: ([UInt8]) throws -> Void) throws {
        let file = try Descriptor(opening: url.path, O_RDONLY)
        var offset = FormatTexts.headerLength
        while true {
            var bytes = [UInt8](repeating: 0, count: blockLength + overlap)
            let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, off_t(offset)) }
            guard count >= 0 else { throw SessionError(errno: errno, path: url.path) }
            try look(Array(bytes.prefix(count)))
            guard count > blockLength else { return }
            offset += blockLength
        }
    }

    private static func lookInTables(_ url: URL, _ look: ([UInt8]) throws -> Void) throws {
        try SessionError.translating(path: url.path) {
            let connection = try Connection(reading: url.path)
            for name in try connection.fetchAll(String.self, "SELECT name FROM sqlite_schema WHERE type = 'table'") {
                let rows = try connection.rows("SELECT * FROM \"\(name)\"")
                while let row = try rows.next() {
                    for column in 0..<row.count {
                        if let bytes = row.bytes(column) { try look(Array(bytes)) }
                    }
                }
            }
            try connection.close()
        }
    }
}
