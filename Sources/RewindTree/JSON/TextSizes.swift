/// The approximate sizes of the texts of trees, in bytes; escapes are not counted.
///
/// Measuring the same container again at every level above it would take quadratic time in the depth, so the results
/// of `measure` are cached.
struct TextSizes {
    private var known: [ObjectIdentifier: Int] = [:]

    /// Returns the size of a container, or a number above `limit` if the size exceeds it, and caches the size.
    /// - Complexity: O(limit), and at most O(nodes) outside of containers measured before.
    mutating func measure(_ container: Tree, upTo limit: Int) -> Int {
        let size = size(of: container, upTo: limit)
        if size <= limit, let id = Self.id(of: container) { known[id] = size }
        return size
    }

    /// Returns the size of a value, or a number above `limit` if the size exceeds it.
    /// - Complexity: O(limit), and at most O(nodes).
    func size(of tree: Tree, upTo limit: Int) -> Int {
        if !known.isEmpty, let id = Self.id(of: tree), let size = known[id] { return size }
        switch tree {
        case .null: return 4
        case .bool(let value): return value ? 4 : 5
        case .integer(let value): return value < 10 && value >= 0 ? 1 : String(value).utf8.count
        case .double(let value): return value.description.utf8.count
        case .number(let text): return text.utf8.count
        case .string(let text): return text.utf8.count + 2
        case .array(let node):
            var size = node.isEmpty ? 2 : 1 + node.count
            for element in node {
                if size > limit { break }
                size += self.size(of: element, upTo: limit - size)
            }
            return size
        case .object(let node):
            var size = node.keys.isEmpty ? 2 : 1 + node.keys.count
            for index in node.keys.indices {
                if size > limit { break }
                size += node.keys[index].utf8.count + 3 + self.size(of: node.values[index], upTo: limit - size)
            }
            return size
        }
    }

    private static func id(of tree: Tree) -> ObjectIdentifier? {
        switch tree {
        case .array(let node): ObjectIdentifier(node)
        case .object(let node): ObjectIdentifier(node)
        default: nil
        }
    }
}
