import Foundation
import TestSupport
import Testing

@testable import RewindTree

@Suite struct IncrementalEncodingTests {
    @Test(
        arguments: Thoroughness.first(2, of: 0..<30 as Range<UInt64>)
    )
    func `Any change gives the tree of a fresh encoder`(seed: UInt64) throws {
        var maker = StateMaker(random: SplitMix64(seed: seed))
        var state = ChangingState()
        var encoder = TreeEncoder()
        var last = try encoder.encode(state)
        for _ in 0..<150 {
            for _ in 0..<Int.random(in: 0...3, using: &maker.random) { maker.change(&state) }
            let tree = try encoder.encode(state)
            var fresh = TreeEncoder()
            let expected = try fresh.encode(state)
            #expect(tree == expected)
            guard tree == expected else { return }
            #expect(try last.applying(tree.patch(from: last)) == tree)
            last = tree
        }
    }

    private func articles(_ count: Int) -> [ChangingState.Article] {
        var maker = StateMaker(random: SplitMix64(seed: 1))
        return (0..<count).map { index in
            var article = maker.article()
            article.id = "id\(index)"
            return article
        }
    }

    private func elements(_ tree: Tree, _ pointer: Pointer = ["articles"]) throws -> [Tree] {
        guard case .array(let node) = try #require(tree[pointer]) else { return [] }
        return node.elements
    }

    @Test func `An unchanged value keeps its nodes`() throws {
        var state = ChangingState()
        state.articles = articles(10)
        var encoder = TreeEncoder()
        let first = try encoder.encode(state)
        #expect(try encoder.encode(state).isIdentical(to: first))
        state.counter.value += 1
        let second = try encoder.encode(state)
        #expect(!second.isIdentical(to: first))
        #expect(second[["counter", "value"]] == 1)
        for key in ["slice", "other", "articles", "numbers", "handmade"] {
            let old = try #require(first[[key]])
            #expect(try #require(second[[key]]).isIdentical(to: old), "\(key)")
        }
    }

    @Test func `Unchanged elements keep their nodes when the array changes around them`() throws {
        var state = ChangingState()
        state.articles = articles(100)
        var encoder = TreeEncoder()
        let before = try elements(try encoder.encode(state))

        state.articles[50].title = "changed"
        let changed = try elements(try encoder.encode(state))
        #expect(changed.indices.filter { !changed[$0].isIdentical(to: before[$0]) } == [50])
        let user = try #require(before[50][["user"]])
        #expect(try #require(changed[50][["user"]]).isIdentical(to: user), "what is inside is shared as well")

        state.articles.insert(articles(1)[0], at: 0)
        let inserted = try elements(try encoder.encode(state))
        #expect(inserted.dropFirst().elementsEqual(changed) { $0.isIdentical(to: $1) })

        var random = SplitMix64(seed: 3)
        state.articles.shuffle(using: &random)
        let shuffled = try elements(try encoder.encode(state))
        let ids = Dictionary(uniqueKeysWithValues: inserted.dropFirst().map { ($0[["id"]], $0) })
        for element in shuffled where element[["id"]] != inserted[0][["id"]] {
            #expect(try #require(ids[element[["id"]]]).isIdentical(to: element))
        }
    }

    @Test func `The unchanged values of a dictionary keep their nodes`() throws {
        var state = ChangingState()
        for article in articles(100) { state.table[article.id] = article }
        var encoder = TreeEncoder()
        let before = try #require(try encoder.encode(state)[["table"]])
        state.table["id7"]?.title = "changed"
        state.table["id9"] = nil
        state.table["new"] = articles(1)[0]
        let after = try #require(try encoder.encode(state)[["table"]])
        guard case .object(let old) = before, case .object(let new) = after else { return }
        #expect(new.keys.count == 100)
        let changed = zip(new.keys, new.values).filter { key, value in
            guard let value = old[key].map({ $0.isIdentical(to: value) }) else { return true }
            return !value
        }
        #expect(changed.map(\.0) == ["id7", "new"])
    }

    @Test func `Objects of one type share their keys`() throws {
        var encoder = TreeEncoder()
        let nodes = try elements(try encoder.encode(articles(20).map { $0.user }), []).compactMap { tree in
            if case .object(let node) = tree { node } else { ObjectNode?.none }
        }
        let addresses = nodes.map { node in node.keys.withUnsafeBufferPointer { $0.baseAddress } }
        #expect(Set(addresses).count <= 4, "one for each combination of the two optionals")
    }

    @Test func `A failed encode does not affect the next one`() throws {
        struct Fragile: Codable {
            var numbers: [Int]
            var value: Wrapper
            struct Wrapper: Codable {
                var fails = false
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: AnyKey.self)
                    _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
                    if fails { throw CocoaError(.coderInvalidValue) }
                }
            }
        }
        var value = Fragile(numbers: Array(0..<100), value: .init())
        var encoder = TreeEncoder()
        let tree = try encoder.encode(value)
        value.value.fails = true
        value.numbers[3] = 0
        #expect(throws: CocoaError.self) { try encoder.encode(value) }
        value.value.fails = false
        value.numbers[3] = 3
        #expect(try encoder.encode(value) == tree)
    }

    @Test func `One encoder encodes values of different types`() throws {
        var encoder = TreeEncoder()
        for _ in 0..<3 {
            #expect(try encoder.encode(Array(0..<100)) == Tree(elements: (0..<100).map { .integer($0) }))
            #expect(
                try encoder.encode(Array(0..<100).map { UInt8($0) }) == Tree(elements: (0..<100).map { .integer($0) })
            )
            #expect(
                try encoder.encode((0..<100).map { Double($0) })
                    == Tree(elements: (0..<100).map { .double(Double($0)) })
            )
            #expect(try encoder.encode(["a": 1]) == ["a": 1])
            #expect(try encoder.encode(["a": "b"]) == ["a": "b"])
            #expect(try encoder.encode(Scalars()) == TreeEncoderCheck.fresh(Scalars()))
        }
    }

    @Test func `An encoder that escapes is harmless`() throws {
        final class Box { var encoder: (any Encoder)? }
        struct Escaping: Encodable {
            let box: Box
            func encode(to encoder: any Encoder) throws {
                box.encoder = encoder
                var container = encoder.singleValueContainer()
                try container.encode(1)
            }
        }
        let box = Box()
        var encoder = TreeEncoder()
        #expect(try encoder.encode([Escaping(box: box)]) == [1])
        var container = try #require(box.encoder).unkeyedContainer()
        try container.encode("late")
        #expect(try encoder.encode([[1, 2], [3]]) == [[1, 2], [3]])
    }
}

private enum TreeEncoderCheck {
    static func fresh(_ value: some Encodable) throws -> Tree {
        var encoder = TreeEncoder()
        return try encoder.encode(value)
    }
}
