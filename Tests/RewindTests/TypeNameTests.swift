import Foundation
import RewindTree
import Testing
@testable import Rewind

private enum Row: Codable, Sendable { case delete, move(to: Int), rename(String) }
private enum List: Codable, Sendable {
    case row(Row), named(row: Row), pair(Int, Row), text(String), reload
    indirect case nested(List)
}

/// Encodes its text, not its case.
private enum Odd: Codable {
    case typed(String)
    func encode(to encoder: any Encoder) throws {
        guard case .typed(let text) = self else { return }
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
    init(from decoder: any Decoder) throws { self = .typed("") }
    init(_ text: String) { self = .typed(text) }
}

private enum Talkative: CustomStringConvertible {
    case mumbling, saying(String)
    var description: String { "password \(UUID())" }
}

private enum Raw: String, Codable { case up = "UP", down }
private enum Feature { enum Action { case tapped, row(Row) } }
private struct Box<Value: Sendable>: Sendable { struct Inner { var value: Value } }

@Suite struct TypeNameTests {
    @Test(
        arguments: [
            (List.row(.delete), "List.row.delete"), (List.row(.move(to: 3)), "List.row.move"),
            (List.row(.rename("x")), "List.row.rename"), (List.named(row: .delete), "List.named.delete"),
            (List.pair(1, .delete), "List.pair"), (List.text("delete"), "List.text"), (List.reload, "List.reload"),
            (List.nested(.nested(.row(.delete))), "List.nested.nested.row.delete"),
            (Feature.Action.tapped, "Feature.Action.tapped"),
            (Feature.Action.row(.rename("y")), "Feature.Action.row"),
            (Raw.down, "Raw.down"), (Raw.up, "Raw.up"), (Talkative.saying("x"), "Talkative.saying"),
            (Box<[String: Row]>.Inner(value: [:]), "Box<Dictionary<String, Row>>.Inner"),
            (Note(text: nil), "Note"),
        ] as [(any Sendable, String)]
    )
    func `An action's name has the enclosing types and the case`(action: any Sendable, name: String) {
        var encoder = PayloadEncoder(masking: nil)
        // The first time, and from the cache.
        for _ in 0..<2 { #expect(encoder.payload(of: action).type == name) }
        let gate = ActionGate(.all.allowing(types: name))
        #expect(gate?.admits(action) == true)
        #expect(ActionGate(.all.denying(types: name))?.admits(action) == false)
    }

    @Test func `An action whose case is hidden has the name of its type`() {
        var encoder = PayloadEncoder(masking: nil)
        for text in ["typed", "a", "typed"] { #expect(encoder.payload(of: Odd(text)).type == "Odd") }
        #expect(encoder.payload(of: Talkative.mumbling).type == "Talkative")
    }

    @Test func `An action's name does not depend on earlier actions`() {
        var encoder = PayloadEncoder(masking: nil)
        let actions: [List] = [.row(.delete), .reload, .row(.rename("a")), .text("b"), .named(row: .move(to: 1))]
        let names = ["List.row.delete", "List.reload", "List.row.rename", "List.text", "List.named.move"]
        for _ in 0..<3 { #expect(actions.map { encoder.payload(of: $0).type } == names) }
        #expect(encoder.payload(of: List.text("b")).tree == ["text": ["_0": "b"]])
    }
}
