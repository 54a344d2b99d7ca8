/// A decimal number as digits and an exponent: ±0.d₁d₂d₃… × 10^exponent, without zeros at either end of the digits.
struct DecimalText {
    private(set) var isNegative = false
    private(set) var digits: [UInt8] = []
    private(set) var exponent = 0
    /// True if the text has neither fraction nor exponent.
    private(set) var isInteger = true

    /// Parses a number (RFC 8259, section 6).
    /// - Complexity: O(n).
    init(parsing text: UnsafeBufferPointer<UInt8>) throws(JSONError.Reason) {
        var rest = text[...]
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest = rest.dropFirst()
        }
        let whole = rest.prefix(while: Self.isDigit)
        rest = rest[whole.endIndex...]
        guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { throw .invalidNumber }
        digits.append(contentsOf: whole)
        exponent = whole.count
        if rest.first == UInt8(ascii: ".") {
            isInteger = false
            let fraction = rest.dropFirst().prefix(while: Self.isDigit)
            guard !fraction.isEmpty else { throw .invalidNumber }
            rest = rest[fraction.endIndex...]
            digits.append(contentsOf: fraction)
        }
        let scale = try Self.parseExponent(&rest)
        if scale != nil { isInteger = false }
        guard rest.isEmpty else { throw .invalidNumber }
        normalize()
        if digits.isEmpty {
            exponent = 0
        } else if let scale {
            guard scale.magnitude < 1_000_000_000 else { throw .numberOutOfRange }
            exponent += scale
        }
    }

    /// True for a whole number of at most 40 digits.
    var isShortWholeNumber: Bool { digits.count <= exponent && exponent <= 40 }

    /// The digits after the decimal point.
    var fractionDigits: [UInt8] {
        exponent <= 0
            ? Array(repeating: UInt8(ascii: "0"), count: -exponent) + digits
            : Array(digits.dropFirst(exponent))
    }

    /// The canonical text: only digits for a short whole number, a plain decimal near 1, otherwise with an exponent.
    var text: String {
        let sign = isNegative ? "-" : ""
        let characters = String(decoding: digits, as: UTF8.self)
        if isShortWholeNumber {
            return sign + characters + String(repeating: "0", count: exponent - digits.count)
        }
        if exponent > 0, exponent < digits.count {
            return sign + characters.prefix(exponent) + "." + characters.dropFirst(exponent)
        }
        if exponent <= 0, exponent > -6 {
            return sign + "0." + String(repeating: "0", count: -exponent) + characters
        }
        let fraction = digits.count > 1 ? "." + characters.dropFirst() : ""
        return sign + characters.prefix(1) + fraction + (exponent > 0 ? "e+" : "e") + String(exponent - 1)
    }

    /// Returns true if both are the same number; 0 and -0 are the same.
    func denotesSameValue(as other: DecimalText?) -> Bool {
        guard let other, exponent == other.exponent, digits == other.digits else { return false }
        return isNegative == other.isNegative || digits.isEmpty
    }

    private mutating func normalize() {
        let zero = UInt8(ascii: "0")
        let leading = digits.prefix { $0 == zero }.count
        digits.removeFirst(leading)
        exponent -= leading
        while digits.last == zero { digits.removeLast() }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func parseExponent(
        _ rest: inout Slice<UnsafeBufferPointer<UInt8>>
    ) throws(JSONError.Reason) -> Int? {
        guard let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") else { return nil }
        rest = rest.dropFirst()
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        let written = rest.prefix(while: isDigit)
        guard !written.isEmpty else { throw .invalidNumber }
        rest = rest[written.endIndex...]
        // `Int` has 32 bits on some watches, too few for ten times the limit.
        let value = Int(written.reduce(Int64(0)) { min($0 * 10 + Int64($1 - UInt8(ascii: "0")), 1_000_000_000) })
        return isNegative ? -value : value
    }
}
