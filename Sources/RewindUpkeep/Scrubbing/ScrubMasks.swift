import RewindSession
import RewindTimeline
import RewindTree

/// The masks of one scrub: the same one for the same value, so that a change still shows as one.
///
/// They are hashes with a key that is gone after the scrub, as those of a recorder are.
struct ScrubMasks {
    private static let start = "‹scrubbed "
    private static let end = "›"
    private static let digitCount = 12
    private static let groupLength = 3
    private static let separator = "·"
    private static let length =
        start.utf8.count + digitCount + (digitCount / groupLength - 1) * separator.utf8.count + end.utf8.count
    private static let finder = TextFinder([start])

    private let hmac: HMAC
    private var digests = DigestCache()
    /// All that were made.
    private(set) var made: Set<String> = []

    init(key: [UInt8]) {
        hmac = HMAC(key: key)
    }

    /// A key that nobody else has.
    static func newKey() -> [UInt8] {
        (0..<32).map { _ in UInt8.random(in: 0...255) }
    }

    /// The mask of a text.
    ///
    /// - Complexity: linear in the length of the text.
    mutating func mask(_ text: String) -> String {
        mask(bytes: text.utf8)
    }

    /// The mask of a value; the value itself when it is one mask already.
    ///
    /// - Complexity: linear in what was not seen before.
    mutating func mask(_ tree: Tree) -> Tree {
        switch tree {
        case .string(let text): Self.isMask(text) ? tree : .string(mask(text))
        case .null, .bool, .integer, .double, .number: .string(mask(tree.text))
        case .array, .object: .string(mask(bytes: digests.digest(of: tree).bytes))
        }
    }

    private mutating func mask(bytes: some Sequence<UInt8>) -> String {
        let digits = Array(hmac.code(of: bytes).hex.prefix(Self.digitCount))
        // In groups, so that no text that is long enough to be looked for is a part of a mask by chance.
        let groups = stride(from: 0, to: digits.count, by: Self.groupLength).map {
            String(digits[$0..<$0 + Self.groupLength])
        }
        let mask = Self.start + groups.joined(separator: Self.separator) + Self.end
        made.insert(mask)
        return mask
    }

    /// Whether a text is one mask, of whatever scrub.
    static func isMask(_ text: String) -> Bool {
        text.utf8.count == length && text.hasPrefix(start) && text.hasSuffix(end)
    }

    /// Where masks are in a text, of whatever scrub.
    ///
    /// - Complexity: linear in the length of the text.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        finder.forEachMatch(in: bytes) { range in
            let whole = range.lowerBound..<range.lowerBound + length
            guard whole.upperBound <= bytes.count else { return }
            if bytes[whole].reversed().starts(with: end.utf8.reversed()) { ranges.append(whole) }
        }
        return ranges
    }
}
