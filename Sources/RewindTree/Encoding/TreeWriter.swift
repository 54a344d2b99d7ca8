/// The encoder of one value, and its output.
///
/// An object most likely has the same keys as the previous one in its place. As long as they come in the same order,
/// the writer follows their shape: it finds a member by its index, and keeps the previous members in place until one
/// differs. From the first other key on, it writes freely.
///
/// A value that throws leaves nothing behind: its slot is removed.
///
/// The exclusivity checks are off because they would run for every field of every value. This is safe: no method calls
/// code outside this file, or the file of nested values, while it changes a property.
final class TreeWriter: Encoder {
    enum Content {
        case nothing, single, keyed, unkeyed
    }

    let context: EncodingContext
    /// The depth that stands for any depth inside a collection.
    static let insideCollection = 1 << 30
    /// The number of values around this one.
    @exclusivity(unchecked) private(set) var depth = 0
    /// A lower bound of the number of values around this one, including those that write only one value.
    @exclusivity(unchecked) private(set) var level = 0
    @exclusivity(unchecked) private var parent: TreeWriter?
    @exclusivity(unchecked) private var key: (any CodingKey)?
    @exclusivity(unchecked) private(set) var hint = Hint.none

    @exclusivity(unchecked) private var content = Content.nothing
    @exclusivity(unchecked) private var single = Encoded(tree: .null, trace: nil)
    /// The number of members or elements written.
    @exclusivity(unchecked) private(set) var count = 0
    /// The empty shape. It is not retained, which is safe because the context, or a coder in it, retains it.
    @exclusivity(unchecked) private(set) unowned(unsafe) var root: Shape
    /// The shape that the writer follows, and its keys.
    @exclusivity(unchecked) private(set) var guide: Shape?
    @exclusivity(unchecked) private var members: UnsafeMutableBufferPointer<Shape.Member>?
    /// The previous object in this place, if it has the guide's shape.
    @exclusivity(unchecked) private var old: ObjectNode?
    /// The proofs of its members, if there are any.
    @exclusivity(unchecked) private var oldProofs: UnsafeMutableBufferPointer<Proof?>?
    /// True while all values are those of the old object; then none are written.
    @exclusivity(unchecked) private(set) var hasOldValues = false
    /// True while all traces are those of the old object; then none are written.
    @exclusivity(unchecked) private var hasOldChildren = false
    /// The keys written freely, as long as they have a shape.
    @exclusivity(unchecked) private(set) var shape: Shape?
    /// The names of the keys written freely, if they have no shape.
    @exclusivity(unchecked) private(set) var keys: [String] = []
    /// The values written: in canonical order for a guide's keys, otherwise in the order they were written.
    @exclusivity(unchecked) private var values: [Tree] = []
    /// The traces of the written values, in that order; shorter if the rest have no traces.
    @exclusivity(unchecked) private var children: [Trace?] = []
    /// Values that may still grow, and their slots.
    @exclusivity(unchecked) var unfinished = UnfinishedValues()
    /// The shape of the finished object; nil for other values, or without a shape that can be followed.
    @exclusivity(unchecked) private(set) var finalShape: Shape?

    init(context: EncodingContext) {
        self.context = context
        root = context.emptyShape
    }

    /// Prepares a new or cleared writer for a value.
    func start(in parent: TreeWriter, key: (any CodingKey)?, hint: Hint, depth: Int) {
        self.parent = parent
        self.key = key
        self.hint = hint
        self.depth = depth
        level = parent.level + 1
        finalShape = nil
    }

    /// Makes a new writer discard its value and cut off everything nested in it. It does not retain the writers around
    /// it, because there may be any number of them.
    func cutOff() -> TreeWriter {
        level = Tree.depthLimit
        return self
    }

    /// Follows the keys of a shape, if those of the previous value in this place are not known.
    func expect(_ shape: Shape?) {
        let trace = hint.trace
        guard let guide = trace?.shape ?? shape else { return }
        root = guide.root
        guard guide.count > 0, guide.isUnique else { return }
        self.guide = guide
        members = guide.members
        guard let node = hint.object, node.keys.hasSameStorage(as: guide.sortedNames) else { return }
        old = node
        hasOldValues = true
        guard let trace, trace.shape === guide else { return }
        oldProofs = trace.proofs
        hasOldChildren = true
    }

