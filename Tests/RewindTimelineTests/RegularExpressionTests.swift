import Foundation
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct RegularExpressionTests {
    @Test(arguments: Thoroughness.first(3, of: UInt64(0)..<20))
    func `The quick test skips no text or JSON that the expression matches`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "a", "ab", "K", "k", "s", "ss", "fi", "1", "a?", "b*", "a+", "b{0,2}", "a{2}", ".", "[ab]", "(a)", "(?i)A",
            "\\d",
            "\\.", "|", "^", "\\bab", "-", "/", "\"", "é", "(a|b)", "\\x61", "\\Qa?\\E", " ",
        ]
        let letters = [
            "a", "b", "A", "k", "\u{212A}", "s", "\u{17F}", "ß", "\u{FB01}", "fi", "1", "-", "/", "\"", "\\", "é", "É",
            "\n", ".",
            "?", " ",
        ]
        for _ in 0..<100 {
            let text = (0...random.below(4)).map { _ in random.pick(pieces) }.joined()
            guard let expression = try? RegularExpression(text) else { continue }
            let pattern = TextPattern(expression)
            let options: NSRegularExpression.Options = expression.ignoresCase ? .caseInsensitive : []
            let plain = try NSRegularExpression(pattern: text, options: options)
            for _ in 0..<20 {
                let other = (0..<random.below(7)).map { _ in random.pick(letters) }.joined()
                let whole = NSRange(location: 0, length: other.utf16.count)
                let isThere = plain.firstMatch(in: other, range: whole) != nil
                #expect(pattern.matches(other) == isThere, "\(text) in \(other)")
                guard isThere else { continue }
                let json = Array(Tree.string(other).text.utf8)
                #expect(json.withUnsafeBytes { pattern.mayMatch(json: $0) }, "\(text) in \(other)")
            }
        }
    }

    @Test(
        arguments: [
            ("http_[45]", "http_"), ("abc?", "ab"), ("ab+c", "ab"), ("a|bcd", ""), ("(abc)", ""), ("x\\dyz", "yz"),
            ("ab{2}cde", "cde"), ("\\Qab", ""), ("[abc]d", ""),
        ]
    )
    func `The literal that every match contains is found`(text: String, literal: String) throws {
        #expect(try RegularExpression(text).literal == literal)
    }

    @Test(
        arguments: [("ab", true), ("\\S+", true), ("\\p{Lu}b", true), ("Ab", false), ("[A-Z]", false)]
    )
    func `An expression without capital letters ignores case`(text: String, ignoresCase: Bool) throws {
        #expect(try RegularExpression(text).ignoresCase == ignoresCase)
    }

    @Test(arguments: ["(", "[a", "a{2", "*", "\\"])
    func `A malformed expression is refused`(text: String) {
        #expect(throws: TimelineError.malformedPattern(text)) { try RegularExpression(text) }
    }

    @Test(.timeLimit(.minutes(1)))
    func `An expression that backtracks without end can be stopped`() throws {
        let expression = try RegularExpression("(a+)+$") { true }
        #expect(expression.firstRange(in: String(repeating: "a", count: 60) + "!") == nil)
    }
}
