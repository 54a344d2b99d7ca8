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
        text.withUTF8 { bytes in
            let mark = Array(prefix.utf8)
            var index = 0
            while index + mark.count <= bytes.count {
                guard bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) else {
                    index += 1
                    continue
                }
                index += mark.count
                let digits = bytes[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                if let id = Int(String(decoding: digits, as: UTF8.self)) { ids.append(id) }
                index += digits.count
            }
        }
        return ids
    }
}
