import TestSupport
import Testing

@testable import RewindTree

/// Sizes at which a quadratic algorithm would take minutes.
@Suite struct LargeTreeTests {
    private static func element(_ index: Int, _ likes: Int64 = 0) -> Tree {
        [
            "id": .integer(Int64(index)), "title": .string("The title of element number \(index)"),
            "likes": .integer(likes),
        ]
    }

    /// Returns the number of operations, after checking that they lead from one value to the other.
    private func operations(_ old: Tree, _ new: Tree) throws -> Int {
        let patch = new.patch(from: old)
        #expect(try old.applying(patch) == new)
        return patch.operations.count
    }

    @Test func `Common changes of 10,000 elements with ids make short patches`() throws {
        var random = SplitMix64(seed: 7)
        let elements = (0..<10_000).map { Self.element($0) }
        let old = Tree(elements: elements)
        #expect(try operations(old, Tree(elements: [Self.element(-1)] + elements)) == 1)
        #expect(try operations(old, Tree(elements: Array(elements.dropFirst()))) == 1)
        #expect(try operations(old, Tree(elements: Array(elements.dropFirst()) + [elements[0]])) == 1)
        #expect(try operations(old, try Tree(parsing: Tree(elements: [Self.element(-1)] + elements).text)) == 1)
        #expect(try operations(old, Tree(elements: elements.shuffled(using: &random))) < 10_000)
        #expect(try operations(old, Tree(elements: elements.reversed())) == 9_999)
        let half = Tree(elements: elements.indices.filter { $0 % 2 == 0 }.map { elements[$0] })
        #expect(try operations(old, half) == 5_000)
        #expect(try operations(half, old) == 5_000)
        #expect(try operations(old, Tree(elements: (0..<10_000).map { Self.element($0, 1) })) == 10_000)
        #expect(try operations(old, Tree(elements: (0..<10_000).map { Self.element($0 + 10_000) })) == 1)
    }

    @Test func `Common changes of 100,000 small scalars make short patches`() throws {
        let old = Tree(elements: (0..<100_000).map { .integer($0) })
        #expect(try operations(old, Tree(elements: (0..<100_000).map { .integer($0 == 5 ? -1 : $0) })) == 1)
        #expect(try operations(old, Tree(elements: (1..<100_000).map { .integer($0) })) == 1)
        #expect(try operations(old, Tree(elements: (0..<100_000).map { .integer($0 + 1) })) == 2)
        #expect(try operations(old, Tree(elements: (0..<200_000).map { .integer($0) })) == 1)
        #expect(try Tree(parsing: old.text) == old)
    }

    @Test func `10,000 members can be added and removed at once`() throws {
        let old = Tree(members: (0..<10_000).map { ("key\($0)", Self.element($0)) })
        let new = Tree(members: (0..<10_000).map { ($0 % 2 == 0 ? "key\($0)" : "new\($0)", Self.element($0)) })
        #expect(try operations(old, new) == 10_000)
        #expect(try operations(old, [:]) == 1)
    }

    @Test func `A change beside a string of 10 MB makes a short patch`() throws {
        let text = String(repeating: "0123456789", count: 1_000_000)
        let old: Tree = ["a": ["b": .string(text), "c": 1]]
        #expect(try operations(old, ["a": ["b": .string(text + "x"), "c": 1]]) == 1)
        #expect(try operations(old, ["a": ["b": .string(String(text)), "c": 2]]) == 1)
        #expect(try Tree(parsing: old.text) == old)
    }

    @Test func `A value of 256 levels can change at the bottom or at every level`() throws {
        func arrays(_ leaf: Tree, extra: Int) -> Tree {
            (0..<256).reduce(leaf) { tree, _ in Tree(elements: [tree] + (0..<extra).map { .integer(Int64($0)) }) }
        }
        func objects(_ leaf: Tree, _ value: Int64) -> Tree {
            (0..<256).reduce(leaf) { tree, level in ["k": tree, "v": .integer(value), "w": .integer(Int64(level))] }
        }
        #expect(try operations(arrays(1, extra: 0), arrays(2, extra: 0)) == 1)
        #expect(try operations(arrays(1, extra: 1), arrays(1, extra: 2)) == 1)
        #expect(try operations(objects(1, 0), objects(2, 0)) == 1)
        #expect(try operations(objects(1, 0), objects(1, 1)) >= 1)
    }

    @Test(arguments: Thoroughness.first(15, of: 0..<60 as Range<UInt64>))
    func `A long run of operations has the effect of its operations one by one`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let isArray = random.chance(50)
        var document: Tree =
            isArray
            ? Tree(elements: (0..<300).map { .integer($0) })
            : Tree(members: (0..<300).map { ("k\($0)", .integer(Int64($0))) })
        document = ["x": document]
        var operations: [Patch.Operation] = []
        for number in 0..<Int.random(in: 1...300, using: &random) {
            func pointer() -> Pointer {
                let index = Int.random(in: 0..<(isArray ? 280 : 320), using: &random)
                return ["x", isArray ? (random.chance(3) ? "-" : String(index)) : "k\(index)"]
            }
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<8: operations.append(.add(pointer(), .integer(Int64(number))))
            case 8..<12: operations.append(.remove(pointer()))
            case 12..<15: operations.append(.replace(pointer(), .string("\(number)")))
            default: operations.append(.move(from: pointer(), to: pointer()))
            }
        }
        // One by one, operations do not form runs.
        var expected = document
        for (index, operation) in operations.enumerated() {
            do {
                expected = try expected.applying(Patch([operation]))
            } catch {
                let failed = PatchError(index: index, reason: error.reason)
                #expect(throws: failed) { try document.applying(Patch(operations)) }
                let before = Patch(Array(operations[..<index]))
                #expect(try document.applying(before) == expected)
                operations.removeSubrange(index...)
                break
            }
        }
        #expect(try document.applying(Patch(operations)) == expected)
    }
}
