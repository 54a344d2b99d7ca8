extension TreeWriter {
    /// Returns the writer of a member that is a container: the existing one, or a new one that continues a value
    /// already written under the key. The value of a super encoder in use under the key replaces it.
    func nested(key: some CodingKey, _ kind: Content) -> TreeWriter {
        let text = key.stringValue
        guard let index = lastIndex(of: text) else { return began(key: key) }
        if unfinished.isSuper(at: index, keptFrom: kind) {
            let replaced = TreeWriter(context: context)
            guard hasRoom else { return replaced.cutOff() }
            replaced.start(in: self, key: key, hint: .none, depth: depth + 1)
            return replaced
        }
        if let writer = unfinished.writer(at: index) { return writer }
        let isCovered = context.filter?.covers(text) ?? false
        let written = written(at: index)
        let old = isCovered ? nil : hint.object?[name(of: text)]
        let writer = TreeWriter(context: context)
        // The value written under the key is then the marker.
        guard hasRoom else { return writer.cutOff() }
        writer.start(in: self, key: key, hint: Hint(tree: old, trace: nil), depth: depth + 1)
        // A value that the filter replaced as a whole is discarded, and writing continues from the original.
        if let tree = isCovered ? written.trace?.replaced?.tree : written.tree {
            writer.write(Encoded(tree: tree, trace: nil))
        }
        let hint = isCovered ? Hint.none : nil
        unfinished.insert(UnfinishedValues.Value(index: index, key: text, writer: writer, replaced: hint))
        return writer
    }

    /// Reserves a slot for a member with its own writer, even if a value was written under the key.
    func began(key: some CodingKey, isSuper: Bool = false) -> TreeWriter {
        let text = key.stringValue
        let isCovered = advance(to: text)
        let hint = oldMember(text)
        let writer = TreeWriter(context: context)
        guard hasRoom else {
            set(Tree.tooDeep, at: count - 1)
            return writer.cutOff()
        }
        writer.start(in: self, key: key, hint: isCovered ? hint.beforeReplacement : hint, depth: depth + 1)
        writer.expect(root)
        let replaced = isCovered ? hint : nil
        unfinished.insert(
            UnfinishedValues.Value(index: count - 1, key: text, writer: writer, isSuper: isSuper, replaced: replaced)
        )
        if !hasOldValues { set(.null, at: count - 1) }
        return writer
    }

    /// Reserves a slot for an element with its own writer.
    func nestedElement() -> TreeWriter {
        let index = appendSlot()
        let writer = TreeWriter(context: context)
        guard hasRoom else {
            set(Tree.tooDeep, at: index)
            return writer.cutOff()
        }
        writer.start(in: self, key: IndexKey(index), hint: oldElement(index), depth: Self.insideCollection)
        writer.expect(root)
        unfinished.insert(UnfinishedValues.Value(index: index, key: "", writer: writer, replaced: nil))
        return writer
    }

    func finishNested() {
        for value in unfinished.values {
            var encoded = value.writer.finish()
            if let hint = value.replaced { encoded = replaced(encoded, under: value.key, hint: hint) }
            set(encoded, at: value.index)
        }
        unfinished.clear()
    }

    /// True if a container may be nested in this one.
    private var hasRoom: Bool {
        level < EncodingContext.freeLevels || context.hasRoom(at: level)
    }

    /// Returns the index of the last member with the name of a key.
    private func lastIndex(of key: String) -> Int? {
        if let guide {
            // The keys of a guide differ.
            if guide.isKey(key, at: count) { return nil }
            return guide.lastIndex(of: name(of: key), before: count)
        }
        if count == 0 { return nil }
        let name = name(of: key)
        return shape.map { $0.lastIndex(of: name, before: count) } ?? unfinished.lastIndex(of: name, in: keys)
    }
}
