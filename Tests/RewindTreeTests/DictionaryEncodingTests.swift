import Foundation
import TestSupport
import Testing

@testable import RewindTree

@Suite struct DictionaryEncodingTests {
    /// A key whose equality ignores case.
    private struct Caseless: Hashable, Codable, CodingKeyRepresentable {
        var text: String

        init(_ text: String) { self.text = text }
        init?(codingKey: some CodingKey) { text = codingKey.stringValue }

        var codingKey: any CodingKey { AnyKey(text) }

        static func == (left: Caseless, right: Caseless) -> Bool { left.text.lowercased() == right.text.lowercased() }

        func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
    }

    /// A key whose text is only a part of it.
    private struct Colliding: Hashable, Codable, CodingKeyRepresentable {
        var text: String
        var number: Int

        init(_ text: String, _ number: Int) { (self.text, self.number) = (text, number) }
        init?(codingKey: some CodingKey) { (text, number) = (codingKey.stringValue, 0) }

        var codingKey: any CodingKey { AnyKey(text) }
    }

    private final class Object: Encodable {
        var value: Int

        init(_ value: Int) { self.value = value }
    }

    /// Encodes states with one encoder, and each with a new one.
    private func check<T: Encodable>(_ states: [T], filter: (any TreeFilter)? = nil) throws {
        var encoder = TreeEncoder(filter: filter)
        for (step, state) in states.enumerated() {
            var fresh = TreeEncoder(filter: filter)
            #expect(try encoder.encode(state) == fresh.encode(state), "step \(step)")
        }
    }

    private let composed = "caf\u{e9}"
    private let decomposed = "cafe\u{301}"

    @Test func `A key may change to an equal one with other bytes while its value changes`() throws {
        let numbers = (0...3).map { Array($0..<$0 + 100) }
        try check([[composed: numbers[0]], [decomposed: numbers[1]], [composed: numbers[1]], [decomposed: numbers[0]]])
        try check([
            [composed: ["a": numbers[0]]], [decomposed: ["a": numbers[0], "b": numbers[1]]],
            [composed: ["b": numbers[2]]],
        ])
        try check([
            [composed: Object(1), "b": Object(2)], [decomposed: Object(3), "b": Object(2)],
        ])
        var encoder = TreeEncoder()
        _ = try encoder.encode([composed: ["a": 1]])
        #expect(try encoder.encode([decomposed: ["b": 2]]).text == #"{"cafe\#u{301}":{"b":2}}"#)
    }

    @Test func `A key may change to an equal one in another case while its value changes`() throws {
        let numbers = (0...3).map { Array($0..<$0 + 100) }
        try check([
            [Caseless("Key"): numbers[0]], [Caseless("key"): numbers[1]], [Caseless("KEY"): numbers[1]],
            [Caseless("key"): numbers[1], Caseless("b"): numbers[2]], [Caseless("B"): numbers[3]],
        ])
        try check([
            [Caseless("Key"): [Caseless("In"): numbers[0]]],
            [Caseless("key"): [Caseless("in"): numbers[0], Caseless("x"): numbers[1]]],
        ])
    }

    @Test func `A key may change to an equal one that the filter covers, and back`() throws {
        final class Filter: TreeFilter {
            let filtersNumbers = false
            func replacement(for scalar: Tree, at path: () -> [String]) -> Tree? { nil }
            func covers(_ key: String) -> Bool { key == "secret" }
            func replacement(for value: Tree, under key: String) -> Tree { .string("whole \(value.text)") }
            func name(for key: String) -> String { key }
        }
        let (a, b) = (Array(0..<100), Array(1..<101))
        try check(
            [
                [Caseless("Secret"): a], [Caseless("secret"): a], [Caseless("Secret"): a], [Caseless("secret"): b],
                [Caseless("SECRET"): b],
            ],
            filter: Filter()
        )
    }

    @Test func `Keys with colliding texts may stop colliding`() throws {
        try check([
            [Colliding("a", 1): "x", Colliding("b", 1): "y"], [Colliding("a", 1): "x", Colliding("a", 2): "y"],
            [Colliding("a", 1): "x", Colliding("b", 2): "y"], [Colliding("a", 1): "x"],
        ])
        var encoder = TreeEncoder()
        _ = try encoder.encode([Colliding("a", 1): 1, Colliding("a", 2): 2])
        #expect(try encoder.encode([Colliding("a", 1): 1]) == ["a": 1])
    }

