/// The encoder that one value is given, and what it has written so far.
///
/// An object most likely has the same keys as the last one in its place. As long as they come in that order the writer
/// follows their shape: a member is found by its index, and the members of the last object stay where they are until
/// one differs. From the first other key on, it writes freely.
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
    @exclusivity(unchecked) private(set) var depth = 0
    /// How many values this one is inside of for certain, those that write only one value counted.
    @exclusivity(unchecked) private var level = 0
    @exclusivity(unchecked) private var parent: TreeWriter?
    @exclusivity(unchecked) private var key: (any CodingKey)?
    @exclusivity(unchecked) private var hint = Hint.none

    @exclusivity(unchecked) private var content = Content.nothing
    @exclusivity(unchecked) private var single = Encoded(tree: .null, trace: nil)
    /// How many members or elements were written.
    @exclusivity(unchecked) private(set) var count = 0
    /// The shape that is followed, and its keys.
    @exclusivity(unchecked) private var guide: Shape?
    @exclusivity(unchecked) private var members: UnsafeMutableBufferPointer<Shape.Member>?
    /// The last object in this place, when it has the guide's shape.
    @exclusivity(unchecked) private var old: ObjectNode?
    /// The proofs of its members, when there are any.
    @exclusivity(unchecked) private var oldProofs: UnsafeMutableBufferPointer<Proof?>?
    /// Whether all values are those of the old object so far; then none are written.
    @exclusivity(unchecked) private var hasOldValues = false
    /// Whether all traces are those of the old object so far; then none are written.
    @exclusivity(unchecked) private var hasOldChildren = false
    /// The keys written freely, as long as they have a shape.
    @exclusivity(unchecked) private var shape: Shape?
    /// The keys written freely, when they have none.
    @exclusivity(unchecked) private var keys: [String] = []
    /// The values written: of a guide's keys in canonical order, else in the order they were written.
    @exclusivity(unchecked) private var values: [Tree] = []
    /// The traces of what was written, in that order; shorter when the rest has none.
    @exclusivity(unchecked) private var children: [Trace?] = []
    /// Values that may still grow, with the places kept for them.
    @exclusivity(unchecked) private var unfinished: [Unfinished] = []
    /// The shape of what was written; nil when it is no object, or has no shape that can be followed.
    @exclusivity(unchecked) private(set) var finalShape: Shape?

    init(context: EncodingContext) {
        self.context = context
    }

    /// Makes a new or cleared writer that of a value.
    func start(in parent: TreeWriter, key: (any CodingKey)?, hint: Hint, depth: Int) {
        self.parent = parent
        self.key = key
        self.hint = hint
        self.depth = depth
        level = parent.level + 1
        finalShape = nil
    }

    /// Makes a new writer one whose value goes nowhere, and in which nothing has room. It holds none that it is inside of:
    /// there may be any number.
    private func cutOff() -> TreeWriter {
        level = Tree.depthLimit
        return self
    }

    /// Expects the keys of a shape, if those of the last value in this place are not known.
    func expect(_ shape: Shape?) {
        let trace = hint.trace
        guard let guide = trace?.shape ?? shape, guide.isUnique else { return }
        self.guide = guide
        members = guide.members
        guard let node = hint.object, node.keys.hasSameStorage(as: guide.sortedNames) else { return }
        old = node
        hasOldValues = true
        guard let trace, trace.shape === guide else { return }
        oldProofs = trace.proofs
        hasOldChildren = true
    }

    /// Forgets all but the memory it allocated.
    func clear() {
        if !unfinished.isEmpty {
            for value in unfinished { value.writer.clear() }
            unfinished.removeAll()
        }
        parent = nil
        key = nil
        hint = .none
        if content == .single { single = Encoded(tree: .null, trace: nil) }
        content = .nothing
        count = 0
        stopFollowing()
        shape = nil
        if !keys.isEmpty { keys = [] }
        if !values.isEmpty { values.removeAll(keepingCapacity: true) }
        if !children.isEmpty { children.removeAll(keepingCapacity: true) }
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

    // MARK: Encoding

    /// Encodes a value that this one holds, without writing it; one that has not changed is not visited.
    func encode<T: Encodable>(_ value: T, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        try encode(value, with: context.coder(for: T.self), key: key, hint: hint)
    }

    /// Encodes a value with the coder of its type.
    func encode<T>(_ value: T, with coder: any Coder, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        try withUnsafePointer(to: value) { try encode(at: $0, with: coder, key: key, hint: hint) }
    }

    /// Encodes a value in memory with the coder of its type.
    func encode<T>(
        at value: UnsafePointer<T>,
        with coder: any Coder,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        if let trace = hint.trace, let proof = trace.proof, proof.holds(for: value, of: T.self) {
            return Encoded(tree: trace.tree, trace: trace)
        }
        guard level < EncodingContext.freeLevels || !coder.nests || context.hasRoom(at: level) else {
            return Encoded(tree: Tree.tooDeep, trace: nil)
        }
        return try coder.encode(value, in: self, key: key, hint: hint)
    }

    // MARK: Single values

    func write(_ scalar: Tree) {
        write(Encoded(tree: filtered(scalar, key: { nil }, hint: hint.tree), trace: nil))
    }

    func encode<T: Encodable>(single value: T) throws {
        write(try encode(value, key: nil, hint: hint))
    }

    private func write(_ encoded: Encoded) {
        if content == .keyed || content == .unkeyed { context.report(conflictAt: self) }
        content = .single
        single = encoded
    }

    // MARK: Members

    func write(_ scalar: Tree, key: some CodingKey) {
        let text = key.stringValue
        let isCovered = advance(to: text)
        guard context.filter != nil else { return set(scalar, at: count - 1) }
        let tree = filtered(scalar, key: { key }, hint: oldTree(text))
        set(isCovered ? replaced(Encoded(tree: tree, trace: nil), under: text, hint: .none).tree : tree, at: count - 1)
    }

    func encode<T: Encodable>(_ value: T, member key: some CodingKey) throws {
        let text = key.stringValue
        let isCovered = advance(to: text)
        let index = count - 1
        if let oldProofs {
            if index < oldProofs.count, let proof = oldProofs[index],
                withUnsafePointer(to: value, { proof.holds(for: $0, of: T.self) })
            {
                return
            }
        } else if let trace = oldTrace(text), let proof = trace.proof,
            withUnsafePointer(to: value, { proof.holds(for: $0, of: T.self) })
        {
            return set(Encoded(tree: trace.tree, trace: trace), at: index)
        }
        let hint = oldTrace(text).map { Hint($0) } ?? Hint(tree: oldTree(text), trace: nil)
        set(try encode(value, key: key, text: text, isCovered: isCovered, hint: hint), at: index)
    }

    /// Keeps a place for a member that is written through its own writer.
    func nested(key: some CodingKey) -> TreeWriter {
        let text = key.stringValue
        let isCovered = advance(to: text)
        let writer = TreeWriter(context: context)
        guard level < EncodingContext.freeLevels || context.hasRoom(at: level) else {
            set(Tree.tooDeep, at: count - 1)
            return writer.cutOff()
        }
        let hint = Hint(tree: oldTree(text), trace: oldTrace(text))
        writer.start(in: self, key: key, hint: isCovered ? hint.beforeReplacement : hint, depth: depth + 1)
        writer.expect(nil)
        unfinished.append(Unfinished(index: count - 1, key: text, writer: writer, replaced: isCovered ? hint : nil))
        if !hasOldValues { set(.null, at: count - 1) }
        return writer
    }

    /// Makes a key the one that is written next; whether the filter covers it.
    private func advance(to key: String) -> Bool {
        let index = count
        count += 1
        if let members {
            if index < members.count, members[index].isKey(key) { return members[index].isCovered }
            writeFreely(after: index)
        }
        if index == 0 { shape = context.emptyShape }
        if let current = shape {
            shape = current.adding(key)
            if let shape { return shape.members[shape.count - 1].isCovered }
            keys = current.names
        }
        keys.append(context.filter?.name(for: key) ?? key)
        return context.filter?.covers(key) ?? false
    }

    /// Leaves the guide, of whose keys so many were written.
    private func writeFreely(after count: Int) {
        guard let guide else { return }
        if hasOldValues { copyOldValues() }
        if hasOldChildren { copyOldChildren() }
        let sorted = values
        values = (0..<count).map { sorted[guide.members[$0].place] }
        if children.count > count { children.removeSubrange(count...) }
        shape = guide.prefix(count)
        stopFollowing()
    }

    private func stopFollowing() {
        guide = nil
        members = nil
        old = nil
        oldProofs = nil
        hasOldValues = false
        hasOldChildren = false
    }

    private func copyOldValues() {
        hasOldValues = false
        values = old?.values ?? []
    }

    private func copyOldChildren() {
        hasOldChildren = false
        children = hint.trace?.children ?? []
    }

    // MARK: Elements

    func append(_ scalar: Tree) {
        let index = count
        count += 1
        values.append(filtered(scalar, key: { IndexKey(index) }, hint: oldElement(index).tree))
    }

    func encode<T: Encodable>(element value: T) throws {
        let index = count
        count += 1
        values.append(.null)
        set(try encode(value, key: IndexKey(index), hint: oldElement(index)), at: index)
    }

    /// Keeps a place for an element that is written through its own writer.
    func nestedElement() -> TreeWriter {
        let writer = TreeWriter(context: context)
        guard level < EncodingContext.freeLevels || context.hasRoom(at: level) else {
            count += 1
            values.append(Tree.tooDeep)
            return writer.cutOff()
        }
        writer.start(in: self, key: IndexKey(count), hint: oldElement(count), depth: Self.insideCollection)
        writer.expect(nil)
        unfinished.append(Unfinished(index: count, key: "", writer: writer, replaced: nil))
        count += 1
        values.append(.null)
        return writer
    }

    // MARK: Hints

    /// What was under a key that was just written.
    private func oldTree(_ key: String) -> Tree? {
        if let guide, let old { return old.values[guide.members[count - 1].place] }
        return hint.object?[key]
    }

    private func oldTrace(_ key: String) -> Trace? {
        guard let trace = hint.trace, !trace.children.isEmpty, let shape = trace.shape else { return nil }
        if shape === guide { return oldTrace(at: count - 1) }
        return shape.index(of: key, near: count - 1).flatMap { oldTrace(at: $0) }
    }

    private func oldTrace(at index: Int) -> Trace? {
        guard let trace = hint.trace, index < trace.children.count else { return nil }
        return trace.children[index]
    }

    private func oldElement(_ index: Int) -> Hint {
        guard let node = hint.array, index < node.elements.count else { return .none }
        return Hint(tree: node.elements[index], trace: oldTrace(at: index))
    }

    // MARK: Places

    private func set(_ encoded: Encoded, at index: Int) {
        set(encoded.tree, at: index)
        guard let trace = encoded.trace else { return }
        if hasOldChildren {
            if trace === oldTrace(at: index) { return }
            copyOldChildren()
        }
        while children.count <= index { children.append(nil) }
        children[index] = trace
    }

    /// Sets a value that has no trace, or none yet.
    private func set(_ tree: Tree, at index: Int) {
        if let members {
            let place = members[index].place
            if hasOldValues {
                if let old, old.isIdentical(to: tree, at: place) { return }
                copyOldValues()
            } else if values.isEmpty {
                values = Array(repeating: .null, count: members.count)
            }
            values[place] = tree
            if hasOldChildren, oldTrace(at: index) != nil { copyOldChildren() }
        } else if index < values.count {
            values[index] = tree
        } else {
            values.append(tree)
        }
        if index < children.count { children[index] = nil }
    }

    // MARK: Finishing

    /// What has been written: nothing at all is an empty object.
    /// - Parameter memory: the value itself, if it is to be remembered whole.
    func finish(remembering memory: Memory? = nil) -> Encoded {
        if context.hasConflict { return Encoded(tree: .null, trace: nil) }
        if !unfinished.isEmpty { finishNested() }
        if content != .keyed { stopFollowing() }
        let tree: Tree
        switch content {
        case .single: return remember(single.tree, trace: single.trace, memory)
        case .nothing: tree = hint.object(ObjectNode(sortedKeys: [], values: []))
        case .unkeyed: tree = hint.array(values)
        case .keyed: tree = object()
        }
        if hasOldValues, hasOldChildren, memory == nil { return Encoded(tree: tree, trace: hint.trace) }
        if hasOldChildren { copyOldChildren() }
        guard memory != nil || !children.isEmpty else { return Encoded(tree: tree, trace: nil) }
        let trace = Trace(tree: tree, memory: memory, shape: finalShape, children: children)
        children = []
        return Encoded(tree: tree, trace: trace)
    }

    /// The single value that was written instead of this one.
    private func remember(_ tree: Tree, trace: Trace?, _ memory: Memory?) -> Encoded {
        guard let memory else { return Encoded(tree: tree, trace: trace) }
        let whole = Trace(tree: tree, memory: memory, shape: trace?.shape, children: trace?.children ?? [])
        return Encoded(tree: tree, trace: whole)
    }

    private func object() -> Tree {
        if let guide {
            if count == guide.count {
                finalShape = guide
                if hasOldValues, let tree = hint.tree { return tree }
                let node = ObjectNode(sortedKeys: guide.sortedNames, values: values)
                values = []
                return old == nil ? hint.object(node) : .object(node)
            }
            writeFreely(after: count)
        }
        guard let shape else { return hint.object(ObjectNode(keys: keys, values: values)) }
        guard shape.isUnique else { return hint.object(ObjectNode(keys: shape.names, values: values)) }
        finalShape = shape
        var sorted = Array(repeating: Tree.null, count: count)
        for index in 0..<count { sorted[shape.members[index].place] = values[index] }
        return hint.object(ObjectNode(sortedKeys: shape.sortedNames, values: sorted))
    }

    private func finishNested() {
        for value in unfinished {
            var encoded = value.writer.finish()
            if let hint = value.replaced { encoded = replaced(encoded, under: value.key, hint: hint) }
            set(encoded, at: value.index)
            value.writer.clear()
        }
        unfinished.removeAll()
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
        stopFollowing()
        return UnkeyedWriter(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleWriter(writer: self)
    }
}
