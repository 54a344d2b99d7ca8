import TestSupport
import Testing

@testable import RewindTerminal

@Suite struct CellsTests {
    private static let samples: [(String, Int)] = [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("🙂", 2), ("👩‍👩‍👧", 2),
        ("❤\u{FE0F}", 2), ("→", 1), ("…", 1), ("a\u{200B}b", 2), ("\u{1B}[31mab\u{1B}[0m", 2), ("「」", 4),
    ]

    @Test(arguments: samples) func `East Asian characters take two cells, colors and combining marks none`(
        text: String,
        cells: Int
    ) {
        #expect(Cells.count(text) == cells)
    }

    @Test func `A text that fits is unchanged, and a longer one is cut`() {
        var seed: UInt64 = 1
        func random(_ limit: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % limit
        }
        for _ in 0..<2_000 {
            let text = (0..<random(12)).map { _ in Self.samples[random(Self.samples.count)].0 }.joined()
            let most = random(20)
            let cut = Cells.cut(text, to: most)
            #expect(Cells.count(cut) <= most)
            if Cells.count(text) <= most { #expect(cut == text) } else { #expect(Cells.count(cut) >= most - 1) }
            #expect(Cells.count(Cells.padded(text, to: most)) == max(most, Cells.count(text)))
        }
    }

    @Test func `The first cells of a text can be dropped, and its colors stay`() {
        for (text, cells) in Self.samples where !text.hasPrefix("\u{1B}") {
            for most in 0...5 {
                #expect(Cells.count(Cells.dropping(most, of: text)) == max(0, cells - most), "\(text), \(most)")
            }
        }
        #expect(Cells.dropping(3, of: "日本語") == " 語")
        #expect(Cells.dropping(2, of: "\u{1B}[31mabc\u{1B}[0md") == "\u{1B}[31mc\u{1B}[0md")
    }

    @Test func `Colors end where a text is cut`() {
        let style = TextStyle(isOn: true)
        #expect(Cells.cut(style.added("green and long"), to: 6).hasSuffix("…\u{1B}[0m"))
    }

    @Test func `Folded lines are not cut, and are indented`() {
        #expect(Cells.folded("one two three\nfour", to: 10, indent: 1) == ["one two ", " three\\nfo", " ur"])
        #expect(Cells.folded("one two", to: nil) == ["one two"])
    }

    @Test func `Wrapping loses no text and keeps the colors on each line`() {
        let style = TextStyle(isOn: true)
        #expect(Cells.wrapped("one two three four", to: 11, indent: 2) == ["one two ", "  three ", "  four"])
        let painted = Cells.wrapped("~ " + style.removed("one two three four five"), to: 12, indent: 2)
        #expect(painted.count == 3)
        #expect(painted.allSatisfy { $0.contains("\u{1B}[31m") && $0.hasSuffix("\u{1B}[0m") })
        var random = SplitMix64(seed: 5)
        for _ in 0..<1_000 {
            let text = (0..<random.below(30)).map { _ in random.pick(Self.samples).0 + random.pick(["", " "]) }.joined()
            let width = 12 + random.below(20)
            let lines = Cells.wrapped(text, to: width, indent: 2)
            #expect(lines.allSatisfy { Cells.count($0) <= width })
            let plain = { (text: String) in text.replacing(#/\x1B\[[0-9]+m/#, with: "").filter { $0 != " " } }
            #expect(plain(lines.joined()) == plain(text))
        }
    }
}
