/// The unique tree of a decimal number: an `integer`, a `double`, or a `number` with canonical text.
///
/// A number without fraction and exponent is an integer. Of the others, a double is a number whose shortest text (as
/// printed by `Double.description`) denotes the same decimal value. So `0.1` is a double, and so are all texts that
/// this module writes for doubles. Every other number keeps its digits.
enum JSONNumber {
    static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Parses a number (RFC 8259, section 6).
    /// - Complexity: O(n).
    static func parse(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError.Reason) -> Tree {
        if let value = smallInteger(text) { return .integer(value) }
        let decimal = try DecimalText(parsing: text)
        if decimal.isInteger { return integer(String(decoding: text, as: UTF8.self)) }
        if let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite {
            if decimal.digits.isEmpty { return .double(value) }
            var description = value.description
            let shortest = description.withUTF8 { try? DecimalText(parsing: $0) }
            if decimal.denotesSameValue(as: shortest) { return .double(value) }
        }
        return decimal.isShortWholeNumber ? integer(decimal.text) : .number(decimal.text)
    }

    /// Returns the tree of the digits of a whole number.
    private static func integer(_ text: String) -> Tree {
        if text == "-0" { return .double(-0.0) }
        return Int64(text).map { .integer($0) } ?? .number(text)
    }

    /// Returns the value of at most 18 digits without redundant zeros; nil for every other text.
    private static func smallInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        let count = text.count - start
        guard (1...18).contains(count) else { return nil }
        if text[start] == UInt8(ascii: "0"), count > 1 || isNegative { return nil }
        var value: Int64 = 0
        for index in start..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int64(digit)
        }
        return isNegative ? -value : value
    }
}

extension Tree {
    /// Creates the number that a JSON number denotes; nil if the text is not one.
    /// - Complexity: O(n).
    package init?(numberText text: String) {
        var text = text
        let value = text.withUTF8 { bytes in
            bytes.allSatisfy(JSONNumber.isNumberByte) ? try? JSONNumber.parse(bytes) : nil
        }
        guard let value else { return nil }
        self = value
    }
}
