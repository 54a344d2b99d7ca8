import RewindTree

/// Random operations of all kinds of RFC 6902 that apply to a value, including those that no recorder makes.
package struct RandomOperations {
    package var trees: RandomTree

    package init(seed: UInt64) {
        trees = RandomTree(seed: seed)
    }

    /// Returns a state with arrays inside arrays and objects.
    package mutating func state() -> Tree {
        let rows = (0..<4).map { row -> Tree in
            ["id": .integer(Int64(row)), "cells": Tree(elements: (0..<3).map { .integer(Int64(10 * row + $0)) })]
        }
        return [
            "list": Tree(elements: rows), "plain": ["a", "b", "c", "d"], "0": ["1": ["x": 1]], "other": trees.tree(),
        ]
    }

    /// Returns a patch of a few operations, and the resulting state.
    package mutating func patch(of state: Tree) -> (patch: Patch, state: Tree) {
        var operations: [Patch.Operation] = []
        var state = state
        for _ in 0...trees.random.below(3) {
            let operation = operation(on: state)
            guard let next = try? state.applying(Patch([operation])) else { continue }
            operations.append(operation)
            state = next
        }
        return (Patch(operations), state)
    }

    private mutating func operation(on state: Tree) -> Patch.Operation {
        let pointers = state.pointers
        let pointer = trees.random.pick(pointers)
        let other = trees.random.pick(pointers)
        switch trees.random.below(9) {
        case 0, 1: return .add(pointer, trees.tree(depth: 2))
        case 2: return .remove(pointer == .root ? other : pointer)
        case 3, 4: return .replace(pointer, trees.tree(depth: 2))
        case 5: return .move(from: other, to: pointer)
        case 6:
            // Within one array, as in recorded moves.
            guard let parent = pointer.parent, case .array(let array) = state[parent] else {
                return .test(.root, state)
            }
            return .move(from: pointer, to: parent.appending(trees.random.below(array.elements.count)))
        case 7: return .copy(from: other, to: pointer)
        default:
            guard case .array = state[pointer] else { return .replace(pointer, state[pointer] ?? .null) }
            return .add(pointer.appending("-"), trees.tree(depth: 1))
        }
    }
}

extension Tree {
    /// The pointers to all values that are not very deep.
    package var pointers: [Pointer] {
        var pointers: [Pointer] = []
        collect(.root, into: &pointers)
        return pointers
    }

    private func collect(_ pointer: Pointer, into pointers: inout [Pointer]) {
        pointers.append(pointer)
        guard pointer.tokens.count < 4 else { return }
        switch self {
        case .array(let array):
            for (index, element) in array.elements.prefix(6).enumerated() {
                element.collect(pointer.appending(index), into: &pointers)
            }
        case .object(let object):
            for (key, value) in zip(object.keys, object.values) {
                value.collect(pointer.appending(key), into: &pointers)
            }
        default: break
        }
    }
}
