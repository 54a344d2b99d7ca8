import TestSupport
import Testing

@testable import RewindTree

@Suite struct SliceEncodingTests {
    /// The states of several stores under their names.
    private struct Stores: Encodable {
        var states: [(name: String, state: any Encodable)]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for (name, state) in states { try container.encode(state, forKey: AnyKey(name)) }
        }
    }

    /// Counts its encodings; the count is not part of the value.
    private struct Counted: Encodable {
        nonisolated(unsafe) static var visits = 0

        var name = "counted"
        var numbers = Array(0..<100)

        private enum CodingKeys: CodingKey { case name, numbers }

        func encode(to encoder: any Encoder) throws {
            Self.visits += 1
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(numbers, forKey: .numbers)
        }
    }

    /// Replaces texts with an s, and everything under keys that start with s.
    private final class Filter: TreeFilter {
        let filtersNumbers = false

        func replacement(for scalar: Tree, at path: () -> [String]) -> Tree? {
            guard case .string(let text) = scalar, text.contains("s") else { return nil }
            return .string("# \(path().count)")
        }

        func covers(_ key: String) -> Bool { key.hasPrefix("s") }

        func replacement(for value: Tree, under key: String) -> Tree { .string("whole \(value.text)") }

        func name(for key: String) -> String { key.contains("é") ? "#" : key }
    }

    @Test(
        arguments: Thoroughness.first(2, of: 0..<30 as Range<UInt64>)
    )
    func `A state of unusual types gives the tree of a fresh encoder`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let counter = Oddities.Counter()
        var state = Oddities(counter)
        var (plain, filtering) = (TreeEncoder(), TreeEncoder(filter: Filter()))
        var last = try plain.encode(state)
        for _ in 0..<200 {
            for _ in 0..<random.below(4) { state.change(&random) }
            var (fresh, freshFiltering) = (TreeEncoder(), TreeEncoder(filter: Filter()))
            let (tree, expected) = (try plain.encode(state), try fresh.encode(state))
            let (masked, expectedMasked) = (try filtering.encode(state), try freshFiltering.encode(state))
            #expect(tree == expected)
            #expect(masked == expectedMasked)
            guard tree == expected, masked == expectedMasked else { return }
            #expect(try last.applying(tree.patch(from: last)) == tree)
            last = tree
        }
    }

    @Test func `Unchanged slices keep their nodes without being visited`() throws {
        // Not in parallel, as both use the same counter.
        for isFiltered in [false, true] { try checkStores(isFiltered: isFiltered) }
    }

    private func checkStores(isFiltered: Bool) throws {
        Counted.visits = 0
        var encoder = TreeEncoder(filter: isFiltered ? Filter() : nil)
        let names = (0..<10).map { "a store with a long name \($0)" } + ["stock"]
        var stores = Stores(states: names.map { ($0, Counted()) })
        stores.states.append(("numbers", [1, 2, 3]))
        let first = try encoder.encode(stores)
        #expect(Counted.visits == 11)

        stores.states[3].state = Counted(name: "changed")
        let second = try encoder.encode(stores)
        #expect(Counted.visits == 12)
        for name in names where name != names[3] {
            let old = try #require(first[Pointer([name])])
            #expect(try #require(second[Pointer([name])]).isIdentical(to: old))
        }
        #expect(second[[names[3], "name"]] == "changed")
        #expect(second.patch(from: first).operations.count == 1)
        #expect(try encoder.encode(stores).isIdentical(to: second))

        stores.states.insert(("new", Counted()), at: 0)
        stores.states.removeLast()
        let third = try encoder.encode(stores)
        #expect(Counted.visits == 13, "only the new one")
        for name in names {
            let old = try #require(second[Pointer([name])])
            #expect(try #require(third[Pointer([name])]).isIdentical(to: old))
        }
        var fresh = TreeEncoder(filter: isFiltered ? Filter() : nil)
        #expect(try fresh.encode(stores) == third)
    }

    @Test func `An object with one changed member shares the previous object's keys`() throws {
        var encoder = TreeEncoder()
        var state = Oddities.Padded()
        guard case .object(let first) = try encoder.encode(state) else { return }
        state.large = 5
        guard case .object(let second) = try encoder.encode(state) else { return }
        #expect(first !== second)
        #expect(first.keys.hasSameStorage(as: second.keys))
        state.optional = 1
        guard case .object(let third) = try encoder.encode(state) else { return }
        #expect(third.keys.count == first.keys.count + 1)
    }

    @Test func `Two writes of one key make one member under the replaced name`() throws {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(1, forKey: AnyKey("é"))
                try container.encode(2, forKey: AnyKey("é"))
            }
        }
        var encoder = TreeEncoder(filter: Filter())
        for _ in 0..<2 { #expect(try encoder.encode(Twice()) == ["#": 2]) }
    }

    @Test func `An encoder retains nothing of a value that is encoded alone`() throws {
        var encoder = TreeEncoder()
        var numbers = Array(0..<1000)
        let address = numbers.withUnsafeBufferPointer { $0.baseAddress }
        let tree = try encoder.encodeAlone(["a": numbers])
        numbers[0] = 5
        #expect(numbers.withUnsafeBufferPointer { $0.baseAddress } == address, "the storage was copied")
        #expect(try encoder.encodeAlone(["a": Array(0..<1000)]) == tree)
        let remembered = try encoder.encode(numbers)
        #expect(try encoder.encode(numbers).isIdentical(to: remembered), "the next one is remembered again")
    }

    @Test func `A value without Encodable is not encoded, and one behind an existential is`() throws {
        struct Opaque {}
        var encoder = TreeEncoder()
        #expect(try encoder.encodeIfPossible(Opaque()) == nil)
        let value: Any = Point(x: 1, y: 2)
        #expect(try encoder.encodeIfPossible(value) == ["x": 1, "y": 2])
        #expect(try encoder.encodeIfPossible(Point(x: 1, y: 3)) == ["x": 1, "y": 3])
    }
}
