import ArgumentParser
import RewindTree
import Testing

@testable import RewindCommands

@Suite struct ArgumentTests {
    @Test(arguments: [
        ("", true), ("/", true), ("/home/0", true), ("12", false), ("end~3", false), (":a/b", false), ("home", false),
    ])
    func `A pointer is empty or starts with a slash, and nothing else does`(text: String, isPointer: Bool) {
        #expect(text.isPointerArgument == isPointer)
    }

    @Test func `No pointer is the root, and a malformed one is told with its text`() throws {
        #expect(try Pointer(argument: nil) == .root)
        #expect(try Pointer(argument: "/a~1b/0") == Pointer(["a/b", "0"]))
        for text in ["home", "/a~2", "/~"] {
            #expect(throws: CommandError.malformedPointer(text)) { try Pointer(argument: text) }
        }
    }

    @Test(arguments: [
        [], ["3"], ["3", "4"], ["/home"], [""], ["3", "/home"], ["3", "4", "/home"], ["start", "end~2", ""],
    ])
    func `diff takes up to two REFs, then up to one POINTER`(points: [String]) throws {
        #expect(try DiffCommand.parse(["a.rewind"] + points).points == points)
    }

    @Test(arguments: [["1", "2", "3"], ["/home", "3"], ["1", "/home", "/loading"], ["1", "2", "3", "/home"]])
    func `diff takes nothing else`(points: [String]) {
        #expect(throws: (any Error).self) { try DiffCommand.parse(["a.rewind"] + points) }
    }

    @Test func `An app's screen is nil for a state that is not its own`() {
        struct Counter: Decodable { var value: Int }
        let app = RegisteredApp(state: Counter.self) { "value \($0.value)" }
        #expect(app.screen(["value": 3]) == "value 3")
        #expect(app.screen(["value": "three"]) == nil)
        #expect(app.screen(.null) == nil)
    }
}
