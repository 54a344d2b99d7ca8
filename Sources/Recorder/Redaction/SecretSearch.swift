/// The search for secrets within a text: one pass over its bytes, that stops at few of them.
struct SecretSearch {
    /// What is looked for, as the session lists it.
    static let names = ["JWT", "Bearer", "Basic", "URL password", "PEM private key", "value after a key"]

    /// No secret with what it is known by is shorter.
    private static let leastLength = 5

    /// The bytes that the search stops at.
    private static let stops: [Bool] = {
        var stops = [Bool](repeating: false, count: 256)
        for byte in "JBb:=-".utf8 { stops[Int(byte)] = true }
        return stops
    }()

    /// Whether the text behind a key is a secret.
    let isSecretKey: (String) -> Bool

    /// Where the secrets are in some bytes, in order.
    /// - Complexity: O(n).
    func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        guard bytes.count >= Self.leastLength else { return [] }
        var ranges: [Range<Int>] = []
        var index = 0
        Self.stops.withUnsafeBufferPointer { stops in
            while index < bytes.count {
                guard stops[Int(bytes[index])] else {
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

    private func secrets(at index: Int, in text: TextBytes) -> [Range<Int>] {
        switch text[index] {
        case UInt8(ascii: "J"): return text.token(at: index).map { [$0] } ?? []
        case UInt8(ascii: "B"), UInt8(ascii: "b"): return text.credentials(at: index).map { [$0] } ?? []
        case UInt8(ascii: "-"): return text.privateKey(at: index).map { [$0] } ?? []
        default:
            let userInfo = text.userInfo(at: index)
            return userInfo.isEmpty ? keyedValue(at: index, in: text).map { [$0] } ?? [] : userInfo
        }
    }

    /// The value behind a colon or an equals sign, when what is before it is the name of a secret.
    private func keyedValue(at index: Int, in text: TextBytes) -> Range<Int>? {
        guard let keyRange = text.key(before: index), let value = text.value(after: index) else { return nil }
        let key = text.string(keyRange)
        guard isSecretKey(key) else { return nil }
        let words = KeyWords(key).words
        // Headers hold one value each, with spaces and semicolons in it.
        let isHeader = words.last == "cookie" || words.last == "authorization"
        guard isHeader, text[index] == UInt8(ascii: ":"), !text.isQuote(value.lowerBound - 1) else {
            return text.withoutScheme(value)
        }
        return text.withoutScheme(value.lowerBound..<max(value.upperBound, text.endOfLine(from: value.lowerBound)))
    }
}
