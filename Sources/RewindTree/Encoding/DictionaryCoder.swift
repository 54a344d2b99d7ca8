import Foundation

/// The coder of dictionaries: objects if their keys are texts, otherwise arrays of alternating keys and values.
final class DictionaryCoder<Key: Encodable & Hashable, Value: Encodable>: Coder {
    private lazy var layout = ValueLayout(of: [Key: Value].self)
    private lazy var keyLayout = ValueLayout(of: Key.self)
    private lazy var valueLayout = ValueLayout(watching: Value.self)
    private let table = LayoutTable()
    private let isObject = DictionaryKey.isText(Key.self)
    /// Looking up a key also runs code of its type.
    private let hasIsolatedKeys = ConformanceIsolation.isIsolated(Key.self)
    /// Watching reads the objects that a value refers to.
    private let hasIsolatedValues = ConformanceIsolation.isIsolated(Value.self)

    func encode(
        _ value: UnsafeRawPointer,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        if hasIsolatedKeys, !ConformanceIsolation.isUsableHere(Key.self) {
            throw parent.context.report(isolated: Key.self)
        }
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
        let canWatch = !hasIsolatedValues || ConformanceIsolation.isUsableHere(Value.self)
        let canRetain =
            !dictionary.isEmpty && context.isRemembering && keyLayout != nil && valueLayout != nil && canWatch
        var changes = Changes(isWatching: canRetain)
        let tree: Tree
        if isObject, let object = try objectTree(dictionary, in: writer, memory, hint, &changes) {
            tree = object
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
        guard isSame, let memory, !memory.watches.isEmpty else { return isSame }
        return memory.watches[key]?.holds ?? true
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
        _ memory: DictionaryMemory<Key, Value>?,
        _ hint: Hint,
        _ changes: inout Changes
    ) throws -> Tree? {
        let filter = writer.context.filter
        let oldNode = hint.object
        let old = oldNode == nil ? nil : memory?.retained?.pointee
        var kept = 0
        var texts: [String] = []
        var trees: [Tree] = []
        var oldEntries = OldEntries(old)
        for (key, value) in dictionary {
            if let entry = oldEntries.entry(of: key, isSame: { isSame(keyLayout, key, $0) }) {
                kept += 1
                if isSame(value, entry.value, of: key, memory) {
                    changes.keep(key, of: memory)
                    continue
                }
            }
            guard let text = DictionaryKey.text(of: key) else { return nil }
            let name = filter?.name(for: text) ?? text
            watch(value, under: key, &changes)
            let encoded = try writer.encode(
                value,
                key: TextKey(text),
                text: text,
                isCovered: filter?.covers(text) ?? false,
                hint: memory.flatMap { trace(of: key, text, in: $0) }.map { Hint($0) }
                    ?? Hint(tree: oldNode?[name], trace: nil)
            )
            texts.append(name)
            trees.append(encoded.tree)
            changes.traces[key] = encoded.trace
        }
        let changed = ObjectNode(keys: texts, values: trees)
        guard let old, let oldNode else {
            return changed.keys.count == dictionary.count ? hint.object(changed) : nil
        }
        var removed: [String] = []
        if kept < old.count {
            for key in old.keys {
                guard !isKept(key, in: dictionary), let text = DictionaryKey.text(of: key) else { continue }
                removed.append(filter?.name(for: text) ?? text)
            }
        }
        let node = oldNode.merging(changed, removing: removed)
        return node.keys.count == dictionary.count ? hint.object(node) : nil
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
    private func trace(of key: Key, _ text: String, in memory: DictionaryMemory<Key, Value>) -> Trace? {
        guard let index = memory.traces.index(forKey: key) else { return nil }
        let old = memory.traces[index]
        let isSame = isSame(keyLayout, key, old.key) || DictionaryKey.text(of: old.key)?.hasSameBytes(as: text) == true
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
        try writer.encode(key, key: IndexKey(index * 2), hint: .none).tree
    }

    private func tree(of value: Value, under key: Key, at index: Int, in writer: TreeWriter, last: Tree?) throws -> Tree
    {
        let text = DictionaryKey.text(of: key) ?? ""
        return try writer.encode(
            value,
            key: IndexKey(index * 2 + 1),
            text: text,
            isCovered: writer.context.filter?.covers(text) ?? false,
            hint: Hint(tree: last, trace: nil)
        ).tree
    }

    /// Returns true if a dictionary has a key with the same bytes as this one.
    private func isKept(_ key: Key, in dictionary: [Key: Value]) -> Bool {
        dictionary.index(forKey: key).map { isSame(keyLayout, key, dictionary[$0].key) } ?? false
    }

    private func isSame<T>(_ layout: ValueLayout?, _ left: T, _ right: T) -> Bool {
        guard let layout else { return false }
        return withUnsafePointer(to: left) { left in
            withUnsafePointer(to: right) { right in layout.isSame(left, right) }
        }
    }
}

extension Dictionary: SpeciallyEncodable where Key: Encodable, Value: Encodable {
    static func makeCoder() -> any Coder { DictionaryCoder<Key, Value>() }
}
