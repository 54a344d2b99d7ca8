/// Lowercase hexadecimal digits.
enum Hexadecimal {
    /// Returns the digit of a value below 16, in ASCII.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 &+ value : 0x57 &+ value
    }
}

/// The value of each byte as a hexadecimal digit in ASCII; 16 if it is not one.
private let digitValues = (UInt8.min...UInt8.max).map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 16) }

extension [UInt8] {
    /// The bytes as lowercase hexadecimal digits.
    package var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { text in
            for (index, byte) in enumerated() {
                text[2 * index] = Hexadecimal.digit(byte >> 4)
                text[2 * index + 1] = Hexadecimal.digit(byte & 0xF)
            }
            return 2 * count
        }
    }

    /// Creates the bytes that hexadecimal digits of either case stand for; nil if the text is not pairs of them.
    package init?(hexadecimal text: String) {
        guard text.utf8.count % 2 == 0 else { return nil }
        self = []
        reserveCapacity(text.utf8.count / 2)
        var digits = text.utf8.makeIterator()
        while let first = digits.next(), let second = digits.next() {
            let (high, low) = (digitValues[Int(first)], digitValues[Int(second)])
            guard high < 16, low < 16 else { return nil }
            append(high << 4 | low)
        }
    }
}
