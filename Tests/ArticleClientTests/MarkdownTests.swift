@testable import ArticleClient
import RewindHTML
import Testing

@Suite struct MarkdownTests {
    @Test func `All known elements are converted`() {
        let text = """
            # 見出し
            ### 三
            本文と `code` と **強い `字`** と [リンク **a**](https://example.com) と ![絵](x.png)

            - one
            * two
            1. first
            2) second

            ```swift
            let a = "**b**"

            ```
            > 引用
            > もう一行
            | a | b |
            |---|:-:|
            | 1 |   |
            ---
            end
            """
        #expect(
            MarkdownHTML.html(text, in: .japanese).markup == """
                <h2>見出し</h2>
                <h4>三</h4>
                <p>本文と <code>code</code> と <b>強い <code>字</code></b> と <span class="link">リンク <b>a</b></span> と \
                <span class="picture">絵</span></p>
                <ul>
                <li>one</li>
                <li>two</li>
                </ul>
                <ol>
                <li>first</li>
                <li>second</li>
                </ol>
                <pre><code>let a = &quot;**b**&quot;
                </code></pre>
                <blockquote>
                <p>引用</p>
                <p>もう一行</p>
                </blockquote>
                <table>
                <tr><td>a</td><td>b</td></tr>
                <tr><td>1</td><td></td></tr>
                </table>
                <hr>
                <p>end</p>

                """
        )
    }

    @Test(arguments: [
        "`", "``", "**", "[a]", "[a](b", "[a] (b)", "![a]", "a * b", "#a", "-a", "1.a", "a `b", "a **b*",
        "[",
    ])
    func `An unclosed element is text`(text: String) {
        #expect(MarkdownHTML.html(text, in: .japanese).markup == "<p>\(text)</p>\n")
    }

    @Test func `Unclosed code continues to the end`() {
        #expect(MarkdownHTML.html("```\na\n- b", in: .japanese).markup == "<pre><code>a\n- b</code></pre>\n")
    }

    @Test func `A text over the limit ends with the number of missing characters`() {
        let text = String(repeating: "語", count: 8_100)
        #expect(MarkdownHTML.html(text, in: .japanese).markup.hasSuffix("語</p>\n<p class=\"cut\">… ほか 100 文字</p>"))
    }
}
