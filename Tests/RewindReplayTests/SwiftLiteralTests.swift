import RewindTree
import TestSupport
import Testing

@testable import RewindReplay

@Suite struct SwiftLiteralTests {
    /// Returns the value of a raw literal by the rules of The Swift Programming Language; nil if it ends early or
    /// contains an escape.
    private static func value(of literal: String) -> String? {
        let marks = String(literal.prefix { $0 == "#" })
        let rest = literal.dropFirst(marks.count)
        let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        guard rest.hasPrefix(quote), rest.hasSuffix(quote + marks) else { return nil }
        let inside = String(rest.dropFirst(quote.count).dropLast(quote.count + marks.count))
        guard !inside.utf8Contains("\\" + marks), !inside.utf8Contains(quote + marks) else { return nil }
        guard quote.count == 3 else { return inside.contains("\n") ? nil : inside }
        var lines = inside.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == "", let indent = lines.last, indent.allSatisfy({ $0 == " " }) else { return nil }
        lines = lines.dropFirst().dropLast().map { $0.hasPrefix(indent) ? $0.dropFirst(indent.count) : "?" }
        return lines.joined(separator: "\n")
    }

    private static let texts = [
        "", "plain", "\"", "\"#", "\"##", "\\", "\\#", "\\##(x)", "a\"\"\"#b", "\n\r\t\u{0}\u{7F}\u{85}",
        "\u{2028}\u{2029}",
        "\u{FEFF}\u{202E}\u{2066}", "e\u{301} é", "👩‍👩‍👧 \u{E0001}", "\u{10FFFF}\u{FFFE}", "#\"#\"##\\###", "日本語",
    ]

    @Test(arguments: texts) func `A text means the same in both literals`(text: String) throws {
        let tree: Tree = ["a": .string(text), "b": [.string(text)]]
        for literal in [SwiftLiteral.line(tree.text), SwiftLiteral.lines(tree.prettyText, indent: 8)] {
            let json = try #require(Self.value(of: literal), "\(literal)")
            #expect(try Tree(parsing: json) == tree)
            #expect(!literal.unicodeScalars.contains { $0.value == 0x2028 || $0.value == 0x202E || $0.value == 0 })
        }
    }

    @Test(arguments: Thoroughness.first(50, of: UInt64(1)...200)) func `A random value means the same in both literals`(
        seed: UInt64
    ) throws {
        var trees = RandomTree(seed: seed)
        var pieces = ""
        for _ in 0..<20 { pieces += ["\"", "#", "\\", "##", "(", "\u{2028}", "x"][trees.random.below(7)] }
        let tree: Tree = ["t": trees.tree(depth: 3), "s": .string(pieces)]
        for literal in [SwiftLiteral.line(tree.text), SwiftLiteral.lines(tree.prettyText, indent: 4)] {
            let json = try #require(Self.value(of: literal), "\(literal)")
            #expect(try Tree(parsing: json) == tree)
        }
    }
}

extension String {
    fileprivate func utf8Contains(_ part: String) -> Bool {
        let (bytes, part) = (Array(utf8), Array(part.utf8))
        return bytes.indices.contains { bytes[$0...].starts(with: part) }
    }
}
