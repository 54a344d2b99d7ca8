import RewindTree

/// The masks of one recorder or one scrub. Equal secrets get equal masks, so that changes stay visible.
///
/// A mask, which replaces a secret in a session, has the first twelve digits of a keyed hash: `‹masked
/// 012·345·678·9ab›`. The key is never stored.
package struct Masks: Sendable {
    package static let start = "‹masked "
    package static let end = "›"
    private static let separator: Character = "·"
    private static let groupLength = 3
    /// 48 bits of the hash, so that two secrets of a session hardly ever get the same mask.
    private static let groupCount = 4
    /// The length of a mask, in bytes.
    package static let length =
        start.utf8.count + groupCount * groupLength + (groupCount - 1) * separator.utf8.count + end.utf8.count

    private let hmac: HMAC

    /// Creates masks with a random key.
    package init() {
        self.init(key: (0..<32).map { _ in UInt8.random(in: 0...255) })
    }

    package init(key: [UInt8]) {
        hmac = HMAC(key: key)
    }

    /// Returns the mask of a text.
    ///
    /// - Complexity: O(n).
    package func mask(_ text: some Sequence<UInt8>) -> String {
        var mask = Self.start
        // In groups, so that no text that is long enough to be searched for appears in a mask by chance.
        let digits = hmac.code(of: text).hex.unicodeScalars.prefix(Self.groupCount * Self.groupLength)
        for (index, digit) in digits.enumerated() {
            if index > 0, index.isMultiple(of: Self.groupLength) { mask.append(Self.separator) }
            mask.unicodeScalars.append(digit)
        }
        return mask + Self.end
    }

    /// Returns true if a text is one mask.
    package static func isMask(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count == length, text.hasPrefix(start), text.hasSuffix(end) else { return false }
        let groups = text.dropFirst(start.count).dropLast(end.count).split(separator: separator)
        return groups.count == groupCount
            && groups.allSatisfy { $0.count == groupLength && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } }
    }

    /// Returns true if a value contains a mask anywhere.
    ///
    /// - Complexity: O(size).
    package static func occur(in tree: Tree) -> Bool {
        switch tree {
        case .null, .bool, .integer, .double, .number: false
        case .string(let text): occur(in: text)
        case .array(let node): StackRoom.growing { node.contains { occur(in: $0) } }
        case .object(let node): StackRoom.growing { node.values.contains { occur(in: $0) } }
        }
    }

    private static func occur(in text: String) -> Bool {
        var rest = text[...]
        while let found = rest.firstRange(of: start) {
            rest = rest[found.upperBound...]
            if let end = rest.firstRange(of: end), isMask(text[found.lowerBound..<end.upperBound]) { return true }
        }
        return false
    }
}
