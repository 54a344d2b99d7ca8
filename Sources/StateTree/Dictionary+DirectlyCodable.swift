extension Dictionary: DirectlyEncodable where Key: Encodable, Value: Encodable {
    func encodeDirectly(in writer: TreeWriter, key: (any CodingKey)?) throws -> Tree {
        let writer = TreeWriter(context: writer.context, parent: writer, key: key)
        return try objectTree(in: writer) ?? pairsTree(in: writer)
    }

    /// An object; nil when the keys are no texts, or when two of them are the same text.
    private func objectTree(in writer: TreeWriter) throws -> Tree? {
        guard DictionaryKey.isText(Key.self) else { return nil }
        var keys: [String] = []
        var values: [Tree] = []
        keys.reserveCapacity(count)
        values.reserveCapacity(count)
        for (key, value) in self {
            guard let text = DictionaryKey.text(of: key) else { return nil }
            keys.append(text)
            values.append(try writer.encode(value, key: TextKey(text)))
        }
        let node = ObjectNode(keys: keys, values: values)
        return node.keys.count == count ? .object(node) : nil
    }

    /// Keys and values in turn, as `Codable` has it, in the order of the keys' texts.
    private func pairsTree(in writer: TreeWriter) throws -> Tree {
        var pairs: [(text: String, key: Tree, value: Tree)] = []
        pairs.reserveCapacity(count)
        for (key, value) in self {
            let keyTree = try writer.encode(key, key: IndexKey(pairs.count * 2))
            let valueTree = try writer.encode(value, key: IndexKey(pairs.count * 2 + 1))
            pairs.append((keyTree.text, keyTree, valueTree))
        }
        pairs.sort { left, right in
            left.text.hasSameBytes(as: right.text)
                ? left.value.text.precedesInBytes(right.value.text)
                : left.text.precedesInBytes(right.text)
        }
        return Tree(elements: pairs.flatMap { [$0.key, $0.value] })
    }
}

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
        guard node.elements.count.isMultiple(of: 2) else { throw reader.corrupted([Key: Value].self) }
        var result: [Key: Value] = [:]
        result.reserveCapacity(node.elements.count / 2)
        for index in stride(from: 0, to: node.elements.count, by: 2) {
            let key = TreeReader(node.elements[index], parent: reader, key: IndexKey(index))
            let value = TreeReader(node.elements[index + 1], parent: reader, key: IndexKey(index + 1))
            result[try key.decode(Key.self)] = try value.decode(Value.self)
        }
        return result
    }
}
