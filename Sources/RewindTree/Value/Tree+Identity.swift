extension Tree {
    /// The object that identifies an array or an object; nil for scalars.
    package var node: AnyObject? {
        switch self {
        case .array(let node): node
        case .object(let node): node
        case .null, .bool, .integer, .double, .number, .string: nil
        }
    }

    /// The `id` of an object that identifies it among others: a string, a number, or an object with only one of these.
    package var identity: Tree? { identity(under: "id") }

    /// Returns the value of a member that can identify an object among others.
    package func identity(under name: String) -> Tree? {
        guard case .object(let object) = self, let id = object[name] else { return nil }
        if case .object(let wrapper) = id, wrapper.keys.count == 1 { return wrapper.values[0].isLabel ? id : nil }
        return id.isLabel ? id : nil
    }

    /// True for strings and numbers.
    var isLabel: Bool {
        switch self {
        case .string, .integer, .double, .number: true
        case .null, .bool, .array, .object: false
        }
    }

    /// Returns true if both values are objects with different identities: one replaced the other.
    package func isOther(than old: Tree) -> Bool {
        guard let id = identity, let oldID = old.identity else { return false }
        return id != oldID
    }
}
