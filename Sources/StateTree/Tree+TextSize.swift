extension Tree {
    /// About how many bytes `text` has (escapes are not counted), or a number above `limit` when that is less.
    /// - Complexity: O(nodes), and O(limit).
    func textSize(upTo limit: Int) -> Int {
        switch self {
        case .null: return 4
        case .bool(let value): return value ? 4 : 5
        case .integer(let value): return value < 10 && value >= 0 ? 1 : String(value).utf8.count
        case .double(let value): return value.description.utf8.count
        case .number(let text): return text.utf8.count
        case .string(let text): return text.utf8.count + 2
        case .array(let node):
            var size = node.elements.isEmpty ? 2 : 1 + node.elements.count
            for element in node.elements {
                if size > limit { break }
                size += element.textSize(upTo: limit - size)
            }
            return size
        case .object(let node):
            var size = node.keys.isEmpty ? 2 : 1 + node.keys.count
            for index in node.keys.indices {
                if size > limit { break }
                size += node.keys[index].utf8.count + 3 + node.values[index].textSize(upTo: limit - size)
            }
            return size
        }
    }
}
