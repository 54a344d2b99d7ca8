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
        switch self {
        case .array(let node):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in node.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let node):
            bytes.append(UInt8(ascii: "{"))
            for index in node.keys.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(string: node.keys[index], to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                node.values[index].write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .null, .bool, .integer, .double, .number, .string:
            writeScalar(to: &bytes)
        }
    }

    /// Appends the text of a scalar, or nothing for a container.
    func writeScalar(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(literal: "null")
        case .bool(let value): bytes.append(literal: value ? "true" : "false")
        case .integer(let value): bytes.append(decimal: value)
        case .double(let value) where value.isFinite: bytes.append(contentsOf: value.description.utf8)
        case .double(let value): Tree(value).writeScalar(to: &bytes)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): Self.write(string: text, to: &bytes)
        case .array, .object: break
        }
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
