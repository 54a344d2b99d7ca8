import Foundation
import RewindCommands
import RewindTree
import Testing

/// The screens that an app registers with the tool, with a single import.
@Suite struct RegisteredAppTests {
    private struct Counter: Decodable {
        var value: Int
        var note: String?
    }

    @MainActor private struct IsolatedCounter: @MainActor Decodable {
        var value: Int
    }

    @Test func `An app's screen is nil for another app's state`() {
        let app = RegisteredApp().printing { (state: Counter) in "value \(state.value)" }
        #expect(app.screen(["value": 3]) == "value 3")
        #expect(app.screen(["value": "three"]) == nil)
        #expect(app.screen(.null) == nil)
    }

    @Test func `An app without drawing has no page`() {
        #expect(RegisteredApp().printing { (state: Counter) in "value \(state.value)" }.html == nil)
    }

    @Test func `Texts in a drawn screen are escaped, and the text screen is unchanged`() {
        let app = RegisteredApp().printing { (state: Counter) in "value \(state.value)" }
            .drawing { (state: Counter) in "<p data-p=\"/value\">\(state.value) \(state.note ?? "")</p>" }
        #expect(app.html?(["value": 3]) == "<p data-p=\"/value\">3 </p>")
        #expect(app.html?(["value": 3, "note": "<b>"]) == "<p data-p=\"/value\">3 &lt;b&gt;</p>")
        #expect(app.html?(["value": "three"]) == nil)
        #expect(app.html?(.null) == nil)
        #expect(app.screen(["value": 3]) == "value 3")
    }

    @Test func `What two states share is decoded once`() throws {
        struct Item: Decodable {
            let id: Int
            /// Tells two decoded items apart.
            let mark = NSObject()

            private enum CodingKeys: CodingKey { case id }
        }
        let app = RegisteredApp().printing { (items: [String: [Item]]) in
            items["items", default: []].map { "\($0.id) \(ObjectIdentifier($0.mark))" }.joined(separator: ",")
        }
        let items = (1...100).map { Tree(members: [("id", .integer($0))]) }
        let first = try #require(app.screen(["items": Tree(elements: items)]))
        let second = try #require(app.screen(["items": Tree(elements: [["id": 7]] + items)]))
        #expect(second.hasPrefix("7 "))
        #expect(second.split(separator: ",").dropFirst() == first.split(separator: ",")[...])
        #expect(first.split(separator: ",").map { $0.split(separator: " ")[0] } == (1...100).map { "\($0)" })
    }

    @Test func `A screen can be drawn on the main actor`() async {
        let app = await MainActor.run {
            RegisteredApp().printing { (state: IsolatedCounter) in "value \(state.value)" }
                .drawing { (state: IsolatedCounter) in "<p>\(state.value)</p>" }
        }
        #expect(await Task.detached { app.html?(["value": 3]) }.value == "<p>3</p>")
        #expect(app.html?(["value": "three"]) == nil)
    }
}
