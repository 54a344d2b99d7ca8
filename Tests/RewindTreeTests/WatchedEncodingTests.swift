import Foundation
import TestSupport
import Testing

@testable import RewindTree

/// Collections of values that may change while their bytes stay the same, compared with new encoders.
@Suite struct WatchedEncodingTests {
    private class Object: Encodable {
        var number: Int
        var text = "the text of an object"
        var list: [Int] = []
        var next: Object?
        weak var other: Object?

        init(_ number: Int) { self.number = number }

        private enum CodingKeys: CodingKey { case number, text, list, next, other }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
            try container.encode(text, forKey: .text)
            try container.encode(list, forKey: .list)
            try container.encodeIfPresent(next, forKey: .next)
            try container.encodeIfPresent(other?.number, forKey: .other)
        }
    }

    private final class Derived<Extra: Encodable>: Object {
        var extra: Extra

        init(_ number: Int, _ extra: Extra) {
            self.extra = extra
            super.init(number)
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(extra)
            try super.encode(to: container.superEncoder())
        }
    }

    private final class Leaf: Encodable {
        var number: Int
        let name = "a leaf"

        init(_ number: Int) { self.number = number }
    }

    /// Holds values that an encoder cannot inspect.
    private final class Opaque: Encodable {
        var box: [Leaf]
        var run: () -> Int = { 1 }

        init(_ box: [Leaf]) { self.box = box }

        private enum CodingKeys: CodingKey { case box }
    }

    private final class Counting: Encodable {
        private var count = 0
        lazy var text = "lazy \(count)"

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private struct Large: Encodable {
        var number: Int
        var flag = false
        var texts = ["a", "b"]
        var name = "a name"
        var leaf: Leaf?
    }

    private struct Weak: Encodable {
        weak var leaf: Leaf?
        weak var object: Object?
        var number = 0
    }

    private enum Choice: Encodable {
        case none
        case leaf(Leaf)
        case large(Large, flag: Bool)
        indirect case more(Choice)
        case number(Int)
    }

    private struct Pair: Encodable {
        var flag = false
        var leaf: Leaf?
        var base: (any Encodable)?

        private enum CodingKeys: CodingKey { case flag, leaf, base }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(flag, forKey: .flag)
            try container.encodeIfPresent(leaf, forKey: .leaf)
            if let base { try container.encode(base, forKey: .base) }
        }
    }

    private struct Row: Encodable {
        var id: Int
        var object: Object?
        var leaf: Leaf
        var base: any Encodable = 0
        var weak = Weak()
        var choice = Choice.none
        var pair: Pair?
        var leaves: [Leaf] = []
        var table: [String: Pair] = [:]
        var locale: Locale?
        var components = DateComponents()
        var indices = IndexSet()
        var length = Measurement(value: 1, unit: UnitLength.meters)

        private enum CodingKeys: CodingKey {
            case id, object, leaf, base, weak, choice, pair, leaves, table, locale, components, indices, length
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encodeIfPresent(object, forKey: .object)
            try container.encode(leaf, forKey: .leaf)
            try container.encode(base, forKey: .base)
            try container.encode(weak, forKey: .weak)
            try container.encode(choice, forKey: .choice)
            try container.encodeIfPresent(pair, forKey: .pair)
            try container.encode(leaves, forKey: .leaves)
            try container.encode(table, forKey: .table)
            try container.encodeIfPresent(locale?.identifier, forKey: .locale)
            try container.encode(components, forKey: .components)
            try container.encode(indices, forKey: .indices)
            try container.encode(length, forKey: .length)
        }
    }

    private struct State: Encodable {
        var counter = 0
        var rows: [Row] = []
        var objects: [Object?] = []
        var bases: [Pair] = []
        var choices: [Choice] = []
        var weak: [Weak] = []
        var nested: [Pair??] = []
        var table: [Int: Row] = [:]
        var others: [UUID: Pair] = [:]
        var opaque: [Opaque] = []
    }

    private struct Changes {
        var random: SplitMix64
        /// The targets of weak references, which rows share.
        var leaves: [Leaf] = (0..<4).map { Leaf($0) }
        var objects: [Object] = (0..<4).map { Object($0) }

        mutating func number() -> Int { random.below(100) }
        mutating func leaf() -> Leaf { random.chance(50) ? random.pick(leaves) : Leaf(number()) }
        mutating func object() -> Object {
            switch random.below(4) {
            case 0: random.pick(objects)
            case 1: Derived(number(), Large(number: number()))
            case 2: Derived(number(), "text")
            default: Object(number())
            }
        }

        mutating func base(_ depth: Int = 2) -> any Encodable {
            switch random.below(depth == 0 ? 5 : 11) {
            case 0: number()
            case 1: "a text that is long enough for the heap \(number())"
            case 2: Int8(truncatingIfNeeded: number())
            case 3: Large(number: number())
            case 4: leaf()
            case 5: Large(number: number(), leaf: leaf())
            case 6: [leaf(), leaf()]
            case 7: Weak(leaf: random.pick(leaves))
            case 8: object()
            case 9: choice(1)
            default: Pair(flag: random.chance(50), leaf: leaf(), base: base(depth - 1))
            }
        }

        mutating func choice(_ depth: Int = 2) -> Choice {
            switch random.below(depth == 0 ? 4 : 5) {
            case 0: .none
            case 1: .leaf(leaf())
            case 2: .large(Large(number: number(), leaf: leaf()), flag: random.chance(50))
            case 3: .number(number())
            default: .more(choice(depth - 1))
            }
        }

        mutating func pair() -> Pair {
            Pair(
                flag: random.chance(50),
                leaf: random.chance(50) ? leaf() : nil,
                base: random.chance(70) ? base() : nil
            )
        }

        mutating func weak() -> Weak {
            Weak(
                leaf: random.chance(60) ? random.pick(leaves) : nil,
                object: random.chance(30) ? random.pick(objects) : nil,
                number: number()
            )
        }

        mutating func row() -> Row {
            var row = Row(id: number(), leaf: leaf())
            for _ in 0..<random.below(4) { change(&row) }
            return row
        }

        mutating func change(_ row: inout Row) {
            switch random.below(14) {
            case 0: row.id = number()
            case 1: row.object = random.chance(40) ? nil : object()
            case 2: row.leaf = leaf()
            case 3, 4: row.base = base()
            case 5: row.weak = weak()
            case 6: row.choice = choice()
            case 7: row.pair = random.chance(30) ? nil : pair()
            case 8: row.leaves = (0..<random.below(3)).map { _ in leaf() }
            case 9: row.table["\(random.below(3))"] = random.chance(30) ? nil : pair()
            case 10: row.locale = random.chance(30) ? .autoupdatingCurrent : Locale(identifier: "ja_JP")
            case 11: row.components.day = number()
            case 12: row.indices.insert(number())
            default: row.length.value += 1
            }
        }

        /// Changes an object in place.
        mutating func mutate(_ leaf: Leaf) { leaf.number += 1 }

        mutating func mutate(_ object: Object) {
            switch random.below(7) {
            case 0: object.number += 1
            case 1: object.text += "!"
            case 2: object.list.append(number())
            case 3: object.next = random.chance(40) ? nil : Object(number())
            case 4: object.other = random.chance(50) ? nil : random.pick(objects)
            case 5: (object as? Derived<Large>)?.extra.leaf = leaf()
            default: object.next?.number += 1
            }
        }

        mutating func mutate(_ value: Any) {
            switch value {
            case let leaf as Leaf: mutate(leaf)
            case let object as Object: mutate(object)
            case let large as Large: if let leaf = large.leaf { mutate(leaf) }
            case let pair as Pair: mutate(pair)
            case let leaves as [Leaf]: if let leaf = leaves.last { mutate(leaf) }
            case Choice.leaf(let leaf): mutate(leaf)
            case Choice.more(let choice): mutate(choice)
            case Choice.large(let large, _): mutate(large)
            default: break
            }
        }

        mutating func mutate(_ pair: Pair) {
            if let leaf = pair.leaf, random.chance(50) { mutate(leaf) } else if let base = pair.base { mutate(base) }
        }

        mutating func mutate(_ row: Row) {
            switch random.below(6) {
            case 0: mutate(row.leaf)
            case 1: if let object = row.object { mutate(object) }
            case 2: mutate(row.base)
            case 3: mutate(row.choice)
            case 4: if let pair = row.pair ?? row.table.values.first { mutate(pair) }
            default: if let leaf = row.leaves.first { mutate(leaf) }
            }
        }

        mutating func change<Element>(_ array: inout [Element], _ make: (inout Changes) -> Element) {
            switch random.below(9) {
            case 0: array.insert(make(&self), at: random.below(array.count + 1))
            case 1: array.append(contentsOf: [make(&self), make(&self)])
            case 2: array.removeLast(min(array.count, random.below(3)))
            case 3: array.shuffle(using: &random)
            case 4 where random.chance(10): array = []
            case 5 where !array.isEmpty: array.remove(at: random.below(array.count))
            case 6 where array.count > 1: array.swapAt(0, array.count - 1)
            default: if !array.isEmpty { array[random.below(array.count)] = make(&self) }
            }
        }

        mutating func change(_ state: inout State) {
            switch random.below(20) {
            case 0: state.counter += 1
            case 1: change(&state.rows) { $0.row() }
            case 2: if !state.rows.isEmpty { change(&state.rows[random.below(state.rows.count)]) }
            case 3, 4: if let row = state.rows.randomElement(using: &random) { mutate(row) }
            case 5: change(&state.objects) { $0.random.chance(20) ? nil : $0.object() }
            case 6: if let object = state.objects.randomElement(using: &random) ?? nil { mutate(object) }
            case 7: change(&state.bases) { $0.pair() }
            case 8: if let pair = state.bases.randomElement(using: &random) { mutate(pair) }
            case 9: change(&state.choices) { $0.choice() }
            case 10: if let choice = state.choices.randomElement(using: &random) { mutate(choice) }
            case 11: change(&state.weak) { $0.weak() }
            case 12:
                change(&state.nested) { $0.random.chance(30) ? .some(nil) : $0.random.chance(30) ? nil : $0.pair() }
            case 13: state.table[random.below(30)] = random.chance(30) ? nil : row()
            case 14: if let row = state.table.values.randomElement(using: &random) { mutate(row) }
            case 15: state.others[id(random.below(30))] = random.chance(30) ? nil : pair()
            case 16: if let pair = state.others.values.randomElement(using: &random) { mutate(pair) }
            case 17: change(&state.opaque) { Opaque([$0.leaf()]) }
            case 18: if let leaf = state.opaque.randomElement(using: &random)?.box.first { mutate(leaf) }
            default:
                // Makes weak references to them nil.
                if random.chance(50) { leaves[random.below(4)] = Leaf(number()) }
                if random.chance(50) { objects[random.below(4)] = Object(number()) }
                mutate(random.pick(leaves))
                mutate(random.pick(objects))
            }
        }

        private func id(_ number: Int) -> UUID {
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number)))
        }
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<40 as Range<UInt64>))
    func `Any change anywhere gives the tree of a fresh encoder`(seed: UInt64) throws {
        var changes = Changes(random: SplitMix64(seed: seed))
        var state = State()
        for _ in 0..<100 { changes.change(&state) }
        var encoder = TreeEncoder()
        for step in 0..<Thoroughness.count(100, orInFull: 300) {
            for _ in 0..<changes.random.below(3) { changes.change(&state) }
            // This comes first: the encoder retains objects of the last state until it has encoded this one.
            var fresh = TreeEncoder()
            let expected = try fresh.encode(state)
            let tree = try encoder.encode(state)
            #expect(tree == expected, "step \(step)")
            guard tree == expected else { return }
        }
    }

    /// Returns the number of rows, out of 100, that are encoded again after a change.
    private func visits<Field: Encodable>(
        _ field: (Int) -> Field,
        _ change: (inout [Visited<Field>]) -> Void = { $0[7].id = -1 }
    ) throws -> Int {
        var rows = (0..<100).map { Visited(id: $0, field: field($0)) }
        var encoder = TreeEncoder()
        _ = try encoder.encode(["rows": rows])
        visitCount = 0
        change(&rows)
        _ = try encoder.encode(["rows": rows])
        return visitCount
    }

    // Not in parallel, as all use the same counter.
    @Test func `Only changed rows are encoded again`() throws {
        let (leaf, objects) = (Leaf(0), (0..<100).map { Object($0) })
        #expect(try visits { Leaf($0) } == 1)
        #expect(try visits { _ in Leaf?.none } == 1)
        #expect(try visits { $0 % 2 == 0 ? Leaf($0) : nil } == 1)
        #expect(try visits { Derived($0, "text") } == 1)
        #expect(try visits { Derived($0, Large(number: 1, leaf: Leaf(2))) } == 1)
        #expect(try visits { Pair(leaf: Leaf($0), base: $0) } == 1)
        #expect(try visits { Pair(base: Large(number: $0, leaf: Leaf($0))) } == 1)
        #expect(try visits { _ in Pair?.none } == 1)
        #expect(try visits { _ in Weak() } == 1)
        #expect(try visits { Weak(leaf: leaf, number: $0) } == 1)
        #expect(try visits { Choice.leaf(Leaf($0)) } == 1)
        #expect(try visits { Choice.more(.large(Large(number: $0, leaf: leaf), flag: true)) } == 1)
        #expect(try visits { [[Leaf($0)]] } == 1)
        #expect(try visits { ["key": Leaf($0)] } == 1)
        #expect(try visits { _ in Locale(identifier: "ja_JP") } == 1)
        #expect(try visits { TimeZone(secondsFromGMT: $0 * 60) } == 1)
        #expect(try visits { DateComponents(year: $0) } == 1)
        #expect(try visits { IndexSet(integersIn: 0..<$0 + 1) } == 1)
        #expect(try visits { Measurement(value: Double($0), unit: UnitLength.meters) } == 1)
        #expect(try visits({ objects[$0] }, { _ in objects[3].number += 1 }) == 1)
        #expect(try visits({ objects[$0] }, { _ in objects[4].next = Object(1) }) == 1)
        #expect(try visits({ objects[$0] }, { $0.swapAt(1, 2) }) == 0)
        #expect(try visits({ objects[$0] }, { $0.insert($0.removeLast(), at: 0) }) == 0)
        #expect(try visits({ objects[$0] }, { $0.remove(at: 50) }) == 0)
        #expect(try visits({ _ in leaf }, { _ in leaf.number += 1 }) == 100)
        #expect(try visits({ _ in Weak(leaf: leaf) }, { _ in leaf.number += 1 }) == 100)
        #expect(try visits({ _ in Locale.autoupdatingCurrent }, { _ in }) == 100)
        #expect(try visits({ Opaque([Leaf($0)]) }, { _ in }) == 100)
    }

    @Test func `Objects released by their owner are not kept alive`() throws {
        let object = Object(1)
        object.next = Object(2)
        var encoder = TreeEncoder()
        let rows = [Pair(leaf: nil, base: object)]
        _ = try encoder.encode(["rows": rows])
        weak let next = object.next
        object.next = nil
        #expect(next == nil)
        withExtendedLifetime((rows, encoder)) {}
    }

    @Test func `An object with only weak references is not kept alive`() throws {
        var leaf: Leaf? = Leaf(1)
        let rows = [Weak(leaf: leaf)]
        var encoder = TreeEncoder()
        #expect(try encoder.encode(["rows": rows])[["rows", "0", "leaf", "number"]] == 1)
        leaf = nil
        #expect(rows[0].leaf == nil)
        #expect(try encoder.encode(["rows": rows]) == ["rows": [["number": 0]]])
        withExtendedLifetime(leaf) {}
    }

    @Test func `A value that its encode changes is encoded again until it no longer changes`() throws {
        let rows = [Pair(base: Counting()), Pair(base: Counting())]
        var encoder = TreeEncoder()
        for _ in 0..<3 {
            var fresh = TreeEncoder()
            #expect(try encoder.encode(["rows": rows]) == fresh.encode(["rows": rows]))
        }
    }

    @Test func `The metadata of objects and existentials has the documented layout`() {
        #expect(TypeMetadata.areReferencesReadable)
    }
}

nonisolated(unsafe) private var visitCount = 0

/// Counts its encodings; the count is not part of the value.
private struct Visited<Field: Encodable>: Encodable {
    var id: Int
    var field: Field

    private enum CodingKeys: CodingKey { case id, field }

    func encode(to encoder: any Encoder) throws {
        visitCount += 1
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(field, forKey: .field)
    }
}
