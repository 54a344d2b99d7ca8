extension Tree {
    /// The object that identifies an array or an object; nil for scalars.
    package var node: AnyObject? {
        switch self {
        case .array(let node): node
        case .object(let node): node
        case .null, .bool, .integer, .double, .number, .string: nil
        }
    }

    /// The value that identifies an array element among the others: the `id` of an object, if a string or a number.
    package var identity: Tree? {
        guard case .object(let object) = self, let id = object["id"] else { return nil }
        switch id {
        case .string, .integer, .double, .number: return id
        case .null, .bool, .array, .object: return nil
        }
    }

    /// Returns true if both values are objects with different identities: one replaced the other.
    package func isOther(than old: Tree) -> Bool {
        guard let id = identity, let oldID = old.identity else { return false }
        return id != oldID
    }
}
