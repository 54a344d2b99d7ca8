import RewindTree

/// The text of a value that is stored in its place, not as a chunk.
package enum ShortText {
    /// Appends the JSON text of `tree`, with its members' names as they are stored, unless `bytes` became longer
    /// than `end` by that: then what was appended is a part of it, and the result is false.
    ///
    /// - Complexity: O(`end - bytes.count`) but for a key or string that is longer by itself.
    package static func write(_ tree: Tree, to bytes: inout [UInt8], end: Int) -> Bool {
        var form = Form(end: end)
        do {
            try tree.write(to: &bytes, in: &form)
        } catch {
            return false
        }
        return bytes.count <= end
    }

    private struct Form: TextForm {
        struct Overrun: Error {}

        let end: Int

        func write(name: String, to bytes: inout [UInt8]) {
            bytes.append(jsonString: ChunkKey.stored(name))
        }

        func write(_ value: Tree, level: Int, to bytes: inout [UInt8]) throws(Overrun) -> Bool {
            var count = bytes.count
            if case .string(let text) = value { count += text.utf8.count }
            guard count < end else { throw Overrun() }
            return false
        }
    }
}
