import Foundation

/// The coder of dictionaries.
///
/// Dictionaries that encode themselves are objects if their keys are texts, otherwise arrays of alternating keys and
/// values. Those that are read are always objects.
final class DictionaryCoder<Key: Hashable, Value>: Coder {
    private let keys: CollectionPart<Key>
    private let values: CollectionPart<Value>
    /// Returns the text of a key that is read.
    private let name: (Key, TreeWriter) throws -> String?
    private lazy var layout = ValueLayout(of: [Key: Value].self)
    private lazy var keyLayout = keys.isReflected ? keys.layout : ValueLayout(of: Key.self)
    private lazy var valueLayout = values.layout
    private lazy var table = LayoutTable(isReflected: values.isReflected)
    private lazy var keyTable = LayoutTable(isReflected: keys.isReflected)
    private let isObject: Bool
    private var keyCoder: (any Coder)?
    private var valueCoder: (any Coder)?

    init(
        _ keys: CollectionPart<Key>,
        _ values: CollectionPart<Value>,
        isObject: Bool,
        name: @escaping (Key, TreeWriter) throws -> String?
    ) {
        self.keys = keys
        self.values = values
        self.isObject = isObject
        self.name = name
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        // Looking up a key also runs code of its type.
        guard keys.isUsableHere else { throw parent.context.report(isolated: Key.self) }
        let pointer = value.assumingMemoryBound(to: [Key: Value].self)
        let dictionary = pointer.pointee
        let context = parent.context
        let memory = hint.trace?.memory(of: [Key: Value].self, as: DictionaryMemory<Key, Value>.self)
        if let old = memory?.retained, memcmp(old, pointer, MemoryLayout<[Key: Value]>.size) == 0 {
            if let encoded = unchanged(memory, hint) { return encoded }
        } else {
            let stride = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
            context.countStorage(of: dictionary.capacity, stride: stride)
        }
        var writer = context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }
        let borrowedCount = context.borrowedCount
        let canRetain =
            !keys.isReflected && !dictionary.isEmpty && context.isRemembering && keyLayout != nil && valueLayout != nil
            && values.isUsableHere
        let old =
            keys.isReflected
            ? keys.canLookUp && (hint.trace == nil || memory != nil)
                ? hint.old?.assumingMemoryBound(to: [Key: Value].self).pointee : nil
            : memory?.retained?.pointee
        var changes = Changes(isWatching: canRetain)
        let tree: Tree
        if isObject, let object = try objectTree(dictionary, in: writer, old, memory, hint, &changes) {
            tree = object
        } else if keys.isReflected {
            // Which key has which number is not known the next time, and the trace says so.
            let tree = try numberedTree(dictionary, in: writer)
            return Encoded(tree: tree, trace: Trace(tree: tree, memory: nil))
        } else {
            changes = Changes(isWatching: canRetain)
            tree =
                try changedPairs(dictionary, in: writer, memory, hint, &changes)
                ?? hint.array(pairs(dictionary, in: writer, &changes))
        }
        let isRetained = canRetain && context.borrowedCount == borrowedCount
        guard isRetained || !changes.traces.isEmpty else { return Encoded(tree: tree, trace: nil) }
        let newMemory = DictionaryMemory(
            pointer,
            isRetained: isRetained,
            layout: isRetained ? layout : nil,
            traces: changes.traces,
            watches: isRetained ? changes.watches : [:]
        )
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: newMemory))
    }

    /// The traces and watches of the values, for the next encoding.
    private struct Changes {
        let isWatching: Bool
        var traces: [Key: Trace] = [:]
        var watches: [Key: Watch] = [:]

        /// Keeps the trace and watch of a key whose value is unchanged.
        mutating func keep(_ key: Key, of memory: DictionaryMemory<Key, Value>?) {
            guard let memory else { return }
            if !memory.traces.isEmpty { traces[key] = memory.traces[key] }
            if !memory.watches.isEmpty { watches[key] = memory.watches[key] }
        }
    }

    /// Starts to watch a value, before it is encoded.
    private func watch(_ value: Value, under key: Key, _ changes: inout Changes) {
        guard changes.isWatching, let valueLayout, !valueLayout.references.isEmpty else { return }
        changes.watches[key] = withUnsafePointer(to: value) { Watch.make($0, valueLayout, table) }
    }

    /// Returns true if the value of a key is the old one, and the objects it refers to are unchanged.
    private func isSame(_ value: Value, _ old: Value, of key: Key, _ memory: DictionaryMemory<Key, Value>?) -> Bool {
        guard let valueLayout else { return false }
        let isSame = withUnsafePointer(to: value) { value in
            withUnsafePointer(to: old) { old in table.isSame(value, old, valueLayout) }
        }
        guard isSame, let memory else { return isSame }
        if values.isReflected { return memory.traces[key] == nil }
        return memory.watches.isEmpty || memory.watches[key]?.holds ?? true
    }

    /// Returns the previous encoding of a dictionary with the same storage; nil if a value has changed in place.
    private func unchanged(_ memory: DictionaryMemory<Key, Value>?, _ hint: Hint) -> Encoded? {
        guard let memory, let tree = hint.tree, let trace = hint.trace, trace.replaced == nil else { return nil }
        return memory.watches.values.allSatisfy(\.holds) ? Encoded(tree: tree, trace: trace) : nil
    }

    /// Encodes a dictionary as an object; returns nil if two keys have the same text.
    private func objectTree(
        _ dictionary: [Key: Value],
        in writer: TreeWriter,
        _ old: [Key: Value]?,
        _ memory: DictionaryMemory<Key, Value>?,
        _ hint: Hint,
        _ changes: inout Changes
    ) throws -> Tree? {
        let filter = writer.context.filter
        let oldNode = hint.object
        let old = oldNode == nil ? nil : old
        var kept = 0
        var texts: [String] = []
        var trees: [Tree] = []
        var oldEntries = OldEntries(old)
        for (key, value) in dictionary {
            let entry = oldEntries.entry(of: key, isSame: { isSame(keyLayout, key, $0) })
            if let entry {
                kept += 1
                if isSame(value, entry.value, of: key, memory) {
                    changes.keep(key, of: memory)
                    continue
                }
            }
            guard let text = try name(key, writer) else { return nil }
            let member = filter?.name(for: text) ?? text
            watch(value, under: key, &changes)
            let oldTrace: Trace? = try memory.flatMap { memory in try trace(of: key, text, in: memory, writer) }
            let oldHint = oldTrace.map { Hint($0) } ?? Hint(tree: oldNode?[member], trace: nil)
            let encoded = try encode(value, under: text, in: writer, hint: oldHint, old: entry?.value)
            texts.append(member)
            trees.append(encoded.tree)
            if let trace = encoded.trace, keys.canLookUp { changes.traces[key] = trace }
        }
        let changed = ObjectNode(keys: texts, values: trees)
        guard let old, let oldNode else {
            return changed.keys.count == dictionary.count ? hint.object(changed) : nil
        }
        var removed: [String] = []
        if kept < old.count {
            for key in old.keys {
                guard !isKept(key, in: dictionary), let text = try name(key, writer) else { continue }
                removed.append(filter?.name(for: text) ?? text)
            }
        }
        let node = oldNode.merging(changed, removing: removed)
        return node.keys.count == dictionary.count ? hint.object(node) : nil
    }

    /// Encodes the value of a key, and replaces it if the filter covers the key.
    private func encode(
        _ value: Value,
        under text: String,
        in writer: TreeWriter,
        hint: Hint,
        old: Value?
    ) throws -> Encoded {
        let coder = valueCoder ?? values.coder(in: writer.context)
        valueCoder = coder
        let isCovered = writer.context.filter?.covers(text) ?? false
        guard values.isReflected else {
            let inner = isCovered ? hint.beforeReplacement : hint
            let encoded = try values.encode(value, with: coder, in: writer, key: TextKey(text), hint: inner)
            return isCovered ? writer.replaced(encoded, under: text, hint: hint) : encoded
        }
        let slot = ReflectedSlot(writer.context, label: text, coder: coder)
        return try withUnsafePointer(to: value) { value in
            guard let old, hint.tree != nil else { return try slot.encode(value, in: writer, hint: .none) }
            return try withUnsafePointer(to: old) { old in
                try slot.encode(value, in: writer, hint: Hint(tree: hint.tree, trace: hint.trace, old: old))
            }
        }
    }

    /// Encodes a dictionary with keys of the same text, which are numbered in the order of the keys.
    private func numberedTree(_ dictionary: [Key: Value], in writer: TreeWriter) throws -> Tree {
        let entries = try dictionary.map { key, value in
            let text = try name(key, writer) ?? ""
            return (
                name: text,
                key: try tree(of: key, at: 0, in: writer).text,
                value: try encode(value, under: text, in: writer, hint: .none, old: nil).tree
            )
        }
        .map { (name: $0.name, order: $0.name + "\0" + $0.key + "\0" + $0.value.text, value: $0.value) }
        .sorted { $0.order.precedesInBytes($1.order) }
        let filter = writer.context.filter
        let names = MemberNames.numbered(entries.map { filter?.name(for: $0.name) ?? $0.name })
        return .object(ObjectNode(zip(names, entries.map(\.value))))
    }

    /// The keys of the previous dictionary with their values.
    ///
    /// A changed copy of a dictionary has the shared entries in the same order. So the next entry most likely belongs
    /// to the next key, and no hash is needed.
    private struct OldEntries {
        private let dictionary: [Key: Value]
        private var next: [Key: Value].Index

        init(_ dictionary: [Key: Value]?) {
            self.dictionary = dictionary ?? [:]
            next = self.dictionary.startIndex
        }

        /// Returns the entry of a key that `isSame` accepts as equal to this one.
        mutating func entry(of key: Key, isSame: (Key) -> Bool) -> (key: Key, value: Value)? {
            if next != dictionary.endIndex {
                let entry = dictionary[next]
                if isSame(entry.key) {
                    dictionary.formIndex(after: &next)
                    return entry
                }
            }
            guard let index = dictionary.index(forKey: key) else { return nil }
            let entry = dictionary[index]
            guard isSame(entry.key) else { return nil }
            next = dictionary.index(after: index)
            return entry
        }
    }

    /// Returns the trace of the value under a key, if the key had the same text: equal keys may have different texts.
    private func trace(
        of key: Key,
        _ text: String,
        in memory: DictionaryMemory<Key, Value>,
        _ writer: TreeWriter
    ) throws -> Trace? {
        guard let index = memory.traces.index(forKey: key) else { return nil }
        let old = memory.traces[index]
        let isSame = try isSame(keyLayout, key, old.key) || name(old.key, writer)?.hasSameBytes(as: text) == true
        return isSame ? old.value : nil
    }

    /// Encodes a dictionary as alternating keys and values, like `Codable`, in the order of the keys' texts.
    private func pairs(_ dictionary: [Key: Value], in writer: TreeWriter, _ changes: inout Changes) throws -> [Tree] {
        var pairs: [(text: String, key: Tree, value: Tree)] = []
        pairs.reserveCapacity(dictionary.count)
        for (key, value) in dictionary {
            let keyTree = try tree(of: key, at: pairs.count, in: writer)
            watch(value, under: key, &changes)
            let valueTree = try tree(of: value, under: key, at: pairs.count, in: writer, last: nil)
            pairs.append((keyTree.text, keyTree, valueTree))
        }
        pairs.sort { left, right in
            left.text.hasSameBytes(as: right.text)
                ? left.value.text.precedesInBytes(right.value.text)
                : left.text.precedesInBytes(right.text)
        }
        return pairs.flatMap { [$0.key, $0.value] }
    }

    /// Encodes a dictionary that shares most pairs with the previous one. Returns nil if that is unknown, or if a
    /// changed key has the same text as another.
    private func changedPairs(
        _ dictionary: [Key: Value],
        in writer: TreeWriter,
        _ memory: DictionaryMemory<Key, Value>?,
        _ hint: Hint,
        _ changes: inout Changes
    ) throws -> Tree? {
        guard let old = memory?.retained?.pointee, let node = hint.array, node.count == old.count * 2 else {
            return nil
        }
        var changed: [(key: Key, value: Value)] = []
        var added: [(key: Key, value: Value)] = []
        var oldEntries = OldEntries(old)
        for (key, value) in dictionary {
            guard changed.count <= dictionary.count / 4, added.count <= PairsDraft.longestChange else { return nil }
            if let entry = oldEntries.entry(of: key, isSame: { isSame(keyLayout, key, $0) }) {
                if isSame(value, entry.value, of: key, memory) {
                    changes.keep(key, of: memory)
                } else {
                    changed.append((key, value))
                }
            } else {
                added.append((key, value))
            }
        }
        let removedCount = old.count - (dictionary.count - added.count)
        guard removedCount <= PairsDraft.longestChange else { return nil }
        var draft = PairsDraft(node)
        if removedCount > 0 {
            for key in old.keys where !isKept(key, in: dictionary) {
                guard draft.remove(try tree(of: key, at: 0, in: writer).text) else { return nil }
            }
        }
        for (key, value) in added {
            let keyTree = try tree(of: key, at: 0, in: writer)
            watch(value, under: key, &changes)
            let valueTree = try tree(of: value, under: key, at: 0, in: writer, last: nil)
            guard draft.insert(keyTree, valueTree) else { return nil }
        }
        for (key, value) in changed {
            guard let index = draft.onlyIndex(of: try tree(of: key, at: 0, in: writer).text) else { return nil }
            watch(value, under: key, &changes)
            draft.set(try tree(of: value, under: key, at: index, in: writer, last: draft.value(at: index)), at: index)
        }
        return draft.finish(hint)
    }

    private func tree(of key: Key, at index: Int, in writer: TreeWriter) throws -> Tree {
        let coder = keyCoder ?? keys.coder(in: writer.context)
        keyCoder = coder
        return try keys.encode(key, with: coder, in: writer, key: IndexKey(index * 2), hint: .none).tree
    }

    private func tree(of value: Value, under key: Key, at index: Int, in writer: TreeWriter, last: Tree?) throws -> Tree
    {
        let text = DictionaryKey.text(of: key) ?? ""
        let coder = valueCoder ?? values.coder(in: writer.context)
        valueCoder = coder
        let isCovered = writer.context.filter?.covers(text) ?? false
        let hint = Hint(tree: last, trace: nil)
        let key = IndexKey(index * 2 + 1)
        guard isCovered else { return try values.encode(value, with: coder, in: writer, key: key, hint: hint).tree }
        let encoded = try values.encode(value, with: coder, in: writer, key: key, hint: hint.beforeReplacement)
        return writer.replaced(encoded, under: text, hint: hint).tree
    }

    /// Returns true if a dictionary has a key with the same bytes as this one.
    private func isKept(_ key: Key, in dictionary: [Key: Value]) -> Bool {
        dictionary.index(forKey: key).map { isSame(keyLayout, key, dictionary[$0].key) } ?? false
    }

    private func isSame(_ layout: ValueLayout?, _ left: Key, _ right: Key) -> Bool {
        guard let layout else { return false }
        return withUnsafePointer(to: left) { left in
            withUnsafePointer(to: right) { right in keyTable.isSame(left, right, layout) }
        }
    }
}

extension Dictionary: SpeciallyEncodable where Key: Encodable, Value: Encodable {
    static func makeCoder() -> any Coder {
        DictionaryCoder<Key, Value>(.encoded, .encoded, isObject: DictionaryKey.isText(Key.self)) { key, _ in
            DictionaryKey.text(of: key)
        }
    }
}
