/// A JSON value: immutable, with containers that are shared between trees rather than copied.
///
/// Equality is exact: `integer(1)` is not `double(1.0)`, strings are compared by their UTF-8 bytes and doubles by
/// their bit patterns.
package enum Tree: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A finite double. Its text parses as a double again: `1.0`, `1e+300`, `-0.0`.
    case double(Double)
    /// The canonical JSON text of a number that neither `Int64` nor `Double` holds exactly.
    case number(String)
    case string(String)
    case array(ArrayNode)
    case object(ObjectNode)
}

extension Tree {
    /// Creates an array.
    package init(elements: [Tree]) {
        self = .array(ArrayNode(elements))
    }

    /// Creates an object. Of members with the same key, the last one wins.
    /// - Complexity: O(n log n), or O(n) if the keys are already in order.
    package init(members: some Sequence<(String, Tree)>) {
        self = .object(ObjectNode(members))
    }

    /// Creates a number, or one of the strings `nan`, `inf` and `-inf`, for which JSON has no number.
    package init(_ value: Double) {
        if value.isFinite {
            self = .double(value)
        } else if value.isNaN {
            self = .string("nan")
        } else {
            self = .string(value < 0 ? "-inf" : "inf")
        }
    }

    /// True if the value is an array or an object.
    package var isContainer: Bool {
        switch self {
        case .array, .object: true
        case .null, .bool, .integer, .double, .number, .string: false
        }
    }

    /// Returns true if both are the same node, or equal scalars.
    /// - Complexity: O(1) for containers and for strings that share their storage, otherwise O(length of the string).
    package func isIdentical(to other: Tree) -> Bool {
        switch (self, other) {
        case (.array(let a), .array(let b)): a === b
        case (.object(let a), .object(let b)): a === b
        case (.array, _), (.object, _): false
        default: self == other
        }
    }
}
