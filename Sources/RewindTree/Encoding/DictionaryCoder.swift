/// The coder of dictionaries: objects when their keys are texts, else arrays of keys and values in turn.
final class DictionaryCoder<Key: Encodable & Hashable, Value: Encodable>: Coder {
    private let layout = ValueLayout(of: [Key: Value].self)
    private let keyLayout = ValueLayout(of: Key.self)
    private let valueLayout = ValueLayout(of: Value.self)
    private let isObject = DictionaryKey.isText(Key.self)
    /// Looking for a key runs its type's code, too.
    private let hasIsolatedKeys = ConformanceIsolation.isIsolated(Key.self)

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
        let stride = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
        parent.context.countStorage(of: dictionary.capacity, stride: stride)
        let memory = hint.trace?.memory(of: [Key: Value].self, as: DictionaryMemory<Key, Value>.self)
        var writer = parent.context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { parent.context.recycle(&writer) }
        let borrowedCount = parent.context.borrowedCount
        var traces: [Key: Trace] = [:]
        let tree: Tree
        if isObject, let object = try objectTree(dictionary, in: writer, memory, hint, &traces) {
            tree = object
        } else {
            traces = [:]
            tree = hint.array(try pairs(dictionary, in: writer))
        }
        let isProof = parent.context.isRemembering && parent.context.borrowedCount == borrowedCount
        let retaining = dictionary.isEmpty || !isProof ? nil : layout
        guard retaining != nil || !traces.isEmpty else { return Encoded(tree: tree, trace: nil) }
        let newMemory = DictionaryMemory(pointer, layout: retaining, traces: traces)
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: newMemory))
    }

    /// An object; nil when two keys have the same text.
    private func objectTree(
        _ dictionary: [Key: Value],
        in writer: TreeWriter,
        _ memory: DictionaryMemory<Key, Value>?,
        _ hint: Hint,
        _ traces: inout [Key: Trace]
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
                if isSame(valueLayout, value, entry.value) {
                    if let oldTraces = memory?.traces, !oldTraces.isEmpty { traces[key] = oldTraces[key] }
                    continue
                }
            }
            guard let text = DictionaryKey.text(of: key) else { return nil }
            let name = filter?.name(for: text) ?? text
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
            traces[key] = encoded.trace
        }
        let changed = ObjectNode(keys: texts, values: trees)
        guard let old, let oldNode else {
            return changed.keys.count == dictionary.count ? hint.object(changed) : nil
        }
        var removed: [String] = []
        if kept < old.count {
            for key in old.keys {
                let isKept = dictionary.index(forKey: key).map { isSame(keyLayout, key, dictionary[$0].key) } ?? false
                if !isKept, let text = DictionaryKey.text(of: key) { removed.append(filter?.name(for: text) ?? text) }
            }
        }
        let node = oldNode.merging(changed, removing: removed)
        return node.keys.count == dictionary.count ? hint.object(node) : nil
    }

    /// The keys of the last dictionary with their values.
    ///
    /// A changed copy of a dictionary has what it shares with the other in the same order. So the next entry is most
    /// likely that of the next key, and no hash has to be taken.
    private struct OldEntries {
        private let dictionary: [Key: Value]
        private var next: [Key: Value].Index

        init(_ dictionary: [Key: Value]?) {
            self.dictionary = dictionary ?? [:]
            next = self.dictionary.startIndex
        }

        /// The entry of a key that is the same as this one, which `isSame` tells.
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

    /// What the value under a key left, if the key had the same text: one that is equal may have another.
    private func trace(of key: Key, _ text: String, in memory: DictionaryMemory<Key, Value>) -> Trace? {
        guard let index = memory.traces.index(forKey: key) else { return nil }
        let old = memory.traces[index]
        let isSame = isSame(keyLayout, key, old.key) || DictionaryKey.text(of: old.key)?.hasSameBytes(as: text) == true
        return isSame ? old.value : nil
    }

    /// Keys and values in turn, as `Codable` has it, in the order of the keys' texts.
    private func pairs(_ dictionary: [Key: Value], in writer: TreeWriter) throws -> [Tree] {
        var pairs: [(text: String, key: Tree, value: Tree)] = []
        pairs.reserveCapacity(dictionary.count)
        for (key, value) in dictionary {
            let keyTree = try writer.encode(key, key: IndexKey(pairs.count * 2), hint: .none).tree
            let text = DictionaryKey.text(of: key) ?? ""
            let valueTree = try writer.encode(
                value,
                key: IndexKey(pairs.count * 2 + 1),
                text: text,
                isCovered: writer.context.filter?.covers(text) ?? false,
                hint: .none
            ).tree
            pairs.append((keyTree.text, keyTree, valueTree))
        }
        pairs.sort { left, right in
            left.text.hasSameBytes(as: right.text)
                ? left.value.text.precedesInBytes(right.value.text)
                : left.text.precedesInBytes(right.text)
        }
        return pairs.flatMap { [$0.key, $0.value] }
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
