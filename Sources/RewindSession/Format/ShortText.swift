import RewindTree

/// The text of a short value, which is stored inline, not as a chunk.
package enum ShortText {
    /// Appends the JSON text of `tree`, with its member names in stored form. Returns false, with a part of the text
    /// appended, as soon as `bytes` becomes longer than `end`.
    ///
    /// - Complexity: O(`end - bytes.count`), except for a single key or string that is longer.
    package static func write(_ tree: Tree, to bytes: inout [UInt8], end: Int) -> Bool {
        switch tree {
        case .array(let array):
            bytes.append(UInt8(ascii: "["))
            var isFirst = true
            for element in array {
                if !isFirst { bytes.append(UInt8(ascii: ",")) }
                isFirst = false
                guard write(element, to: &bytes, end: end) else { return false }
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for index in object.keys.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(jsonString: ChunkKey.stored(object.keys[index]))
                bytes.append(UInt8(ascii: ":"))
                guard write(object.values[index], to: &bytes, end: end) else { return false }
            }
            bytes.append(UInt8(ascii: "}"))
        case .string(let text):
            guard bytes.count + text.utf8.count < end else { return false }
            bytes.append(jsonString: text)
        default:
            tree.write(to: &bytes)
        }
        return bytes.count <= end
    }
}
