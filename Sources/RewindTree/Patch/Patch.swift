/// A JSON Patch (RFC 6902): operations that turn one value into another, in order.
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

    /// Whether the patch changes nothing.
    package var isEmpty: Bool { operations.isEmpty }
}

extension Patch.Operation {
    /// The pointer to what the operation writes, removes or tests: RFC 6902's `path`.
    package var path: Pointer {
        switch self {
        case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
        case .move(_, let path), .copy(_, let path): path
        }
    }
}
