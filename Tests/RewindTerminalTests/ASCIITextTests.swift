import RewindTree
import Testing

@testable import RewindTerminal

@Suite struct ASCIITextTests {
    @Test(arguments: [
        ([:], false), (["LANG": "C"], true), (["LANG": "ja_JP.UTF-8"], false), (["LC_ALL": "C"], true),
        (["LC_ALL": "C.UTF-8", "LANG": "C"], false), (["LC_ALL": "", "LC_CTYPE": "en_US.utf8", "LANG": "C"], false),
        (["LC_ALL": "POSIX", "LANG": "en_US.UTF-8"], true), (["LANG": "de_DE.ISO-8859-1"], true),
    ])
    func `A locale that is set without UTF-8 needs ASCII`(environment: [String: String], isRequired: Bool) {
        #expect(ASCIIText.isRequired(in: environment) == isRequired)
    }

    @Test func `Symbols become ASCII of the same width, and other characters are escaped as in JSON`() throws {
        #expect(ASCIIText.text("4 → 2, \u{1B}[31mé…\u{1B}[0m│") == "4 > 2, \u{1B}[31m\\u00e9~\u{1B}[0m|")
        #expect(ASCIIText.text("🙂") == "\\ud83d\\ude42")
        let text = Tree.string("日本 e\u{301} 🙂").text
        #expect(try Tree(parsing: Array(ASCIIText.text(text).utf8)) == Tree(parsing: Array(text.utf8)))
        #expect(ASCIIText.text("plain\n") == "plain\n")
    }

    @Test func `On a full screen, every text keeps its width`() {
        for text in ["日本 → x", "e\u{301}", "👩‍👩‍👧│", "❤\u{FE0F}", "\u{1B}[1m»\u{1B}[0m", "µ", "ｱ한"] {
            let ascii = ASCIIText.cells(text)
            #expect(ascii.unicodeScalars.allSatisfy { $0.isASCII })
            #expect(Cells.count(ascii) == Cells.count(text), "\(text)")
        }
    }
}
