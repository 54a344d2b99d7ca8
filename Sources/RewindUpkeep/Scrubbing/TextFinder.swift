import RewindSession
import RewindTimeline

/// Finds any of many texts in bytes.
struct TextFinder {
    /// Shorter texts are not looked for: they are everywhere. In bytes.
    static let leastLength = 4

    /// The texts by their first four bytes, longest first.
    private var texts: [UInt32: [[UInt8]]] = [:]
    /// Which pairs of bytes a text begins with.
    private var prefixes = [Bool](repeating: false, count: 1 << 16)

    /// Looks for `texts`, as far as they are long enough.
    init(_ texts: some Sequence<String>) {
        for text in texts where text.utf8.count >= Self.leastLength {
            let bytes = Array(text.utf8)
            self.texts[Self.key(bytes, at: 0), default: []].append(bytes)
            prefixes[Int(bytes[0]) << 8 | Int(bytes[1])] = true
        }
        for key in self.texts.keys { self.texts[key]?.sort { $0.count > $1.count } }
    }

    /// Calls `body` with the range of each text that is found, from left to right: of those that begin at the same byte
    /// the longest, and none that overlaps another.
    ///
    /// - Complexity: linear in the bytes, for texts that differ in their first bytes.
    func forEachMatch<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, _ body: (Range<Int>) -> Void)
    where Bytes.Index == Int {
        guard !texts.isEmpty else { return }
        var index = bytes.startIndex
        while index + Self.leastLength <= bytes.endIndex {
            guard prefixes[Int(bytes[index]) << 8 | Int(bytes[index + 1])],
                let candidates = texts[Self.key(bytes, at: index)],
                let text = candidates.first(where: { bytes[index...].starts(with: $0) })
            else {
                index += 1
                continue
            }
            body(index..<index + text.count)
            index += text.count
        }
    }

    private static func key<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, at index: Int) -> UInt32
    where Bytes.Index == Int {
        (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[index + $1]) }
    }
}
