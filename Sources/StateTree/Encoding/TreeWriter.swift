/// The encoder that one value is given, and what it has written so far.
///
/// The compiler cannot see that no property is accessed while it is being changed, and would check it at run time, for
/// every field of every value; none is, because no method calls out of this file while it changes one.
final class TreeWriter: Encoder {
    private enum Content {
        case nothing, single, keyed, unkeyed
    }

    private struct Unfinished {
        let index: Int
        let key: String
        let writer: TreeWriter
        /// What was there the last time, when the filter is to replace the value.
        let replaced: Hint?
    }

    let context: EncodingContext
    /// The depth that stands for any depth inside of a collection.
    static let insideCollection = 1 << 30
    /// How many values this one is inside of.
    private(set) var depth: Int
    private var parent: TreeWriter?
    private var key: (any CodingKey)?
    @exclusivity(unchecked) private var hint = Hint.none
    @exclusivity(unchecked) private var nextHint = 0

    @exclusivity(unchecked) private var content = Content.nothing
    private var single = Encoded(tree: .null, trace: nil)
    /// The keys written, as long as they have a shape.
    @exclusivity(unchecked) private var shape: Shape?
    /// The keys written, when they have none.
    private var keys: [String] = []
    @exclusivity(unchecked) private var values: [Tree] = []
    @exclusivity(unchecked) private var children: [Trace.Child] = []
    /// Values that may still grow, with the places kept for them.
    private var unfinished: [Unfinished] = []

    init(context: EncodingContext, depth: Int) {
        self.context = context
        self.depth = depth
    }

    /// Makes a new or cleared writer that of a value.
    func start(in parent: TreeWriter, key: (any CodingKey)?, hint: Hint, depth: Int) {
        self.parent = parent
        self.key = key
        self.hint = hint
        self.depth = depth
        shape = context.emptyShape
    }

