import TestSupport
import Testing

@testable import RewindTree

@Suite struct AlignmentTests {
    private static func entry(_ index: Int) -> Tree {
        [
            "screen": .string("The screen number \(index)"), "scroll": .integer(Int64(index % 7)),
            "text": .string(String(repeating: "x", count: 40)),
        ]
    }

    private static let history = (0..<100).map(entry)
    private static let texts = (0..<100).map { Tree.string("the text number \($0)") }

    /// Returns the operations with their pointers but without values, after checking that they lead to the new value.
    private func summary(_ old: [Tree], _ new: [Tree]) throws -> [String] {
        let before: Tree = ["list": Tree(elements: old)]
        let after: Tree = ["list": Tree(elements: new)]
        let patch = after.patch(from: before)
        #expect(try before.applying(patch) == after)
        return patch.operations.map { operation in
            switch operation {
            case .add(let path, _): "add \(path)"
            case .remove(let path): "remove \(path)"
            case .replace(let path, _): "replace \(path)"
            case .move(let from, let to): "move \(from) \(to)"
            case .copy, .test: "unexpected"
            }
        }
    }

    /// Returns equal values without shared nodes.
    private func copy(_ elements: [Tree]) throws -> [Tree] {
        guard case .array(let node) = try Tree(parsing: Tree(elements: elements).text) else { return [] }
        return node.elements
    }

    @Test(arguments: [false, true])
    func `A patch names exactly the elements that were dropped, appended, moved or removed`(isCopied: Bool) throws {
        for elements in [Self.history, Self.texts] {
            func changed(_ new: [Tree]) throws -> [String] {
                try summary(elements, isCopied ? try copy(new) : new)
            }
            let more = Self.entry(100)
            #expect(try changed(elements.dropFirst() + [more]) == ["remove /list/0", "add /list/99"])
            #expect(try changed([more] + elements.dropLast()) == ["remove /list/99", "add /list/0"])
            #expect(try changed([elements[99]] + elements[..<99]) == ["move /list/99 /list/0"])
            #expect(try changed(elements[1...] + [elements[0]]) == ["move /list/0 /list/99"])
            var new = elements
            new.remove(at: 70)
            new.remove(at: 20)
            #expect(try changed(new) == ["remove /list/70", "remove /list/20"])
            new.insert(more, at: 40)
            #expect(try changed(new) == ["remove /list/70", "remove /list/20", "add /list/40"])
        }
    }

    @Test(arguments: [false, true])
    func `Large differences are found beyond the limit of the exact search`(isCopied: Bool) throws {
        let new = Self.history[40...] + (200..<240).map(Self.entry)
        let expected = (0..<40).reversed().map { "remove /list/\($0)" } + (60..<100).map { "add /list/\($0)" }
        #expect(try summary(Self.history, isCopied ? copy(Array(new)) : Array(new)) == expected)
        let swapped = Array(Self.history[40...] + Self.history[..<40])
        let moves = Array(repeating: "move /list/0 /list/99", count: 40)
        #expect(try summary(Self.history, isCopied ? copy(swapped) : swapped) == moves)
    }

    @Test func `A changed element between equal ones is patched from the inside`() throws {
        var new = Array(Self.history.dropFirst())
        new[49] = ["screen": "another", "scroll": 1, "text": .string(String(repeating: "x", count: 40))]
        #expect(try summary(Self.history, new) == ["remove /list/0", "replace /list/49/screen"])
    }

    @Test func `Two changes of an array of a hundred elements make a short patch`() throws {
        let objects: Tree = ["history": Tree(elements: Self.history)]
        let shifted: Tree = ["history": Tree(elements: Self.history.dropFirst() + [Self.entry(100)])]
        #expect(shifted.patch(from: objects).tree.text.utf8.count < 250)
        let rotated: Tree = ["history": Tree(elements: [Self.history[99]] + Self.history.dropLast())]
        #expect(rotated.patch(from: objects).tree.text.utf8.count < 68)
        let strings: Tree = ["texts": Tree(elements: Self.texts)]
        let fewer: Tree = [
            "texts": Tree(elements: Self.texts.enumerated().filter { $0.offset % 60 != 20 }.map(\.element))
        ]
        #expect(fewer.patch(from: strings).tree.text.utf8.count < 87)
    }

    // MARK: Compared with the shortest script

    /// Returns the length of the shortest patch that leads from one array to the other by additions, removals and
    /// replacements, or of the one that replaces the array: the table of Wagner and Fischer, with lengths of texts as
    /// costs.
    private func shortest(_ old: [Tree], _ new: [Tree]) -> Int {
        func size(_ operation: Patch.Operation) -> Int { Patch([operation]).tree.text.utf8.count - 1 }
        let removal = size(.remove(["list", "0"]))
        func addition(_ value: Tree) -> Int { size(.add(["list", "0"], value)) }
        var row = [0]
        for element in new { row.append(row[row.count - 1] + addition(element)) }
        for element in old {
            var next = [row[0] + removal]
            for (index, other) in new.enumerated() {
                let change = element == other ? 0 : size(.replace(["list", "0"], other))
                next.append(min(row[index] + change, row[index + 1] + removal, next[index] + addition(other)))
            }
            row = next
        }
        return 1 + min(row[new.count], size(.replace(["list"], Tree(elements: new))))
    }

    // Even if it uses a removal and an addition for a replacement, it is less than twice as long.
    @Test(arguments: Thoroughness.first(75, of: 0..<300 as Range<UInt64>))
    func `A patch is not much longer than the shortest script`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet = (0..<(2 + random.below(9))).map { number -> Tree in
            switch random.below(4) {
            case 0: .integer(Int64(number))
            case 1: .string("a text of some length, number \(number)")
            case 2: ["a": .integer(Int64(number)), "b": ["c": .string("of an object, \(number)")]]
            default: [.integer(Int64(number)), "in an array"]
            }
        }
        func element() throws -> Tree {
            let element = random.pick(alphabet)
            return random.chance(50) ? element : try Tree(parsing: element.text)
        }
        let old = try (0..<random.below(10)).map { _ in try element() }
        var new = old
        for _ in 0..<random.below(7) {
            switch random.below(4) {
            case 0 where new.count < 10: new.insert(try element(), at: random.below(new.count + 1))
            case 1 where !new.isEmpty: new.remove(at: random.below(new.count))
            case 2 where !new.isEmpty: new[random.below(new.count)] = try element()
            case 3 where !new.isEmpty:
                new.insert(new.remove(at: random.below(new.count)), at: random.below(new.count + 1))
            default: break
            }
        }
        let before: Tree = ["list": Tree(elements: old)]
        let after: Tree = ["list": Tree(elements: new)]
        let patch = after.patch(from: before)
        #expect(try before.applying(patch) == after)
        let (length, shortest) = (patch.tree.text.utf8.count, shortest(old, new))
        #expect(patch.isEmpty == (before == after))
        if !patch.isEmpty { #expect(length * 5 <= shortest * 8, "\(before) \(after) \(patch.tree)") }
    }
}
