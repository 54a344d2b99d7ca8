import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct ElementTracerTests {
    private static let before: Tree = [
        "list": [["id": 1, "n": ["x"]], ["id": 2, "n": ["y"]], ["id": 3, "n": ["z"]]], "plain": ["a", "b", "c"],
        "map": ["0": "p", "1": "q"],
    ]

    private static let samples: [(String, [Patch.Operation], PreviousPointer)] = [
        ("/plain/2", [], .at(["plain", "2"])),
        ("/plain/2", [.add(["plain", "0"], "new")], .at(["plain", "1"])),
        ("/plain/0", [.add(["plain", "1"], "new")], .at(["plain", "0"])),
        ("/plain/1", [.add(["plain", "1"], "new")], .inserted),
        ("/plain/3", [.add(["plain", "-"], "new")], .inserted),
        ("/plain/2", [.add(["plain", "-"], "new")], .at(["plain", "2"])),
        ("/plain/0", [.remove(["plain", "0"])], .at(["plain", "1"])),
        ("/plain/1", [.remove(["plain", "2"])], .at(["plain", "1"])),
        ("/plain/2", [.move(from: ["plain", "0"], to: ["plain", "2"])], .at(["plain", "0"])),
        ("/plain/0", [.move(from: ["plain", "0"], to: ["plain", "2"])], .at(["plain", "1"])),
        ("/plain/1", [.move(from: ["plain", "2"], to: ["plain", "0"])], .at(["plain", "0"])),
        ("/plain/0", [.move(from: ["list", "0"], to: ["plain", "0"])], .inserted),
        ("/list/0/id", [.move(from: ["list", "0"], to: ["plain", "0"])], .at(["list", "1", "id"])),
        ("/plain/1", [.copy(from: ["map"], to: ["plain", "0"])], .at(["plain", "0"])),
        ("/map/1", [.add(["map", "0"], "new")], .at(["map", "1"])),
        ("/map/1", [.remove(["map", "0"])], .at(["map", "1"])),
        (
            "/list/1/n/1", [.add(["list", "0"], .null), .add(["list", "1", "n", "0"], "w")],
            .at(["list", "0", "n", "0"])
        ),
        (
            "/list/0/n/0", [.replace(["list"], [["id": 3, "n": ["z"]], ["id": 9, "n": []]])],
            .at(["list", "2", "n", "0"])
        ),
        ("/list/1/n", [.replace(["list"], [["id": 3, "n": ["z"]], ["id": 9, "n": []]])], .inserted),
        ("/plain/3", [.replace(["plain"], ["new", "a", "b", "c"])], .at(["plain", "2"])),
        ("/plain/0", [.replace(["plain"], ["new", "a", "b", "c"])], .inserted),
        ("/plain/3", [.replace(["plain"], ["a", "b", "c", "new"])], .inserted),
        ("/plain/2", [.replace(.root, ["plain": ["n", "a", "b", "c"]])], .at(["plain", "1"])),
        ("/plain/1", [.replace(["plain", "1"], "B")], .at(["plain", "1"])),
    ]

    @Test(arguments: samples)
    func `An element is traced back through the operations of a patch`(
        text: String,
        operations: [Patch.Operation],
        expected: PreviousPointer
    ) throws {
        let pointer = try Pointer(parsing: text)
        #expect(try PreviousPointer.of(pointer, in: Self.before, through: operations) == expected)
        #expect(try Self.traced(pointer, in: Self.before, operations) == expected)
    }

    private static func traced(_ pointer: Pointer, in before: Tree, _ operations: [Patch.Operation]) throws
        -> PreviousPointer
    {
        let after = try before.applying(Patch(operations))
        var tracer = ElementTracer(at: pointer, isIndex: pointer.indices(in: after))
        try tracer.goBack(over: operations) { index in
            let state = try before.applying(Patch(Array(operations[..<index])))
            var between = state
            if case .move(let from, _) = operations[index] { between = try state.applying(Patch([.remove(from)])) }
            let next = try state.applying(Patch([operations[index]]))
            return ElementTracer.OperationStates(frame: .root, before: state, between: between, after: next)
        }
        return tracer.pointer.map { .at($0) } ?? .inserted
    }

    @Test(
        arguments: Thoroughness.first(40, of: UInt64(1)...400)
    )
    func `Tracing random operations agrees with the surrounding states`(seed: UInt64) throws {
        var random = RandomOperations(seed: seed)
        let before = random.state()
        let (patch, after) = random.patch(of: before)
        for pointer in after.pointers {
            let expected = try PreviousPointer.of(pointer, in: before, through: patch.operations)
            #expect(try Self.traced(pointer, in: before, patch.operations) == expected, "\(pointer) \(patch.tree.text)")
        }
    }

    @Test(arguments: Thoroughness.first(5, of: UInt64(1)...20))
    func `Tracing follows an element through insertions, removals and moves`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var next = 10
        // The elements are distinct, so that each is identified by its value.
        let before: Tree = ["list": Tree(elements: (0..<10).map { .integer($0) })]
        var after = before
        var operations: [Patch.Operation] = []
        for _ in 0..<12 {
            guard case .array(let array) = after[["list"]] else { return }
            let count = array.elements.count
            let operation: Patch.Operation
            switch random.below(3) {
            case 1 where count > 0: operation = .remove(["list", String(random.below(count))])
            case 2 where count > 0:
                operation = .move(
                    from: ["list", String(random.below(count))],
                    to: ["list", String(random.below(count))]
                )
            default:
                operation = .add(["list", String(random.below(count + 1))], .integer(Int64(next)))
                next += 1
            }
            operations.append(operation)
            after = try after.applying(Patch([operation]))
        }
        guard case .array(let array) = after[["list"]] else { return }
        for (index, element) in array.elements.enumerated() {
            var tracer = ElementTracer(at: ["list", String(index)], isIndex: [false, true])
            // The indices are sufficient.
            tracer.goBack(over: operations) { _ in fatalError("A state is asked for.") }
            if let previous = tracer.pointer {
                #expect(before[previous] == element)
                #expect(!tracer.isWritten)
            } else {
                #expect(element.text.count > 1)
            }
        }
    }
}