    /// Forgets all but the memory it allocated.
    func clear() {
        for value in unfinished { value.writer.clear() }
        parent = nil
        key = nil
        hint = .none
        nextHint = 0
        content = .nothing
        single = Encoded(tree: .null, trace: nil)
        shape = nil
        keys.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        children.removeAll(keepingCapacity: true)
        unfinished.removeAll()
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

    // MARK: Writing

    /// Encodes a value that this one holds, without writing it.
    func encode<T: Encodable>(_ value: T, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        try withUnsafePointer(to: value) { pointer in
            try context.coder(for: T.self).encode(UnsafeRawPointer(pointer), in: self, key: key, hint: hint)
        }
    }

    func write(_ scalar: Tree) {
        write(Encoded(tree: filtered(scalar, key: nil, hint: hint), trace: nil))
    }

    func write(_ scalar: Tree, key: any CodingKey) {
        let text = key.stringValue
        guard context.filter != nil else { return place(scalar, key: text) }
        let tree = filtered(scalar, key: key, hint: memberHint(text))
        guard isCovered(text) else { return place(tree, key: text) }
        place(replaced(Encoded(tree: tree, trace: nil), under: text, hint: .none).tree, key: text)
    }

    private func place(_ tree: Tree, key: String) {
        if let current = shape {
            shape = current.adding(key)
            if shape == nil { keys = current.keys.map(name) }
        }
        if shape == nil { keys.append(name(key)) }
        values.append(tree)
    }

    func append(_ scalar: Tree) {
        values.append(filtered(scalar, key: IndexKey(count), hint: elementHint()))
    }

    func encode<T: Encodable>(single value: T) throws {
        write(try encode(value, key: nil, hint: hint))
    }

    func encode<T: Encodable>(_ value: T, member key: any CodingKey) throws {
        let text = key.stringValue
        let covered = isCovered(text)
        let encoded = try encode(value, key: key, text: text, isCovered: covered, hint: memberHint(text))
        if let trace = encoded.trace { children.append(Trace.Child(place: count, key: text, trace: trace)) }
        place(encoded.tree, key: text)
    }

    func encode<T: Encodable>(element value: T) throws {
        let encoded = try encode(value, key: IndexKey(count), hint: elementHint())
        if let trace = encoded.trace { children.append(Trace.Child(place: count, key: "", trace: trace)) }
        values.append(encoded.tree)
    }

    /// Keeps a place for a member that is written through its own writer.
    func nested(key: any CodingKey) -> TreeWriter {
        let text = key.stringValue
        let writer = TreeWriter(context: context, depth: 0)
        let hint = memberHint(text)
        let covered = isCovered(text)
        writer.start(in: self, key: key, hint: covered ? hint.beforeReplacement : hint, depth: depth + 1)
        unfinished.append(Unfinished(index: count, key: text, writer: writer, replaced: covered ? hint : nil))
        place(.null, key: text)
        return writer
    }

    /// Keeps a place for an element that is written through its own writer.
    func nestedElement() -> TreeWriter {
        let writer = TreeWriter(context: context, depth: 0)
        writer.start(in: self, key: IndexKey(count), hint: elementHint(), depth: Self.insideCollection)
        unfinished.append(Unfinished(index: count, key: "", writer: writer, replaced: nil))
        values.append(.null)
        return writer
    }

    private func write(_ encoded: Encoded) {
        if content == .keyed || content == .unkeyed { context.report(conflictAt: self) }
        content = .single
        single = encoded
    }

    // MARK: Keys

    /// Whether the filter covers a key that is to be written next.
    private func isCovered(_ key: String) -> Bool {
        guard let filter = context.filter else { return false }
        return shape?.adding(key)?.isCovered ?? filter.covers(key)
    }

    private func name(_ key: String) -> String {
        context.filter?.name(for: key) ?? key
    }

    // MARK: Hints

    private func memberHint(_ key: String) -> Hint {
        guard let node = hint.object else { return .none }
        return Hint(tree: node[key], trace: childTrace { $0.key.hasSameBytes(as: key) })
    }

    private func elementHint() -> Hint {
        guard let node = hint.array, count < node.elements.count else { return .none }
        let place = count
        return Hint(tree: node.elements[place], trace: childTrace { $0.place == place })
    }

    /// The trace of a child: most likely the one after the last that was asked for.
    private func childTrace(_ isRight: (Trace.Child) -> Bool) -> Trace? {
        guard let children = hint.trace?.children, !children.isEmpty else { return nil }
        for index in nextHint..<min(nextHint + 8, children.count) where isRight(children[index]) {
            nextHint = index + 1
            return children[index].trace
        }
        return nil
    }

    // MARK: Finishing

    /// What has been written: nothing at all is an empty object.
    func finish() -> Encoded {
        if !unfinished.isEmpty { finishNested() }
        let tree: Tree
        switch content {
        case .single: return single
        case .nothing: tree = hint.object(ObjectNode(sortedKeys: [], values: []))
        case .unkeyed: tree = hint.array(Array(values))
        case .keyed:
            if let shape, shape.sortedKeys.count == shape.keys.count {
                tree = hint.object(ObjectNode(sortedKeys: shape.sortedKeys, values: shape.sorted(values)))
            } else {
                tree = hint.object(ObjectNode(keys: shape?.keys ?? keys, values: values))
            }
        }
        return Encoded(
            tree: tree,
            trace: children.isEmpty ? nil : Trace(tree: tree, memory: nil, of: nil, children: children)
        )
    }

    private func finishNested() {
        for value in unfinished {
            var encoded = value.writer.finish()
            if let hint = value.replaced { encoded = replaced(encoded, under: value.key, hint: hint) }
            values[value.index] = encoded.tree
            if let trace = encoded.trace {
                children.append(Trace.Child(place: value.index, key: value.key, trace: trace))
            }
            value.writer.clear()
        }
        unfinished.removeAll()
        children.sort { $0.place < $1.place }
    }

    // MARK: Encoder

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if content == .unkeyed || content == .single { context.report(conflictAt: self) }
        content = .keyed
        return KeyedEncodingContainer(KeyedWriter(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if content == .keyed || content == .single { context.report(conflictAt: self) }
        content = .unkeyed
        return UnkeyedWriter(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleWriter(writer: self)
    }
}