    /// Resets the writer, but keeps its allocated memory.
    func clear() {
        if !unfinished.isEmpty { unfinished.clear() }
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

    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    // MARK: Encoding

    /// Encodes a value inside this one, without writing it. An unchanged value is not visited.
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

    /// Encodes a value in memory with a coder that reads it. If it holds something that may change unnoticed, the result
    /// has a trace, and the value is encoded again each time.
    func reflect(
        at value: UnsafeRawPointer,
        with coder: any Coder,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        guard level < EncodingContext.freeLevels || !coder.nests || context.hasRoom(at: level) else {
            return Encoded(tree: Tree.tooDeep, trace: nil)
        }
        let borrowedCount = context.borrowedCount
        let encoded = try coder.encode(value, in: self, key: key, hint: hint)
        guard context.borrowedCount != borrowedCount, encoded.trace == nil else { return encoded }
        return Encoded(tree: encoded.tree, trace: Trace(tree: encoded.tree, memory: nil))
    }

    // MARK: Single values

    func write(_ scalar: Tree) {
        write(Encoded(tree: filtered(scalar, key: { nil }, hint: hint.tree), trace: nil))
    }

    func encode<T: Encodable>(single value: T) throws {
        write(try encode(value, key: nil, hint: hint))
    }

    /// Writes a value as the single one.
    func write(_ encoded: Encoded) {
        if content == .keyed || content == .unkeyed { reportConflict() }
        content = .single
        single = encoded
    }

    // MARK: Members

    func write(_ scalar: Tree, key: some CodingKey) {
        let text = key.stringValue
        let isCovered = advance(to: text)
        if scalar.isLongText { context.countStorage(of: scalar, last: oldTree(text)) }
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
        do {
            set(try encode(value, key: key, text: text, isCovered: isCovered, hint: oldMember(text)), at: index)
        } catch {
            takeBack(index)
            throw error
        }
    }

    /// Makes a key the next one to write. Returns true if the filter covers it.
    func advance(to key: String) -> Bool {
        let index = count
        count += 1
        if let members {
            if index < members.count, members[index].isKey(key) { return members[index].isCovered }
            writeFreely(after: index)
        }
        values.append(.null)
        if index == 0 { shape = root }
        if let current = shape {
            shape = current.adding(key)
            if let shape { return shape.members[shape.count - 1].isCovered }
            keys = current.names
        }
        let name = name(of: key)
        keys.append(name)
        unfinished.add(name, at: index)
        return context.filter?.covers(key) ?? false
    }

    /// Returns the name to write for a key.
    func name(of key: String) -> String {
        context.filter?.name(for: key) ?? key
    }

    /// Removes the last member or element, whose value has thrown.
    private func takeBack(_ index: Int) {
        // A value may have written to its container, which then no longer knows which slot is its own.
        guard index == count - 1 else { return reportConflict() }
        count = index
        // The slots of the guide's keys are removed once a key other than the expected one is written.
        if members != nil { return }
        values.removeLast()
        if content != .keyed { return }
        if let shape {
            self.shape = shape.prefix(index)
        } else {
            unfinished.removeLast(keys.removeLast())
        }
    }

    /// Stops following the guide after `count` of its keys.
    private func writeFreely(after count: Int) {
        guard let guide else { return }
        if hasOldValues { copyOldValues() }
        if hasOldChildren { copyOldChildren() }
        let sorted = values
        values = (0..<count).map { sorted[guide.members[$0].position] }
        if children.count > count { children.removeSubrange(count...) }
        shape = guide.prefix(count)
        stopFollowing()
    }

    /// Continues with the members or elements of the single value.
    private func adopt(_ values: [Tree], _ keys: [String] = []) {
        stopFollowing()
        self.keys = keys
        self.values = values
        count = values.count
        single = Encoded(tree: .null, trace: nil)
    }

    /// Starts again from nothing: the result of a conflict is not used.
    private func reportConflict() {
        context.report(conflictAt: self)
        shape = nil
        unfinished.clear()
        adopt([])
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

    /// Reserves a slot for an element.
    func appendSlot() -> Int {
        values.append(.null)
        count += 1
        return count - 1
    }

    func encode<T: Encodable>(element value: T) throws {
        let index = appendSlot()
        do {
            set(try encode(value, key: IndexKey(index), hint: oldElement(index)), at: index)
        } catch {
            takeBack(index)
            throw error
        }
    }

    // MARK: Hints

    /// Returns the previous value under the key that was just written.
    func oldMember(_ key: String) -> Hint {
        oldTrace(key).map { Hint($0) } ?? Hint(tree: oldTree(key), trace: nil)
    }

    /// Returns the previous tree under the key that was just written.
    private func oldTree(_ key: String) -> Tree? {
        if let guide, let old { return old.values[guide.members[count - 1].position] }
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

    /// Returns the previous element at an index.
    func oldElement(_ index: Int) -> Hint {
        guard let node = hint.array, index < node.count else { return .none }
        return Hint(tree: node[index], trace: oldTrace(at: index))
    }

    // MARK: Slots

    /// Returns the value written at an index, even if it is unfinished.
    func written(at index: Int) -> Encoded {
        let position = members?[index].position ?? index
        let tree = hasOldValues ? old?.values[position] : values[position]
        let trace = hasOldChildren ? oldTrace(at: index) : index < children.count ? children[index] : nil
        return Encoded(tree: tree ?? .null, trace: trace)
    }

    func set(_ encoded: Encoded, at index: Int) {
        set(encoded.tree, at: index)
        guard let trace = encoded.trace else { return }
        if hasOldChildren {
            if trace === oldTrace(at: index) { return }
            copyOldChildren()
        }
        while children.count <= index { children.append(nil) }
        children[index] = trace
    }

    /// Sets a value that has no trace, or not yet.
    func set(_ tree: Tree, at index: Int) {
        if let members {
            let position = members[index].position
            if hasOldValues {
                if let old, old.isIdentical(to: tree, at: position) { return }
                copyOldValues()
            } else if values.isEmpty {
                values = Array(repeating: .null, count: members.count)
            }
            values[position] = tree
            if hasOldChildren, oldTrace(at: index) != nil { copyOldChildren() }
        } else if index < values.count {
            values[index] = tree
        }
        if index < children.count { children[index] = nil }
    }

    // MARK: Finishing

    /// Returns the written value; an empty object if nothing was written.
    /// - Parameter memory: The value itself, if it is remembered as a whole.
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

    /// Returns the single value that was written instead of this one.
    private func remember(_ tree: Tree, trace: Trace?, _ memory: Memory?) -> Encoded {
        guard let memory else { return Encoded(tree: tree, trace: trace) }
        let whole = Trace(
            tree: tree,
            memory: memory,
            shape: trace?.shape,
            children: trace?.children ?? [],
            elements: trace?.elements ?? PersistentVector(),
            watches: trace?.watches ?? PersistentVector()
        )
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
        for index in 0..<count { sorted[shape.members[index].position] = values[index] }
        return hint.object(ObjectNode(sortedKeys: shape.sortedNames, values: sorted))
    }

    // MARK: Encoder

    /// Returns true if a container of this kind may be requested.
    func mayBecome(_ kind: Content) -> Bool {
        switch (content, single.tree) {
        case (.nothing, _): true
        case (.single, .object): kind == .keyed
        case (.single, .array): kind == .unkeyed
        default: content == kind
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        switch content {
        case .nothing, .keyed: break
        case .single:
            if case .object(let node) = single.tree { adopt(node.values, node.keys) } else { reportConflict() }
        case .unkeyed: reportConflict()
        }
        content = .keyed
        return KeyedEncodingContainer(KeyedWriter(writer: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        switch content {
        case .nothing, .unkeyed: stopFollowing()
        case .single:
            if case .array(let node) = single.tree { adopt(node.elements) } else { reportConflict() }
        case .keyed: reportConflict()
        }
        content = .unkeyed
        return UnkeyedWriter(writer: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleWriter(writer: self)
    }
}
