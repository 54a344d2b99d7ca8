import TestSupport
import Testing

@testable import RewindTree

/// Collections long enough to be shared in chunks and compared in blocks.
@Suite struct LargeCollectionTests {
    /// Has padding in the middle and at the end.
    private struct Padded: Codable {
        var flag: Bool
        var number: Int
        var text: String
        var choice: Bool?
    }

    /// Its size is not a multiple of the word size.
    private struct Narrow: Codable {
        var a: Int32
        var b: Int16
        var c: Int32
    }

    /// Consists of words only.
    private struct Solid: Codable {
        var x: Double
        var y: Double
    }

    /// Equality of its bytes does not prove equality.
    private struct Unproven: Codable {
        final class Box: Codable {
            let value: Int
            init(_ value: Int) { self.value = value }
        }

        var box: Box
    }

    /// Holds an array large enough to be cached separately.
    private struct Nested: Codable {
        var numbers: [Int]
    }

    private struct State: Codable {
        var padded: [Padded] = []
        var narrow: [Narrow] = []
        var solid: [Solid] = []
        var bytes: [UInt8] = []
        var texts: [String] = []
        var unproven: [Unproven] = []
        var nested: [Nested] = []
        var table: [String: Padded] = [:]
        var numbers: [Int: Solid] = [:]
        var names: Set<String> = []
        var primes: Set<Int> = []
    }

    private struct Changes {
        var random: SplitMix64

        mutating func number() -> Int { Int.random(in: -50...50, using: &random) }

        mutating func padded() -> Padded {
            Padded(
                flag: Bool.random(using: &random),
                number: number(),
                text: Bool.random(using: &random) ? "\(number())" : "a text that is not short: \(number())",
                choice: [nil, true, false][Int.random(in: 0..<3, using: &random)]
            )
        }

        mutating func narrow() -> Narrow { Narrow(a: Int32(number()), b: Int16(number()), c: Int32(number())) }

        mutating func solid() -> Solid { Solid(x: Double(number()), y: [0.0, -0.0, 0.5][abs(number()) % 3]) }

        mutating func nested() -> Nested {
            Nested(numbers: (0..<Int.random(in: 0...60, using: &random)).map { _ in number() })
        }

