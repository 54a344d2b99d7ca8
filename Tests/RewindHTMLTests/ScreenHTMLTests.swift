import RewindHTML
import Testing

@Suite struct ScreenHTMLTests {
    @Test func `Source text is markup, and interpolated text is escaped`() {
        let title = "<script>alert(\"&\" + 'x')</script>"
        let html: ScreenHTML = "<h1 title=\"\(title)\">\(title)</h1>"
        let text = "&lt;script&gt;alert(&quot;&amp;&quot; + &#39;x&#39;)&lt;/script&gt;"
        #expect(html.markup == "<h1 title=\"\(text)\">\(text)</h1>")
    }

    @Test func `Parts of a page are inserted unchanged, one, several or an optional one`() {
        let part: ScreenHTML = "<b>\("1 < 2")</b>"
        let missing: ScreenHTML? = nil
        let html: ScreenHTML = "<p>\(part)\([part, part])\(missing)\(Optional(part))</p>"
        #expect(html.markup == "<p>" + String(repeating: "<b>1 &lt; 2</b>", count: 4) + "</p>")
    }

    @Test(arguments: [(true, "&lt;on&gt;"), (false, "&lt;off&gt;")])
    func `A text chosen at run time is escaped`(isOn: Bool, shown: String) {
        let html: ScreenHTML = "\(isOn ? "<on>" : "<off>")\(3)\(2.5)\(isOn)"
        #expect(html.markup == "\(shown)32.5\(isOn)")
    }

    @Test func `Parts can be joined`() {
        var html: ScreenHTML = "<i></i>" + ScreenHTML(text: "<")
        html += "<br>"
        #expect(html.markup == "<i></i>&lt;<br>")
        #expect(ScreenHTML(markup: "<br>").markup == "<br>")
    }

    @Test(arguments: [
        ("\u{202E}", "␣202e"), ("\u{2066}", "␣2066"), ("\u{200F}", "␣200f"), ("\u{61C}", "␣61c"), ("\0", "␣0"),
        ("\u{1B}[31m", "␣1b[31m"), ("\u{9B}", "␣9b"), ("\r", "␣d"), ("\u{7F}", "␣7f"), ("\u{2028}", "␣2028"),
        ("\u{200B}", "␣200b"), ("\u{FEFF}", "␣feff"), ("\u{AD}", "␣ad"), ("\u{2060}", "␣2060"),
    ])
    func `An invisible character that changes the text is shown`(text: String, shown: String) {
        #expect(ScreenHTML(text: "a\(text)b").markup == "a\(shown)b")
    }

    @Test(arguments: [
        "👩‍👩‍👧‍👦", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "❤️", "می‌خواهم", "क्‍ष", "日本語", "e\u{301}",
        "a\tb\nc",
    ])
    func `The characters of emoji and scripts are kept`(text: String) {
        #expect(ScreenHTML(text: text).markup.utf8.elementsEqual(text.utf8))
    }
}
