import RewindTree

/// The text of a short value, which is stored inline, not as a chunk.
package enum ShortText {
    /// Appends the JSON text of `tree`, with its member names in stored form. Returns false, with a part of the text
    /// appended, as soon as `bytes` becomes longer than `end`.
    ///
    /// - Complexity: O(`end - bytes.count`), except for a single key or string that is longer.
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
