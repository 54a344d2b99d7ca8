#if os(macOS) || os(Linux)

import Foundation

/// The elements of a JSON array (RFC 8259), as their original bytes.
struct JSONElements {
    /// The bytes of each element, without surrounding white space.
    let elements: [Data]

    /// Splits a valid JSON array into its elements.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    init(of array: Data) {
        var elements: [Data] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        var start = array.startIndex
        for (index, byte) in zip(array.indices, array) {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
                if depth == 1, let element = Self.trimmed(array[start..<index]) {
                    elements.append(element)
                    start = index + 1
                }
                if byte != UInt8(ascii: ",") { depth -= 1 }
            default:
                break
            }
        }
        self.elements = elements
    }

    private static func trimmed(_ bytes: Data) -> Data? {
        let isInk = { (byte: UInt8) in byte > UInt8(ascii: " ") }
        guard let first = bytes.firstIndex(where: isInk), let last = bytes.lastIndex(where: isInk) else { return nil }
        return Data(bytes[first...last])
    }
}

#endif
