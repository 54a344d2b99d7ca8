extension Set: DirectlyEncodable where Element: Encodable {
    func encodeDirectly(in writer: TreeWriter, key: (any CodingKey)?) throws -> Tree {
        let writer = TreeWriter(context: writer.context, parent: writer, key: key)
        var elements: [(text: String, tree: Tree)] = []
        elements.reserveCapacity(count)
        for element in self {
            let tree = try writer.encode(element, key: IndexKey(elements.count))
            elements.append((tree.text, tree))
        }
        elements.sort { $0.text.precedesInBytes($1.text) }
        return Tree(elements: elements.map(\.tree))
    }
}
