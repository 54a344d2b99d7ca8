/// Finds any of a set of texts in bytes.
struct TextFinder {
    /// The minimum length of texts to search for, in bytes: shorter ones occur everywhere.
    static let minimumLength = 4

    /// The texts by their first four bytes, longest first.
    private var texts: [UInt32: [[UInt8]]] = [:]
    /// The pairs of bytes with which a text starts.
    private var prefixes = [Bool](repeating: false, count: 1 << 16)

    /// Creates a finder for the `texts` that are long enough.
    init(_ texts: some Sequence<String>) {
        for text in texts where text.utf8.count >= Self.minimumLength {
            let bytes = Array(text.utf8)
            self.texts[bytes.withUnsafeBytes { Self.key($0, at: 0) }, default: []].append(bytes)
            prefixes[Int(bytes[0]) << 8 | Int(bytes[1])] = true
        }
        for key in self.texts.keys { self.texts[key]?.sort { $0.count > $1.count } }
    }

    /// Calls `body` with the range of each match, from left to right. Of texts that start at the same byte, the longest
    /// matches; matches do not overlap.
    ///
    /// - Complexity: Linear in the bytes, if the texts differ in their first bytes.
    func forEachMatch(in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
        var start = 0
        while let match = firstMatch(in: bytes, from: start) {
            body(match)
            start = match.upperBound
        }
    }

    /// Returns the range of the first match that starts at `start` or later; nil if nothing matches.
    ///
    /// - Complexity: Linear in the bytes up to the match, if the texts differ in their first bytes.
    func firstMatch(in bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
        guard !texts.isEmpty else { return nil }
        var index = start
        while index + Self.minimumLength <= bytes.count {
            if prefixes[Int(bytes[index]) << 8 | Int(bytes[index + 1])],
                let candidates = texts[Self.key(bytes, at: index)],
                let text = candidates.first(where: { Self.has($0, in: bytes, at: index) })
            {
                return index..<index + text.count
            }
            index += 1
        }
        return nil
    }

    /// Returns true if a text is there whose key is.
    private static func has(_ text: [UInt8], in bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        guard index + text.count <= bytes.count else { return false }
        var length = minimumLength
        while length < text.count, bytes[index + length] == text[length] { length += 1 }
        return length == text.count
    }

    private static func key(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
    }
}
