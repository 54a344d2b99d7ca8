extension Dictionary: DirectlyDecodable where Key: Decodable, Value: Decodable {
    static func decodeDirectly(from reader: TreeReader) throws -> [Key: Value] {
        if case .array(let node) = reader.tree { return try decodePairs(of: node, from: reader) }
        guard DictionaryKey.isText(Key.self) else { throw reader.mismatch([Any].self) }
        let node = try reader.object()
        var result: [Key: Value] = [:]
        result.reserveCapacity(node.keys.count)
        for (text, tree) in zip(node.keys, node.values) {
            let member = TreeReader(tree, parent: reader, key: TextKey(text))
            guard let key = DictionaryKey.key(Key.self, of: text) else { throw member.corrupted(Key.self) }
            result[key] = try member.decode(Value.self)
        }
        return result
    }

    private static func decodePairs(of node: ArrayNode, from reader: TreeReader) throws -> [Key: Value] {
        guard node.count.isMultiple(of: 2) else { throw reader.corrupted([Key: Value].self) }
        var result: [Key: Value] = [:]
        result.reserveCapacity(node.count / 2)
        for index in stride(from: 0, to: node.count, by: 2) {
            let key = TreeReader(node[index], parent: reader, key: IndexKey(index))
            let value = TreeReader(node[index + 1], parent: reader, key: IndexKey(index + 1))
            result[try key.decode(Key.self)] = try value.decode(Value.self)
        }
        return result
    }
}