        mutating func change<Element>(_ array: inout [Element], _ make: (inout Changes) -> Element) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: array.insert(make(&self), at: Int.random(in: 0...array.count, using: &random))
            case 1: array.append(contentsOf: (0..<20).map { _ in make(&self) })
            case 2: array.removeLast(min(array.count, Int.random(in: 0...40, using: &random)))
            case 3: if let index = array.indices.randomElement(using: &random) { array.remove(at: index) }
            case 4: array.shuffle(using: &random)
            case 5 where Int.random(in: 0..<10, using: &random) == 0: array = []
            case 6: array = (0..<Int.random(in: 0...150, using: &random)).map { _ in make(&self) }
            case 7:
                if array.count > 1 { array.swapAt(0, Int.random(in: 1..<array.count, using: &random)) }
            default:
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    if let index = array.indices.randomElement(using: &random) { array[index] = make(&self) }
                }
            }
        }

        mutating func change<Key, Value>(
            _ table: inout [Key: Value],
            _ key: (Int) -> Key,
            _ make: (inout Changes) -> Value
        ) {
            for _ in 0..<[1, 1, 2, 40][Int.random(in: 0..<4, using: &random)] {
                let key = key(number())
                table[key] = Int.random(in: 0..<3, using: &random) == 0 ? nil : make(&self)
            }
        }

        mutating func change<Element>(_ set: inout Set<Element>, _ element: (Int) -> Element) {
            for _ in 0..<[1, 1, 2, 40][Int.random(in: 0..<4, using: &random)] {
                let element = element(number())
                if Int.random(in: 0..<3, using: &random) == 0 { set.remove(element) } else { set.insert(element) }
            }
        }

        mutating func change(_ state: inout State) {
            switch Int.random(in: 0..<11, using: &random) {
            case 0: change(&state.padded) { $0.padded() }
            case 1: change(&state.narrow) { $0.narrow() }
            case 2: change(&state.solid) { $0.solid() }
            case 3: change(&state.bytes) { UInt8(truncatingIfNeeded: $0.number()) }
            case 4: change(&state.texts) { $0.padded().text }
            case 5: change(&state.unproven) { Unproven(box: .init($0.number())) }
            case 6: change(&state.nested) { $0.nested() }
            case 7: change(&state.table, { "key \($0)" }) { $0.padded() }
            case 8: change(&state.numbers, { $0 }) { $0.solid() }
            case 9: change(&state.names) { "the name with the number \($0)" }
            default: change(&state.primes) { $0 }
            }
        }
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<8 as Range<UInt64>))
    func `Any change gives the tree of a fresh encoder, and the patch leads to it`(seed: UInt64) throws {
        var changes = Changes(random: SplitMix64(seed: seed))
        var state = State()
        for _ in 0..<40 { changes.change(&state) }
        var encoder = TreeEncoder()
        var last = try encoder.encode(state)
        for step in 0..<60 {
            for _ in 0..<Int.random(in: 0...2, using: &changes.random) { changes.change(&state) }
            let tree = try encoder.encode(state)
            var fresh = TreeEncoder()
            let expected = try fresh.encode(state)
            #expect(tree == expected, "step \(step)")
            guard tree == expected else { return }
            #expect(expected.text == tree.text && expected.hashValue == tree.hashValue)
            #expect(try last.applying(tree.patch(from: last)) == tree)
            last = tree
        }
    }

    @Test func `Elements around a changed one keep their nodes, and the patch has only that one`() throws {
        var changes = Changes(random: SplitMix64(seed: 5))
        var state = State()
        state.padded = (0..<1000).map { _ in changes.padded() }
        var encoder = TreeEncoder()
        let before = try encoder.encode(state)
        state.padded[700].number = 1000
        let after = try encoder.encode(state)
        guard case .array(let old) = before[["padded"]], case .array(let new) = after[["padded"]] else {
            Issue.record("no arrays")
            return
        }
        #expect(new.indices.filter { !new[$0].isIdentical(to: old[$0]) } == [700])
        #expect(after.patch(from: before).operations == [.replace(["padded", "700", "number"], 1000)])
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<8 as Range<UInt64>))
    func `The search by bytes finds the same as the search by elements`(seed: UInt64) throws {
        var changes = Changes(random: SplitMix64(seed: seed))
        for _ in 0..<10 {
            try check(changes: &changes) { $0.padded() }
            try check(changes: &changes) { $0.narrow() }
            try check(changes: &changes) { $0.solid() }
            try check(changes: &changes) { UInt8(truncatingIfNeeded: $0.number()) }
        }
    }

    private func check<Element>(changes: inout Changes, _ make: (inout Changes) -> Element) throws {
        let layout = try #require(ValueLayout(of: Element.self))
        let old = (0..<Int.random(in: 1...600, using: &changes.random)).map { _ in make(&changes) }
        var new = old
        for _ in 0..<Int.random(in: 0...2, using: &changes.random) { changes.change(&new, make) }
        // Elements are copied one by one, which leaves the padding unchanged.
        new = new.map { $0 }
        guard !new.isEmpty else { return }
        old.withUnsafeBytes { oldBytes in
            new.withUnsafeBytes { newBytes in
                guard let oldBase = oldBytes.baseAddress, let newBase = newBytes.baseAddress else { return }
                func isSame(_ left: Int, _ right: Int) -> Bool {
                    layout.isSame(oldBase + left * layout.stride, newBase + right * layout.stride)
                }
                let matching = ByteMatching(
                    old: oldBase,
                    count: old.count,
                    new: newBase,
                    count: new.count,
                    layout: layout,
                    table: LayoutTable()
                )
                let changed = matching.changed.map(\.index)
                let isEven = old.count == new.count
                #expect((0..<matching.start).allSatisfy { isSame($0, $0) })
                #expect((matching.end..<new.count).allSatisfy { isSame($0 - new.count + old.count, $0) })
                #expect(!isEven || changed == new.indices.filter { !isSame($0, $0) })
                #expect(isEven || changed == Array(matching.start..<matching.end))
                for case (let index, let source?) in matching.changed { #expect(isSame(source, index)) }
            }
        }
    }
}
