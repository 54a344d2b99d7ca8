import Foundation

/// Finds the references to chunks in stored text, `{"$chunk":12}`, without parsing it.
///
/// No other text looks like one: inside a string, the quotation mark has a backslash in front of it, and where it ends a
/// string, no `$` follows.
package enum ChunkReference {
    /// What a reference begins with; its writer puts no spaces and no escapes there.
    package static let prefix = "{\"\(SessionFormat.referenceKey)\":"

    /// Returns whether `text` may refer to chunks, or have names of members that `ChunkKey` changed.
    ///
    /// - Complexity: O(n), by the C library, many bytes at a time.
    package static func mayBe(in text: UnsafeRawBufferPointer) -> Bool {
        text.baseAddress.flatMap { memchr($0, Int32(UInt8(ascii: "$")), text.count) } != nil
    }

    /// The ids that `text` refers to, in order.
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
