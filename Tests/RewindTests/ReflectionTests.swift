import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import Rewind

private enum Lists: Sendable {
    enum Row: Sendable {
        case toggled
        indirect case nested(Row)
        case saved(Int)
    }
    enum ForEach: Sendable {
        case element(id: Int, action: Row)
        case push(id: Int, action: Row)
        case removed(id: Int)
    }
    case rows(ForEach)
    case first(Row)
}

@Suite struct ReflectionTests {
    private func tree<Value>(_ value: Value, _ masking: Masking? = nil) throws -> Tree {
        var encoder = TreeEncoder(filter: masking)
        return try encoder.reflectAlone(value)
    }

    @Test func `A reflection has the properties of all classes, with the most derived names unchanged`() throws {
        #expect(try tree(Leaf()) == ["name": "leaf", "name (2)": "middle", "name (3)": "root", "id": 1, "size": 2])
        #expect(
            try tree(Leaf(name: "other")) == [
                "name": "other", "name (2)": "middle", "name (3)": "root", "id": 1, "size": 2,
            ]
        )
    }

    @Test func `A dictionary whose keys have the same description keeps all values in one order`() throws {
        #expect(
            try tree([1: "a", "1": "b", "1 (2)": "c"] as [AnyHashable: String]) == [
                "1": "b", "1 (3)": "a", "1 (2)": "c",
            ]
        )
        let entries = (0..<20).map { (Key(number: 10 + $0), 100 + $0) }
        let expected = Tree(
            members: entries.map { key, value in
                (key.number == 10 ? "key" : "key (\(key.number - 9))", .integer(Int64(value)))
            }
        )
        var random = SplitMix64(seed: 1)
        for _ in 0..<20 {
            let table = Dictionary(uniqueKeysWithValues: entries.shuffled(using: &random))
            #expect(try tree(table) == expected)
        }
    }

    @Test(
        arguments: [
            (NSNumber(value: true), true), (NSNumber(value: false), false), (NSNumber(value: 1), 1),
            (NSNumber(value: 0), 0), (NSNumber(value: 5), 5), (NSNumber(value: Int8(1)), 1),
            (NSNumber(value: UInt8.max), 255), (NSNumber(value: Int64.min), .integer(.min)),
            (NSNumber(value: UInt64.max), "18446744073709551615"), (NSNumber(value: UInt64(7)), 7),
            (NSNumber(value: 5.0), 5.0), (NSNumber(value: 1.0), 1.0), (NSNumber(value: Float(0.5)), 0.5),
            (NSNumber(value: Double.infinity), "inf"),
        ] as [(NSNumber, Tree)]
    )
    func `An NSNumber is reflected as its number or Boolean`(number: NSNumber, expected: Tree) throws {
        #expect(try tree(number).text == expected.text)
        #expect(try tree(["a": number] as [String: Any]).text == Tree(members: [("a", expected)]).text)
    }

    @Test func `The values of JSONSerialization are reflected as they are`() throws {
        let text = #"{"double":1.5,"false":false,"list":[0,1,true,null],"negative":-3,"one":1,"text":"1","true":true}"#
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let expected = try Tree(parsing: Array(text.utf8))
        #expect(try tree(object)[["true"]] == expected[["true"]])
        for key in ["double", "false", "negative", "one", "text"] {
            #expect(try tree(object)[[key]] == expected[[key]])
        }
        #expect(try tree(object)[["list", "0"]] == 0)
        #expect(try tree(object)[["list", "2"]] == true)
    }

    @Test func `A secret is masked even if its key has a number`() throws {
        let masked = try tree(Account(), Masking(.standard, Masks(key: [1])))
        #expect(masked[["password"]] != masked[["password (2)"]])
        for text in ["first", "second"] { #expect(!masked.text.contains(text)) }
    }

    @Test(arguments: [
        (Lists.rows(.element(id: 1, action: .toggled)), "Lists.rows.toggled"),
        (.rows(.push(id: 1, action: .toggled)), "Lists.rows.push.toggled"),
        (.rows(.removed(id: 1)), "Lists.rows.removed"), (.first(.nested(.saved(3))), "Lists.first.nested.saved"),
    ])
    fileprivate func `The name of an action goes on into the action of an element`(action: Lists, name: String) {
        var encoder = PayloadEncoder(masking: nil)
        // The second time, the name comes from the tree.
        for _ in 0..<2 { #expect(encoder.payload(of: action).type == name) }
        #expect(([TypeName.of(Lists.self)] + EnumCase.path(of: action)).joined(separator: ".") == name)
    }

    private enum HomeAction {
        enum Alert { case confirmed }
        case alert(Alert)
        case row(RowAction)
        case loaded(Result<Int, Failure>)
        case filtered(Filter)
    }
    private enum RowAction { case saved }
    private enum Filter { case recent }
    private enum Failure: Error { case offline }

    @Test(arguments: [
        (HomeAction.alert(.confirmed), "HomeAction.alert.confirmed"), (.row(.saved), "HomeAction.row.saved"),
        (.loaded(.success(1)), "HomeAction.loaded.success"),
        (.loaded(.failure(.offline)), "HomeAction.loaded.failure.offline"),
        (.filtered(.recent), "HomeAction.filtered"),
    ])
    private func `The name of an action does not go on into data`(action: HomeAction, name: String) {
        var encoder = PayloadEncoder(masking: nil)
        for _ in 0..<2 { #expect(encoder.payload(of: action).type.hasSuffix(name)) }
    }

    private struct Key: Hashable, CustomStringConvertible {
        let number: Int
        var description: String { "key" }
    }

    private class Root {
        private let name = "root"
        let id = 1
    }

    private class Middle: Root {
        private let name = "middle"
        let size = 2
    }

    private final class Leaf: Middle {
        private let name: String

        init(name: String = "leaf") { self.name = name }
    }

    private class Credentials {
        private let password = "first"
    }

    private final class Account: Credentials {
        private let password = "second"
    }
}
