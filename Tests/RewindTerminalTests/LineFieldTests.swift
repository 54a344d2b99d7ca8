import TestSupport
import Testing

@testable import RewindTerminal

@Suite struct LineFieldTests {
    private func typing(_ text: String, into field: inout LineField) {
        for character in text { _ = field.press(.character(character)) }
    }

    @Test func `A line is edited, kept and recalled`() {
        var field = LineField()
        typing("stp", into: &field)
        _ = field.press(.left)
        typing("e", into: &field)
        #expect(field.text == "step")
        _ = field.press(.end)
        typing(" two words", into: &field)
        _ = field.press(.control("w"))
        #expect(field.text == "step two ")
        _ = field.press(.control("u"))
        #expect(field.text == "")
        typing("continue", into: &field)
        #expect(field.take() == "continue")
        typing("watch /n", into: &field)
        #expect(field.take() == "watch /n")
        typing("draft", into: &field)
        _ = field.press(.up)
        #expect(field.text == "watch /n")
        _ = field.press(.up)
        _ = field.press(.up)
        #expect(field.text == "continue")
        _ = field.press(.down)
        _ = field.press(.down)
        #expect(field.text == "draft")
    }

    @Test func `Ctrl-R searches the earlier lines`() {
        var field = LineField(history: ["goto 12", "watch /n", "goto 40", "list"])
        typing("draft", into: &field)
        _ = field.press(.control("r"))
        #expect(field.isSearching && field.shown(in: 80).text == "history \"\": draft")
        typing("got", into: &field)
        #expect(field.shown(in: 80).text == "history \"got\": goto 40")
        _ = field.press(.control("r"))
        #expect(field.text == "goto 12")
        typing("x", into: &field)
        #expect(field.text == "goto 12")
        for _ in 0..<4 { _ = field.press(.backspace) }
        typing("/N", into: &field)
        #expect(field.text == "watch /n")
        _ = field.press(.escape)
        #expect(!field.isSearching && field.text == "draft")
        _ = field.press(.control("r"))
        typing("list", into: &field)
        _ = field.press(.left)
        typing("!", into: &field)
        #expect(!field.isSearching && field.text == "lis!t")
        _ = field.press(.control("r"))
        typing("12", into: &field)
        #expect(field.take() == "goto 12")
        #expect(!field.isSearching && field.text == "" && field.history.last == "goto 12")
    }

    @Test func `A word is completed as far as its candidates agree`() {
        let names = ["reverse-continue", "reverse-search", "reverse-step", "step"]
        let complete = { (text: String) in names.filter { $0.hasPrefix(text) } }
        var field = LineField()
        typing("reverse-c", into: &field)
        _ = field.press(.tab, completions: complete)
        #expect(field.text == "reverse-continue ")
        field.text = "reverse-s"
        _ = field.press(.tab, completions: complete)
        #expect(field.text == "reverse-s")
        field.text = "rev"
        _ = field.press(.tab, completions: complete)
        #expect(field.text == "reverse-")
        field.text = "xyz"
        _ = field.press(.tab, completions: complete)
        #expect(field.text == "xyz")
    }

    @Test func `The visible part fits and contains the cursor`() {
        var random = SplitMix64(seed: 3)
        var field = LineField()
        let keys: [TerminalEvent.Key] = [
            .left, .right, .home, .end, .backspace, .delete, .up, .down, .control("w"), .control("k"),
            .character("a"), .character("日"), .character("🙂"), .character(" "), .character("\u{7}"),
        ]
        for _ in 0..<4_000 {
            _ = field.press(random.pick(keys))
            if random.below(40) == 0 { _ = field.take() }
            let cells = 1 + random.below(30)
            let (text, caret) = field.shown(in: cells)
            #expect(Cells.count(text) <= cells)
            #expect(caret < max(cells, 1))
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test func `Pasted text becomes one line`() {
        var field = LineField()
        field.insert("one\ntwo\tthree")
        #expect(field.text == "one two three")
    }
}
