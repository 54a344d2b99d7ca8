@testable import ArticleClient
import Foundation
import RewindHTML
import RewindTree
import TestSupport
import Testing

/// Screens of states with hostile texts.
@Suite struct HostileScreenTests {
    private static let texts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='alert(1)", "</style><script>",
        "<!--",
        "javascript:alert(1)", "[x](javascript:alert(1))", "![x](https://example.com/x.png)", "&lt;script&gt;&#60;",
        "]]>",
        "`<b>`", "**<i>**", "| <td> | </table> |", "> </blockquote>", "# <h1>", "- </ul><li onclick=alert(1)>",
        "```</code>",
        "\u{202E}gpj.exe", "\u{2066}", "\u{0}\u{1B}[2J", "a\r\n<hr>\u{2028}</p>", "\" data-tap=\"stock", "%3Cscript%3E",
        "",
    ]

    private static let states: [AppState] = {
        let detail = ArticleDetailState(
            articleId: "a",
            articleDetail: .sample("a", body: "text"),
            stockStatus: true,
            stockUsers: [.hanako, .taro]
        )
        let list = ArticleListState(title: "t", userId: "u", articleList: [.sample("a"), .sample("b", user: .taro)])
        var (failed, broken) = (list, list)
        failed.errorMessage = "e"
        broken.errorMessage = "e"
        broken.articleList = nil
        return Screen.allCases.flatMap { screen in
            [(list, detail), (failed, ArticleDetailState(error: .notFound)), (broken, detail)].map { list, detail in
                AppState(
                    home: list,
                    userArticleList: list,
                    articleDetail: detail,
                    userArticleDetail: detail,
                    navigation: NavigationState(stack: [.home, screen])
                )
            }
        }
    }()

    @Test(arguments: texts)
    func `No text in a state changes the elements of the page`(text: String) throws {
        for state in Self.states {
            // An empty name is treated like a missing one.
            let text = text.isEmpty ? " " : text
            let usual = try Markup(Screen.html(state).markup)
            let hostile = try Markup(Screen.html(filled(state, with: text)).markup)
            #expect(hostile.elements.map(\.name) == usual.elements.map(\.name))
            #expect(
                hostile.elements.map { $0.attributes.keys.sorted() }
                    == usual.elements.map { $0.attributes.keys.sorted() }
            )
            #expect(hostile.elements.map { $0.attributes["data-p"] } == usual.elements.map { $0.attributes["data-p"] })
            let taps = hostile.elements.compactMap { $0.attributes["data-tap"] }.compactMap(Tap.init)
            #expect(taps.count == usual.elements.count { $0.attributes["data-tap"] != nil })
        }
    }

    @Test(arguments: texts)
    func `The text of an article has only the elements of its Markdown`(text: String) throws {
        let body = [
            text, "para \(text)", "- \(text)", "```\n\(text)\n```", "|\(text)|", "> **\(text)** `\(text)` [\(text)](x)",
        ]
        .joined(separator: "\n\n")
        let detail = ArticleDetailState(articleDetail: .sample("a", body: body))
        let page = try Markup(
            Screen.html(AppState(articleDetail: detail, navigation: NavigationState(stack: [.article]))).markup
        )
        let inside = page.elements.drop { $0.attributes["class"] != "text" }.dropFirst()
        let known: Set = [
            "p", "ul", "ol", "li", "pre", "code", "blockquote", "table", "tr", "td", "h2", "h3", "h4", "b", "span",
            "hr",
        ]
        for element in inside {
            #expect(known.contains(element.name))
            #expect(Set(element.attributes.values).isSubset(of: ["link", "picture", "cut"]))
            #expect(Set(element.attributes.keys).isSubset(of: ["class"]))
        }
    }

    @Test func `Every text is shown literally`() throws {
        let text = "</style><script>alert('\u{202E}')</script> javascript:x &amp;"
        let home = ArticleListState(title: "t", articleList: [.sample("a", title: text)])
        let page = try Markup(Screen.html(AppState(home: home)).markup)
        #expect(page.text.contains("</style><script>alert('␣202e')</script> javascript:x &amp;"))
    }

    @Test func `No page fetches, links to or runs anything`() throws {
        for state in Self.states {
            let html = try Screen.html(filled(state, with: "https://example.com/x.png")).markup
            for element in try Markup(html).elements {
                #expect(
                    !["a", "img", "script", "link", "iframe", "object", "form", "base", "meta"].contains(element.name)
                )
                #expect(
                    !element.attributes.keys.contains { $0.hasPrefix("on") || ["href", "src", "style"].contains($0) }
                )
            }
            let style = try #require(html.firstMatch(of: /<style>([^<]*)<\/style>/)?.1)
            #expect(!style.contains("url(") && !style.contains("@import"))
        }
    }

    @Test(arguments: Thoroughness.first(50, of: UInt64(0)..<200))
    func `Each shown value is at its marked pointer`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let state = AppState.random(using: &random)
        let tree = try tree(of: state)
        for element in try Markup(Screen.html(state).markup).elements {
            guard let pointer = element.attributes["data-p"] else { continue }
            #expect(tree[try Pointer(parsing: pointer)] != nil, "\(pointer)")
        }
    }

    @Test func `A long list is cut, with the number of missing articles`() throws {
        let articles = (0..<1_000).map { Article.sample("\($0)") }
        let state = AppState(home: ArticleListState(title: "", articleList: articles))
        let html = Screen.html(state).markup
        #expect(try Markup(html).elements.count { $0.attributes["class"] == "cell" } == 200)
        #expect(html.contains(">… ほか 800 件</div>"))
        #expect(html.utf8.count < 300_000)
    }

    @Test(arguments: ["a", "<", "[", "*", "**", "`", "\n", "- \n", "|", "!["])
    func `Long texts are cut everywhere`(part: String) throws {
        let text = String(repeating: part, count: 30_000)
        for state in Self.states {
            var state = try filled(state, with: text)
            state.articleDetail.articleDetail?.body = text
            state.userArticleDetail.articleDetail?.body = text
            let html = Screen.html(state).markup
            _ = try Markup(html)
            #expect(html.utf8.count < 250_000)
        }
    }

    @Test func `A letter with very many marks has few of them in a portrait`() {
        let user = User(permanentId: 1, id: "zalgo", name: "e" + String(repeating: "\u{301}", count: 100_000))
        let state = AppState(home: ArticleListState(title: "", articleList: [.sample("a", user: user)]))
        #expect(Screen.html(state).markup.unicodeScalars.count { $0 == "\u{301}" } < 100)
    }

    private func tree(of state: AppState) throws -> Tree {
        try Tree(parsing: JSONEncoder().encode(state))
    }

    @Test func `In English, a screen has no Japanese text, whatever the state`() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<400 {
            var state = try filled(.random(using: &random), with: "x")
            state.home.title = "Home"
            state.userArticleList.title = "Posts"
            let html = Screen.html(state).markup
            #expect(html.contains(#"<main class="screen" lang="en">"#))
            #expect(!html.contains(/[\u{3040}-\u{30FF}\u{3400}-\u{9FFF}]/), "\(html)")
            #expect(appReducer(action: UserResetArticleStateAction(), state: state).userArticleList.title == "Posts")
        }
    }

    /// Returns the state with every text replaced, except for the names of screens and the articles' bodies.
    private func filled(_ state: AppState, with text: String) throws -> AppState {
        var filled = try TreeDecoder().decode(AppState.self, from: Self.fill(try tree(of: state), text))
        filled.navigation = state.navigation
        filled.articleDetail.articleDetail?.body = "text"
        filled.userArticleDetail.articleDetail?.body = "text"
        return filled
    }

    private static func fill(_ tree: Tree, _ text: String) -> Tree {
        switch tree {
        case .string(let old):
            ["home", "article", "userArticleList", "userArticle"].contains(old) ? tree : .string(text)
        case .array(let node): Tree(elements: node.map { fill($0, text) })
        case .object(let node): Tree(members: zip(node.keys, node.values.map { fill($0, text) }))
        default: tree
        }
    }
}
