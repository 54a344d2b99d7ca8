extension [UInt8] {
    /// Appends the UTF-8 bytes of a literal.
    package mutating func append(literal: StaticString) {
        // A `String` view would first be checked for its kind of storage; a literal gives its bytes directly.
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends the decimal text of an integer.
    package mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        // The digits come last first. The longest 64-bit number has 20.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends a string as JSON: quoted, with `"`, `\` and control characters escaped.
    /// - Complexity: O(n).
    package mutating func append(jsonString string: String) {
        Tree.write(string: string, to: &self)
    }

    /// Appends the text of a pointer as a JSON string.
    /// - Complexity: O(n).
    package mutating func append(jsonString pointer: Pointer) {
        append(UInt8(ascii: "\""))
        for var token in pointer.tokens {
            append(UInt8(ascii: "/"))
            token.withUTF8 { text in
                var start = 0
                for index in 0..<text.count {
                    let byte = text[index]
                    let isTokenEscape = byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/")
                    guard isTokenEscape || Tree.needsEscape(byte) else { continue }
                    append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
                    start = index + 1
                    if isTokenEscape {
                        append(literal: byte == UInt8(ascii: "~") ? "~0" : "~1")
                    } else {
                        Tree.write(escapeOf: byte, to: &self)
                    }
                }
                append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
            }
        }
        append(UInt8(ascii: "\""))
    }
}
