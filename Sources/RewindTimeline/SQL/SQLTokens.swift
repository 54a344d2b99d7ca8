extension Substring {
    /// The tokens of an SQL text: words, quoted texts and names with their quotes, and single other characters. White
    /// space and comments are between them.
    ///
    /// Numbers and operators may consist of several tokens. See <https://www.sqlite.org/lang_expr.html> and
    /// <https://www.sqlite.org/lang_comment.html>.
    ///
    /// - Complexity: Linear in the text.
    var sqlTokens: [Substring] {
        var tokens: [Substring] = []
        var rest = utf8[...]
        func starts(with prefix: String) -> Bool { rest.starts(with: prefix.utf8) }
        while let byte = rest.first {
            let start = rest.startIndex
            switch byte {
            case UInt8(ascii: "-") where starts(with: "--"):
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
                continue
            case UInt8(ascii: "/") where starts(with: "/*"):
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !starts(with: "*/") { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
                continue
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                // Two quotes in a quoted text stand for one.
                repeat {
                    rest = rest.dropFirst().drop { $0 != byte }.dropFirst()
                } while rest.first == byte
            case UInt8(ascii: "["):
                rest = rest.drop { $0 != UInt8(ascii: "]") }.dropFirst()
            case _ where byte.isOfWord:
                rest = rest.drop(while: \.isOfWord)
            default:
                rest = rest.dropFirst()
                if byte.isWhiteSpace { continue }
            }
            tokens.append(self[start..<rest.startIndex])
        }
        return tokens
    }
}

extension UInt8 {
    /// True in names, keywords, and numbers, which include all characters other than ASCII.
    fileprivate var isOfWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
        default: false
        }
    }

    fileprivate var isWhiteSpace: Bool {
        self == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(self)
    }
}
