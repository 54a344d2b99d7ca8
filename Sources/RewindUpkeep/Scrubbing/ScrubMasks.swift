import RewindSession
import RewindTree

/// The masks of one scrub.
struct ScrubMasks {
    private static let finder = TextFinder([Masks.start])

    private let masks: Masks
    private var digests = DigestCache()
    /// The masks of texts, by their bytes: strings that Swift considers equal may have different masks.
    private var known: [[UInt8]: String] = [:]
    /// All masks created.
    private(set) var made: Set<String> = []

    init(_ masks: Masks) {
        self.masks = masks
    }

    /// Returns the mask of a text.
    ///
    /// - Complexity: Linear in the length of the text.
    mutating func mask(_ text: String) -> String {
        let bytes = Array(text.utf8)
        if let mask = known[bytes] { return mask }
        let mask = mask(bytes: bytes)
        known[bytes] = mask
        return mask
    }

    /// Returns the mask of a value, or the value itself if it is a mask.
    ///
    /// - Complexity: Linear in the parts whose digest is not cached.
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

    /// Returns the ranges of masks in a text.
    ///
    /// - Complexity: Linear in the length of the text.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        bytes.withUnsafeBytes { bytes in
            finder.forEachMatch(in: bytes) { range in
                let whole = range.lowerBound..<range.lowerBound + Masks.length
                guard whole.upperBound <= bytes.count else { return }
                if Masks.isMask(String(decoding: bytes[whole], as: UTF8.self)) { ranges.append(whole) }
            }
        }
        return ranges
    }
}
