import RewindTree
import TestSupport
import Testing

@testable import Rewind

@Suite("A reflection") struct ReflectionTests {
    private func tree(_ value: Any, _ masking: Masking? = nil) -> Tree {
        Reflection.tree(of: value, masking: masking).tree
    }

    @Test func `has the properties of all classes that a value is of, the most derived one's under their own names`() {
        #expect(tree(Leaf()) == ["name": "leaf", "name (2)": "middle", "name (3)": "root", "id": 1, "size": 2])
        #expect(
            tree(Leaf(name: "other")) == [
                "name": "other", "name (2)": "middle", "name (3)": "root", "id": 1, "size": 2,
            ]
        )
    }

    @Test func `has all values of a dictionary whose keys have the same description, in one order`() {
        #expect(
            tree([1: "a", "1": "b", "1 (2)": "c"] as [AnyHashable: String]) == ["1": "b", "1 (3)": "a", "1 (2)": "c"]
        )
        let entries = (0..<20).map { (Key(number: $0), 100 + $0) }
        let expected = Tree(
            members: entries.map { key, value in
                (key.number == 0 ? "key" : "key (\(key.number + 1))", .integer(Int64(value)))
            }
        )
        var random = SplitMix64(seed: 1)
        for _ in 0..<20 {
            let table = Dictionary(uniqueKeysWithValues: entries.shuffled(using: &random))
            #expect(tree(table) == expected)
        }
    }

    @Test func `masks a secret also where its key has a number`() throws {
        let masked = tree(Account(), Masking(.standard, Masks(key: [1])))
        #expect(masked[["password"]] != masked[["password (2)"]])
        for text in ["first", "second"] { #expect(!masked.text.contains(text)) }
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
