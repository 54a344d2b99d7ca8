import RewindTree

/// A value of SQLite.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLValue {
    /// Creates the SQL value for `tree`: NULL for null and nil, 1 and 0 for true and false, the JSON text of an array
    /// or object. A number that SQLite cannot store exactly becomes the nearest double, as in SQLite's JSON functions.
    ///
    ///
    /// - Complexity: O(size) for an array or object.
    package init(_ tree: Tree?) {
        switch tree {
        case nil, .null: self = .null
        case .bool(let value): self = .integer(value ? 1 : 0)
        case .integer(let value): self = .integer(value)
        case .double(let value): self = .real(value)
        case .number(let text): self = Double(text).map(SQLValue.real) ?? .text(text)
        case .string(let text): self = .text(text)
        case .some(let container): self = .text(container.text)
        }
    }
}
