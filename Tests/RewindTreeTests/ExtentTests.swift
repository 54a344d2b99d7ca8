import Testing

@testable import RewindTree

@Suite struct ExtentTests {
    private let nested = (0..<130).reduce(Tree.null) { tree, _ in [tree] }

    @Test func `No operation of a patch can nest values too deeply`() throws {
        let state: Tree = ["a": nested, "b": nested, "c": [:]]
        let deep = Pointer(["a"] + Array(repeating: "0", count: 129))
        for operation: Patch.Operation in [
            .move(from: ["b"], to: deep), .copy(from: ["b"], to: deep), .replace(deep, nested),
        ] {
            #expect(throws: Never.self) { try state.applying(Patch([operation])) }
            let deeper: Tree = ["a": nested, "b": [[nested]]]
            let value: Patch.Operation =
                if case .replace = operation { .replace(deep, [[nested]]) } else { operation }
            #expect(throws: PatchError(index: 0, reason: .tooLarge(deep))) { try deeper.applying(Patch([value])) }
        }
        let again = Patch((0..<3_000).map { _ in .copy(from: [], to: ["c"]) })
        #expect(throws: PatchError(index: 86, reason: .tooLarge(["c"]))) { try state.applying(again) }
    }

    @Test func `The depth limit counts empty containers and long runs, too`() throws {
        let levels = Tree.readableDepth
        let state = (0..<levels - 1).reduce(["k": 1] as Tree) { tree, _ in [tree] }
        #expect(state.levels == levels)
        let path = Pointer(Array(repeating: "0", count: levels - 1))
        #expect(throws: Never.self) { try state.applying(Patch([.add(path.appending("k"), 2)])) }
        for value: Tree in [[], [:], [1]] {
            let pointer = path.appending("k")
            #expect(throws: PatchError(index: 0, reason: .tooLarge(pointer))) {
                try state.applying(Patch([.add(pointer, value)]))
            }
        }
        let list: Tree = ["list": Tree(elements: (0..<300).map { .integer($0) })]
        let deep = (0..<levels - 2).reduce(1 as Tree) { tree, _ in [tree] }
        let fits = (0..<20).map { Patch.Operation.add(["list", String($0)], deep) }
        #expect(try list.applying(Patch(fits)).levels == levels)
        let last = Patch.Operation.replace(["list", "3"], [deep])
        #expect(throws: PatchError(index: 20, reason: .tooLarge(["list", "3"]))) {
            try list.applying(Patch(fits + [last]))
        }
    }

    @Test func `Copying a value into itself again and again is refused`() throws {
        let state: Tree = ["a": [1, 2, 3]]
        let patch = Patch((0..<60).map { .copy(from: [], to: ["c\($0)"]) })
        let error = #expect(throws: PatchError.self) { try state.applying(patch) }
        #expect((15..<25).contains(try #require(error?.index)))
    }

    @Test func `The copies of a patch are limited to a million values`() throws {
        let state: Tree = ["list": Tree(elements: (0..<300_000).map { .integer($0) }), "copies": []]
        let copy = Patch.Operation.copy(from: ["list"], to: ["copies", "-"])
        let copied = try state.applying(Patch(Array(repeating: copy, count: 3)))
        #expect(copied[["copies", "2"]] == state[["list"]])
        let error = #expect(throws: PatchError.self) {
            try state.applying(Patch(Array(repeating: copy, count: 100_000)))
        }
        #expect(error == PatchError(index: 3, reason: .tooLarge(["copies", "-"])))
    }

    @Test func `A large value may be copied, and a shallow place may become deeper`() throws {
        let list = Tree(elements: (0..<10_000).map { .integer($0) })
        let state: Tree = ["list": list, "a": nested]
        let deep = Pointer(["a"] + Array(repeating: "0", count: 60))
        let changed = try state.applying(Patch([.copy(from: ["list"], to: deep)]))
        #expect(changed[deep.parent ?? .root] != nil)
        #expect(changed[deep] == list)
    }

    @Test func `A value knows its number of levels`() {
        #expect(Tree.null.levels == 0)
        #expect(Tree(elements: []).levels == 1)
        #expect((["a": [1, [:]], "b": 2] as Tree).levels == 3)
        #expect(nested.levels == 130)
    }
}
