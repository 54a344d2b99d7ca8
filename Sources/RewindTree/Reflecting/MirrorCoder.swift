/// The coder of values that a mirror shows: those whose types provide one, or whose fields are unknown.
final class MirrorCoder<Value>: ReflectingCoder, Coder {
    /// The coder of a collection whose mirror shows its elements.
    private var collection: (any Coder)?

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        if let collection { return try collection.encode(value, in: parent, key: key, hint: hint) }
        let subject = value.assumingMemoryBound(to: Value.self).pointee
        guard coders.hasRoomForMirror() else { return Encoded(tree: .string("…"), trace: nil) }
        let represented = (subject as? RepresentingMirror)?.mirror
        let mirror = represented ?? subject as? Mirror ?? Mirror(reflecting: subject)
        if mirror.displayStyle == .class, represented == nil, !(Value.self is AnyClass) {
            return coders.unrecorded(mirror.subjectType, .object, in: parent, key: key)
        }
        // A set has an order only if its elements have indices.
        let isList =
            mirror.displayStyle == .collection
            || mirror.displayStyle == .set && subject is any RandomAccessCollection
        if isList, !(subject is Mirror), let subject = subject as? any Collection {
            func coder<List: Collection>(_: List) -> any Coder { ReflectedArrayCoder<List>(coders) }
            let coder = coder(subject)
            collection = coder
            return try coder.encode(value, in: parent, key: key, hint: hint)
        }
        if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first?.value else { return Encoded(tree: .null, trace: nil) }
            return try coders.encode(wrapped, in: parent, key: key, hint: Hint(tree: hint.tree, trace: nil))
        }
        var writer = parent.context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { parent.context.recycle(&writer) }
        return Encoded(tree: try tree(of: mirror, subject, in: writer, hint), trace: nil)
    }

    private func tree(of mirror: Mirror, _ subject: Value, in writer: TreeWriter, _ hint: Hint) throws -> Tree {
        switch mirror.displayStyle {
        case .collection: return hint.array(try elements(of: mirror, in: writer, hint))
        // Sorted, because the order of a set varies.
        case .set:
            let elements = try elements(of: mirror, in: writer, .none).map { (text: $0.text, tree: $0) }
            return hint.array(elements.sorted { $0.text.precedesInBytes($1.text) }.map(\.tree))
        case .dictionary:
            let entries = try mirror.children.map { child -> (name: String, value: Any) in
                let pair = Array(Mirror(reflecting: child.value).children.map(\.value))
                guard pair.count == 2 else { return ("…", child.value) }
                return (try coders.name(ofKey: pair[0], in: writer), pair[1])
            }
            return try members(entries, in: writer, hint)
        default:
            var members: [(name: String, value: Any)] = []
            var current: Mirror? = mirror
            while let level = current {
                for (index, child) in level.children.enumerated() {
                    let label = child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
                    members.append((label ?? String(index), child.value))
                }
                current = level.superclassMirror
            }
            if members.isEmpty, let text = ScalarCoders.description(of: subject) {
                return writer.filtered(.string(text), key: { nil }, hint: hint.tree)
            }
            return try self.members(members, in: writer, hint)
        }
    }

    private func elements(of mirror: Mirror, in writer: TreeWriter, _ hint: Hint) throws -> [Tree] {
        var elements: [Tree] = []
        for child in mirror.children {
            guard coders.hasRoomForMirror() else { return elements + ["…"] }
            let old = hint.array.flatMap { elements.count < $0.count ? $0[elements.count] : nil }
            let key = IndexKey(elements.count)
            elements.append(
                try coders.encode(child.value, in: writer, key: key, hint: Hint(tree: old, trace: nil)).tree
            )
        }
        return elements
    }

    private func members(_ members: [(name: String, value: Any)], in writer: TreeWriter, _ hint: Hint) throws -> Tree {
        let filter = writer.context.filter
        let trees = try members.map { name, value -> Tree in
            let isCovered = filter?.covers(name) ?? false
            let old = isCovered ? nil : hint.object?[filter?.name(for: name) ?? name]
            let key = TextKey(name)
            let tree = try coders.encode(value, in: writer, key: key, hint: Hint(tree: old, trace: nil)).tree
            return isCovered ? filter?.replacement(for: tree, under: name) ?? tree : tree
        }
        let names = MemberNames.numbered(members.map { filter?.name(for: $0.name) ?? $0.name })
        return hint.object(ObjectNode(keys: names, values: trees))
    }
}
