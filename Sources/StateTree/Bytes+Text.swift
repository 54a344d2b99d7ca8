extension [UInt8] {
    /// Appends the UTF-8 bytes of a literal.
    package mutating func append(literal: StaticString) {
        // A view of a `String` would be checked for its kind of storage first; a literal's bytes are just there.
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends the decimal text of an integer.
    package mutating func append(decimal value: some FixedWidthInteger & SignedInteger) {
        append(decimal: Int64(value))
    }

    /// Appends the decimal text of an integer.
    package mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        // The digits come last first. The longest number of 64 bits has 20.
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
}
