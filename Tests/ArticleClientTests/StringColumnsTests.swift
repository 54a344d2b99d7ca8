@testable import ArticleClient
import Testing

@Suite struct StringColumnsTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("ホーム", 6), ("ﾎｰﾑ", 3), ("ｶﾞ", 2), ("が", 2), ("か\u{3099}", 2), ("한글", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("（）", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇯🇵", 2), ("❤️", 2), ("❤", 1),
        ("𠮷", 2), ("…─·", 3), ("a\u{200B}b", 2),
    ])
    func `A text has the expected number of columns`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("ホーム", 6, "ホーム"), ("ホーム", 5, "ホー…"), ("ホーム", 4, "ホ…"),
        ("ホーム", 1, "…"), ("a", 0, ""), ("", 0, ""),
    ])
    func `A text is cut without splitting a character`(text: String, limit: Int, expected: String) {
        #expect(text.clipped(to: limit) == expected)
    }

    @Test(arguments: [("ab", 4, "ab  "), ("ホーム", 4, "ホ… "), ("ホ", 2, "ホ")])
    func `A text is padded to its columns`(text: String, width: Int, expected: String) {
        #expect(text.fitted(to: width) == expected)
    }

    @Test(arguments: [
        ("left", "right", 12, "left   right"), ("left", "right", 9, "l…  right"), ("left", "", 3, "le…"),
        ("left", "right", 7, "right"), ("left", "right", 4, "rig…"),
    ])
    func `The right text is aligned to the right, and has priority in a narrow row`(
        left: String,
        right: String,
        width: Int,
        expected: String
    ) {
        #expect(left.justified(with: right, to: width) == expected)
    }

    @Test(arguments: [
        ("", [""]), ("short", ["short"]), ("two words here", ["two words", "here"]),
        ("abcdefghijklm", ["abcdefghij", "klm"]), ("a bcdefghijklm", ["a bcdefghi", "jklm"]),
        ("日本語の文章を折る", ["日本語の文", "章を折る"]), ("0123456789 next", ["0123456789", "next"]),
    ])
    func `A text is wrapped at ten columns`(text: String, expected: [String]) {
        #expect(text.wrapped(to: 10) == expected)
    }
}
