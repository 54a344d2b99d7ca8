/// The parts in which two texts differ, between their equal ends.
package struct ChangedText {
    /// The equal start, which ends at a character boundary of both texts.
    package let head: Substring
    package let old: Substring
    package let new: Substring
    /// The equal end, which begins at a character boundary of both texts.
    package let tail: Substring

    /// The number of bytes that are searched for the start of a character.
    private static let longestCharacter = 64

    /// Compares two texts.
    ///
    /// - Complexity: Linear in the bytes of the equal ends.
    package init(from old: String, to new: String) {
        var (old, new) = (old, new)
        let shorter = min(old.utf8.count, new.utf8.count)
        var head = old.withUTF8 { old in
            new.withUTF8 { new in (0..<shorter).first { old[$0] != new[$0] } ?? shorter }
        }
        for text in [old, new, old] { head = Self.boundary(head, in: text, isUp: false) }
        var tail = old.withUTF8 { old in
            new.withUTF8 { new in
                (0..<shorter - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - head
            }
        }
        for text in [old, new, old] {
            let count = text.utf8.count
            tail = count - Self.boundary(count - tail, in: text, isUp: true)
        }
        func part(_ text: String) -> Substring { text[text.index(head)..<text.index(text.utf8.count - tail)] }
        (self.old, self.new) = (part(old), part(new))
        self.head = new[..<self.new.startIndex]
        self.tail = new[self.new.endIndex...]
    }

    /// Returns the nearest offset of a byte, up or down, that is between two characters.
    private static func boundary(_ offset: Int, in text: String, isUp: Bool) -> Int {
        let bytes = text.utf8
        guard offset > 0, offset < bytes.count else { return offset }
        var start = max(0, offset - longestCharacter)
        while start > 0, bytes[text.index(start)] & 0xC0 == 0x80 { start -= 1 }
        var (index, last) = (text.index(start), start)
        while index < text.endIndex {
            let next = bytes.distance(from: text.startIndex, to: index)
            if next >= offset { return next == offset || isUp ? next : last }
            last = next
            index = text.index(after: index)
        }
        return isUp ? bytes.count : last
    }
}

extension String {
    fileprivate func index(_ offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
}