    @Test(
        arguments: Thoroughness.first(2, of: 0..<20 as Range<UInt64>)
    )
    func `Random changes of the keys give the tree of a fresh encoder`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var colliding: [Colliding: [Int]] = [:]
        var caseless: [Caseless: [Caseless: [Int]]] = [:]
        var texts: [String: [String: Int]] = [:]
        var encoders = (TreeEncoder(), TreeEncoder(), TreeEncoder())
        for _ in 0..<200 {
            let key = Colliding(random.pick(["a", "b", "c"]), random.below(3))
            colliding[key] = random.chance(40) ? nil : Array(0..<random.below(50))
            let (outer, inner) = (Caseless(random.pick(["a", "A", "b", "B"])), Caseless(random.pick(["a", "A", "b"])))
            let old = random.chance(50) ? caseless.removeValue(forKey: outer) : nil
            caseless[outer] = random.chance(20) ? nil : old ?? [inner: Array(0..<random.below(50))]
            let text = random.pick([composed, decomposed, "x"])
            let oldTable = random.chance(50) ? texts.removeValue(forKey: text) : nil
            texts[text] = random.chance(20) ? nil : oldTable ?? [random.pick([composed, decomposed]): random.below(9)]
            var fresh = TreeEncoder()
            let trees = [
                try encoders.0.encode(colliding), try encoders.1.encode(caseless), try encoders.2.encode(texts),
            ]
            #expect(trees == [try fresh.encode(colliding), try fresh.encode(caseless), try fresh.encode(texts)])
        }
    }

    /// A key that is encoded only in part, so that two keys may have the same text.
    private struct Twin: Hashable, Encodable {
        var text: String
        var number: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private enum Place: Hashable, Encodable {
        case index(Int)
        case name(String)
    }

    private struct Number: RawRepresentable, Hashable, Encodable {
        var rawValue: UInt64
    }

    /// Replaces texts that start with a 1, which makes keys equal, and numbers under 5.
    private final class Masking: TreeFilter {
        let filtersNumbers = true
        func replacement(for scalar: Tree, at path: () -> [String]) -> Tree? {
            switch scalar {
            case .string(let text) where text.hasPrefix("1"): "#"
            case .integer(let number) where number < 5: "few"
            default: nil
            }
        }
        func covers(_ key: String) -> Bool { false }
        func replacement(for value: Tree, under key: String) -> Tree { value }
        func name(for key: String) -> String { key }
    }

    @Test(arguments: Thoroughness.first(1, of: 0..<20 as Range<UInt64>), [false, true])
    func `Pairs of keys and values are those of a fresh encoder`(seed: UInt64, isMasked: Bool) throws {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        try checkPairs(seed, isMasked) { UUID(uuid: (UInt8($0), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
        try checkPairs(seed, isMasked) { start.addingTimeInterval(Double($0) / 3) }
        try checkPairs(seed, isMasked) { URL(string: "https://qiita.example/\($0)") }
        try checkPairs(seed, isMasked) { Number(rawValue: UInt64($0)) }
        try checkPairs(seed, isMasked) { $0 % 2 == 0 ? Place.index($0) : .name("\($0)") }
        try checkPairs(seed, isMasked) { Twin(text: "text \($0 / 2)", number: $0) }
        try checkPairs(seed, isMasked) { Twin(text: $0 == 7 ? "text 8" : "text \($0)", number: $0) }
    }

    private func checkPairs<Key: Hashable & Encodable>(
        _ seed: UInt64,
        _ isMasked: Bool,
        _ key: (Int) -> Key
    ) throws {
        var random = SplitMix64(seed: seed)
        var table: [Key: [Int]] = [:]
        let filter = isMasked ? Masking() : nil
        var encoder = TreeEncoder(filter: filter)
        for step in 0..<60 {
            for _ in 0..<random.pick([0, 1, 1, 2, 100]) {
                table[key(random.below(100))] = random.chance(30) ? nil : Array(0..<random.below(4))
            }
            if random.chance(20) { table.reserveCapacity(random.below(400)) }
            var fresh = TreeEncoder(filter: filter)
            let (tree, expected) = (try encoder.encode(table), try fresh.encode(table))
            #expect(tree == expected, "step \(step)")
            guard tree == expected else { return }
        }
    }

    @Test func `The pairs around a changed one keep their nodes`() throws {
        var table = Dictionary(uniqueKeysWithValues: (0..<100).map { (Number(rawValue: $0), [$0]) })
        var encoder = TreeEncoder()
        guard case .array(let before) = try encoder.encode(table) else { return }
        table[Number(rawValue: 70)] = [1]
        table[Number(rawValue: 50)] = nil
        table[Number(rawValue: 200)] = [2]
        guard case .array(let after) = try encoder.encode(table) else { return }
        let kept = after.filter { tree in tree.isContainer && before.contains { $0.isIdentical(to: tree) } }
        #expect(after.count == 200 && kept.count == 98)
    }
}
