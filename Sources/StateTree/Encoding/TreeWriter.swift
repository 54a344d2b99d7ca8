/// The encoder that one value is given, and what it has written so far.
final class TreeWriter: Encoder {
    private enum Content {
        case nothing
        case single(Tree)
        case keyed
        case unkeyed
    }

    let context: EncodingContext
    private let parent: TreeWriter?
    private let key: (any CodingKey)?
    private var content = Content.nothing
    private var keys: [String] = []
    private var values: [Tree] = []
    /// Values that may still grow, with the places kept for them.
    private var unfinished: [(index: Int, writer: TreeWriter)] = []

    init(context: EncodingContext, parent: TreeWriter?, key: (any CodingKey)?) {
        self.context = context
        self.parent = parent
        self.key = key
    }

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var writer: TreeWriter? = self
        while let current = writer {
            if let key = current.key { path.append(key) }
            writer = current.parent
        }
        return path.reversed()
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var count: Int { values.count }

    /// Encodes a value that is a member or an element of this one, or, without a key, this one itself.
    func encode<T: Encodable>(_ value: T, key: (any CodingKey)?) throws -> Tree {
        if let direct = context.direct(value) { return try direct.encodeDirectly(in: self, key: key) }
        let writer = TreeWriter(context: context, parent: self, key: key)
        try value.encode(to: writer)
        return writer.finish()
    }

    /// What has been written: nothing at all is an empty object.
    func finish() -> Tree {
        for (index, writer) in unfinished { values[index] = writer.finish() }
        switch content {
        case .nothing: return .object(ObjectNode(sortedKeys: [], values: []))
        case .single(let tree): return tree
        case .keyed: return .object(ObjectNode(keys: keys, values: values))
        case .unkeyed: return .array(ArrayNode(values))
        }
    }

    // MARK: Writing

    func write(_ tree: Tree) {
        if isKeyed || isUnkeyed { context.report(conflictAt: self) }
        content = .single(tree)
    }

    func write(_ tree: Tree, key: String) {
        keys.append(key)
        values.append(tree)
    }

    func append(_ tree: Tree) {
        values.append(tree)
    }

    /// Keeps a place for a member that is written through its own writer.
    func nested(key: any CodingKey) -> TreeWriter {
        let writer = TreeWriter(context: context, parent: self, key: key)
        unfinished.append((values.count, writer))
        write(.null, key: key.stringValue)
        return writer
    }

    /// Keeps a place for an element that is written through its own writer.
    func nestedElement() -> TreeWriter {
        let writer = TreeWriter(context: context, parent: self, key: IndexKey(values.count))
        unfinished.append((values.count, writer))
        values.append(.null)
        return writer
    }

    // MARK: Encoder

    private var isKeyed: Bool { if case .keyed = content { true } else { false } }
    private var isUnkeyed: Bool { if case .unkeyed = content { true } else { false } }
    private var isSingle: Bool { if case .single = content { true } else { false } }

    func beginKeyed() {
        if isUnkeyed || isSingle { context.report(conflictAt: self) }
        content = .keyed
    }

    func beginUnkeyed() {
        if isKeyed || isSingle { context.report(conflictAt: self) }
        content = .unkeyed
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        beginKeyed()
        return KeyedEncodingContainer(KeyedWriter(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        beginUnkeyed()
        return UnkeyedWriter(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleWriter(writer: self)
    }
}
