import ArticleClient
import Foundation
import RewindCommands
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DrawnDemoTests {
    @Test func `Each value on a screen of the demo is at its marked pointer after each action`() async throws {
        let app = RegisteredApp().drawing(Screen.html)
        try await DemoSession.copied { folder in
            let timeline = try Timeline(opening: folder.file("a.rewind"))
            defer { timeline.session.close() }
            var screens: Set<String> = []
            for seq in 1...timeline.last {
                let state = try timeline.state(at: seq)
                let html = try #require(app.html?(state))
                screens.insert(html)
                for pointer in html.matches(of: /data-p="([^"]*)"/).map(\.1) {
                    #expect(state[try Pointer(parsing: String(pointer))] != nil, "\(pointer) after \(seq)")
                }
            }
            #expect(screens.count > 30)
        }
    }
}
