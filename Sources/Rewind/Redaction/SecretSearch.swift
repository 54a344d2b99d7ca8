/// A search for secrets within a text, in one pass over its bytes that examines only a few of them.
struct SecretSearch {
    /// The kinds of secrets, as listed in the session.
    static let names = ["JWT", "Bearer", "Basic", "URL password", "PEM private key", "value after a key"]

    /// The minimum length of a secret with its marker.
    private static let minimumLength = 5

    /// The bytes that the search examines.
    private static let stops: [Bool] = {
        var stops = [Bool](repeating: false, count: 256)
        for byte in "JBb:=-".utf8 { stops[Int(byte)] = true }
        return stops
    }()

    /// Returns true if the text after a key is a secret.
    let isSecretKey: (String) -> Bool

    /// Returns the ranges of the secrets in some bytes, in order.
    /// - Complexity: O(n).
    func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard bytes.count >= Self.minimumLength else { return [] }
        var ranges: [Range<Int>] = []
        var index = 0
        Self.stops.withUnsafeBufferPointer { stops in
            while index < bytes.count {
                guard stops[Int(bytes[index])], Self.isPromising(index, in: bytes) else {
                    index += 1
                    continue
                }
                let found = secrets(at: index, in: TextBytes(bytes))
                ranges += found.filter { !$0.isEmpty && $0.lowerBound >= (ranges.last?.upperBound ?? 0) }
                index = max(index + 1, found.last?.upperBound ?? 0)
            }
        }
        return ranges
    }

    /// Returns true if the bytes around a stop may belong to a secret: most do not.
    private static func isPromising(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "J"):
            return index > 1 && bytes[index - 1] == UInt8(ascii: "y") && bytes[index - 2] == UInt8(ascii: "e")
        case UInt8(ascii: "B"), UInt8(ascii: "b"):
            guard index + 2 < bytes.count else { return false }
            let (second, third) = (bytes[index + 1] | 0x20, bytes[index + 2] | 0x20)
            return second == UInt8(ascii: "e") && third == UInt8(ascii: "a")
                || second == UInt8(ascii: "a") && third == UInt8(ascii: "s")
        case UInt8(ascii: "-"):
            return index + 2 < bytes.count && bytes[index + 1] == UInt8(ascii: "-")
                && bytes[index + 2] == UInt8(ascii: "-")
        default:
            return index > 0 && index + 1 < bytes.count
        }
    }

    private func secrets(at index: Int, in text: TextBytes) -> [Range<Int>] {
        switch text[index] {
        case UInt8(ascii: "J"): return text.token(at: index).map { [$0] } ?? []
        case UInt8(ascii: "B"), UInt8(ascii: "b"): return text.credentials(at: index).map { [$0] } ?? []
        case UInt8(ascii: "-"): return text.privateKey(at: index).map { [$0] } ?? []
        default:
            if text.isAuthority(at: index) { return text.userInfo(at: index) }
            return keyedValue(at: index, in: text).map { [$0] } ?? []
        }
    }

    /// Returns the value after a colon or an equals sign, if the text before it is the name of a secret.
    private func keyedValue(at index: Int, in text: TextBytes) -> Range<Int>? {
        guard let keyRange = text.key(before: index) else { return nil }
        let key = text.string(keyRange)
        // Checked first, because a value can extend to the end of the text.
        guard isSecretKey(key), let value = text.value(after: index) else { return nil }
        // After a known scheme, the rest is the secret: everything in the quotes, or otherwise one word, because the
        // rest of the line may be prose.
        if let space = text.endOfScheme(at: value.lowerBound) {
            return space < value.upperBound ? space + 1..<value.upperBound : text.value(after: space)
        }
        let words = KeyWords(key).words
        // Headers hold one value each, with spaces and semicolons inside.
        let isHeader = words.last == "cookie" || words.last == "authorization"
        guard isHeader, text[index] == UInt8(ascii: ":"), !text.isQuote(value.lowerBound - 1) else { return value }
        // A header that does not start its line may be in a string within the text, and then ends with that string.
        let isLine = keyRange.lowerBound == 0 || text[keyRange.lowerBound - 1] == 10
        let end = text.endOfLine(from: value.lowerBound, orQuote: !isLine)
        return value.lowerBound..<max(value.upperBound, end)
    }
}
