import Foundation

/// Finds the references to chunks in stored text, `{"$chunk":12}`, without parsing it.
///
/// No other text matches: inside a string, a quotation mark is preceded by a backslash, and at the end of a string, no
/// `$` follows it.
package enum ChunkReference {
    /// The start of a reference; the writer adds no spaces or escapes there.
    package static let prefix = "{\"\(SessionFormat.referenceKey)\":"

    /// Returns true if `text` may contain references to chunks, or member names that `ChunkKey` changed.
    ///
    /// - Complexity: O(n), by the C library, many bytes at a time.
    package static func mayBe(in text: UnsafeRawBufferPointer) -> Bool {
        text.baseAddress.flatMap { memchr($0, Int32(UInt8(ascii: "$")), text.count) } != nil
    }

    /// Returns the ids that `text` refers to, in order.
    package static func ids(in text: String) -> [Int] {
        var ids: [Int] = []
        var text = text
        text.withUTF8 { bytes in forEachID(in: bytes) { id, _ in ids.append(id) } }
        return ids
    }

    /// Calls `body` with each id that `text`, in UTF-8, refers to, and the place of its digits, in order.
    package static func forEachID(in text: UnsafeBufferPointer<UInt8>, _ body: (Int, Range<Int>) -> Void) {
        let mark = Array(prefix.utf8)
        var index = 0
        while index + mark.count <= text.count {
            guard text[index] == mark[0], text[index..<index + mark.count].elementsEqual(mark) else {
                index += 1
                continue
            }
            index += mark.count
            let digits = text[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if let id = Int(String(decoding: digits, as: UTF8.self)) { body(id, digits.indices) }
            index += digits.count
        }
    }
}
