@testable import ArticleClient
import Foundation
import TestSupport
import Testing

@Suite struct ScreenTests {
    @Test func `An empty stack of screens shows home`() throws {
        var state = AppState()
        state.navigation.stack = []
        let decoded = try JSONDecoder().decode(AppState.self, from: JSONEncoder().encode(state))
        #expect(Screen.render(decoded) == Screen.render(AppState()))
    }

    @Test(arguments: Screen.allCases)
    func `A screen without its data is shown`(screen: Screen) {
        let text = Screen.render(AppState(navigation: NavigationState(stack: [screen])))
        #expect(text.contains("Nothing loaded yet."))
    }

    @Test func `Texts from a server cannot move the cursor`() {
        let hostile = "a\u{1B}[2Jb\u{7}\r\u{9B}\u{2028}c"
        var state = AppReducerTests.before
        state.home.articleList = [.sample("a", title: hostile, user: User(permanentId: 1, id: hostile))]
        state.home.errorMessage = hostile
        state.articleDetail.articleDetail = .sample("a", title: hostile, body: hostile)
        for screen in Screen.allCases {
            state.navigation.stack = [screen]
            let controls = Screen.render(state).unicodeScalars.filter {
                $0.properties.generalCategory == .control || $0.properties.generalCategory == .lineSeparator
            }
            #expect(controls.allSatisfy { $0 == "\n" })
        }
    }

    @Test(arguments: Thoroughness.first(50, of: UInt64(0)..<200))
    func `Any state fits the width of the terminal`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let state = AppState.random(using: &random)
        let columns = Int.random(in: -5...120, using: &random)
        let decoded = try JSONDecoder().decode(AppState.self, from: JSONEncoder().encode(state))
        #expect(decoded == state)
        let text = Screen.render(decoded, columns: columns)
        #expect(text.hasSuffix("\n"))
        for line in text.split(separator: "\n") {
            #expect(String(line).columns <= max(20, columns), "\(line)")
        }
    }
}
