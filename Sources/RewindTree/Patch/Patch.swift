/// A JSON Patch (RFC 6902): operations, in order, that turn one value into another.
package struct Patch: Hashable, Sendable {
    package enum Operation: Hashable, Sendable {
        case add(Pointer, Tree)
        case remove(Pointer)
        case replace(Pointer, Tree)
        case move(from: Pointer, to: Pointer)
        case copy(from: Pointer, to: Pointer)
        case test(Pointer, Tree)
    }

    package var operations: [Operation]

    package init(_ operations: [Operation]) {
        self.operations = operations
    }

    /// True if the patch changes nothing.
    package var isEmpty: Bool { operations.isEmpty }
}

extension Patch.Operation {
    /// The name of the operation in RFC 6902.
    package var name: String {
        switch self {
        case .add: "add"
        case .remove: "remove"
        case .replace: "replace"
        case .move: "move"
        case .copy: "copy"
        case .test: "test"
        }
    }

    /// The pointer to the value that the operation writes, removes or tests: `path` in RFC 6902.
    package var path: Pointer {
        switch self {
        case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
        case .move(_, let path), .copy(_, let path): path
        }
    }

    /// The pointer to the value that the operation moves or copies; nil for other operations.
    package var source: Pointer? {
        switch self {
        case .move(let from, _), .copy(let from, _): from
        case .add, .remove, .replace, .test: nil
        }
    }

    /// The value that the operation writes or tests; nil for other operations.
    package var value: Tree? {
        switch self {
        case .add(_, let value), .replace(_, let value), .test(_, let value): value
        case .remove, .move, .copy: nil
        }
    }

    /// The pointers that the operation changes. For a move, the pointer to the old place comes first.
    package var changedPointers: [Pointer] {
        switch self {
        case .add(let path, _), .remove(let path), .replace(let path, _), .copy(_, let path): [path]
        case .move(let from, let path): [from, path]
        case .test: []
        }
    }

    /// Returns the operation with converted pointers and values.
    package func map(
        pointers pointer: (Pointer) throws -> Pointer,
        values value: (Tree) throws -> Tree
    ) rethrows -> Patch.Operation {
        switch self {
        case .add(let path, let tree): .add(try pointer(path), try value(tree))
        case .remove(let path): .remove(try pointer(path))
        case .replace(let path, let tree): .replace(try pointer(path), try value(tree))
        case .move(let from, let path): .move(from: try pointer(from), to: try pointer(path))
        case .copy(let from, let path): .copy(from: try pointer(from), to: try pointer(path))
        case .test(let path, let tree): .test(try pointer(path), try value(tree))
        }
    }
}
