import RewindSession
import RewindTimeline
import RewindTree

/// The masks of one scrub, and a list of them.
struct ScrubMasks {
    private static let finder = TextFinder([Masks.start])

    private let masks: Masks
    private var digests = DigestCache()
    /// All that were made.
    private(set) var made: Set<String> = []

    init(_ masks: Masks) {
        self.masks = masks
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
        case .string(let text): Masks.isMask(text) ? tree : .string(mask(text))
        case .null, .bool, .integer, .double, .number: .string(mask(tree.text))
        case .array, .object: .string(mask(bytes: digests.digest(of: tree).bytes))
        }
    }

    private mutating func mask(bytes: some Sequence<UInt8>) -> String {
        let mask = masks.mask(bytes)
        made.insert(mask)
        return mask
    }

    /// Where masks are in a text.
    ///
    /// - Complexity: linear in the length of the text.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        finder.forEachMatch(in: bytes) { range in
            let whole = range.lowerBound..<range.lowerBound + Masks.length
            guard whole.upperBound <= bytes.count else { return }
            if Masks.isMask(String(decoding: bytes[whole], as: UTF8.self)) { ranges.append(whole) }
        }
        return ranges
    }
}
