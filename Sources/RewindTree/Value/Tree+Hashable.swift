extension Tree: Hashable {
    /// - Complexity: O(1) for the same node, otherwise O(size) of the smaller value.
    package static func == (left: Tree, right: Tree) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
        case (.number(let a), .number(let b)): a.hasSameBytes(as: b)
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value):
            hasher.combine(1 as UInt8)
            hasher.combine(value)
        case .integer(let value):
            hasher.combine(2 as UInt8)
            hasher.combine(value)
        case .double(let value):
            hasher.combine(3 as UInt8)
            hasher.combine(value.bitPattern)
        case .number(let text):
            hasher.combine(4 as UInt8)
            text.hashBytes(into: &hasher)
        case .string(let text):
            hasher.combine(5 as UInt8)
            text.hashBytes(into: &hasher)
        case .array(let node):
            hasher.combine(6 as UInt8)
            hasher.combine(node)
        case .object(let node):
            hasher.combine(7 as UInt8)
            hasher.combine(node)
        }
    }
}
