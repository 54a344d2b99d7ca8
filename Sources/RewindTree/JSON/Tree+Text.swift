extension Tree {
    /// The canonical JSON text: sorted keys, no spaces, and escapes for only `"`, `\` and control characters.
    /// - Complexity: O(size).
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the bytes of `text`.
    /// - Complexity: O(size).
    package func write(to bytes: inout [UInt8]) {
        var form = CompactForm()
        write(to: &bytes, in: &form)
    }

    /// JSON text for people: a member a line, `[]` and `{}` for empty containers.
    /// - Complexity: O(size), and the indentation.
    package var prettyText: String {
        var bytes: [UInt8] = []
        var form = IndentedForm()
        write(to: &bytes, in: &form)
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct CompactForm: TextForm {}

    private struct IndentedForm: TextForm {
        let isIndented = true
    }
}

extension Tree: CustomStringConvertible {
    /// The same as `text`.
    package var description: String { text }
}
