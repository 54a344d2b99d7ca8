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
            append(contentsOf: UnsafeBufferPointer(digits).extracting(start..<digits.count))
        }
    }

    /// Appends a string as JSON: quoted, with `"`, `\` and control characters escaped.
    /// - Complexity: O(n).
    package mutating func append(jsonString string: String) {
        var string = string
        string.withUTF8 { text in
            append(UInt8(ascii: "\""))
            var start = 0
            while true {
                let end = text.endOfPlain(from: start)
                append(contentsOf: text.extracting(start..<end))
                guard end < text.count else { break }
                append(escapeOf: text[end])
                start = end + 1
            }
            append(UInt8(ascii: "\""))
        }
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
                    guard isTokenEscape || UnsafeBufferPointer.isEscaped(byte) else { continue }
                    append(contentsOf: text.extracting(start..<index))
                    start = index + 1
                    if isTokenEscape {
                        append(literal: byte == UInt8(ascii: "~") ? "~0" : "~1")
                    } else {
                        append(escapeOf: byte)
                    }
                }
                append(contentsOf: text.extracting(start..<text.count))
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends the escape of a byte that needs one.
    private mutating func append(escapeOf byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append(literal: "u00")
            append(Hexadecimal.digit(byte >> 4))
            append(Hexadecimal.digit(byte & 0xF))
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True for a byte that cannot stand for itself in a JSON string: `"`, `\`, and control characters.
    fileprivate static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C
    }

    /// Returns the position of the first byte from `start` on that cannot stand for itself in a JSON string, or `count`.
    ///
    /// - Parameter isASCII: True to stop at bytes that are not ASCII, too.
    func endOfPlain(from start: Int, isASCII: Bool = false) -> Int {
        let bytes = UnsafeRawBufferPointer(self)
        let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        var position = start
        // Eight bytes at a time: `(x - ones) & ~x & highs` is not zero if a byte of `x` is zero.
        while position &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let (quote, backslash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
            let found =
                (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
                | (isASCII ? word : 0)
            if found & highs != 0 { break }
            position &+= 8
        }
        while position < bytes.count {
            let byte = bytes[position]
            if Self.isEscaped(byte) || isASCII && byte >= 0x80 { break }
            position &+= 1
        }
        return position
    }
}
