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

    /// Appends a JSON string.
    /// - Complexity: O(n).
    static func write(string: String, to bytes: inout [UInt8]) {
        var string = string
        string.withUTF8 { text in
            bytes.append(UInt8(ascii: "\""))
            var start = 0
            for index in 0..<text.count where needsEscape(text[index]) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                start = index + 1
                write(escapeOf: text[index], to: &bytes)
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Returns true if a byte must be escaped in a JSON string.
    static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Appends the escape of a byte that needs one.
    static func write(escapeOf byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(Digest.hexadecimalDigit(byte >> 4))
            bytes.append(Digest.hexadecimalDigit(byte & 0xF))
        }
    }
}
