extension Character {
    /// The width of the character on a terminal, in columns: 2 for wide East Asian characters (Unicode UAX #11, classes
    /// W and F) and emoji, 0 for characters that only modify others, else 1. Ambiguous characters count as 1.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        // The halfwidth voiced sound marks extend the kana before them, but take a column themselves.
        return unicodeScalars.reduce(0) { $0 + $1.columns }
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        switch value {
        // The medial and final jamo combine with the initial one before them.
        case 0x1160...0x11FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
