/// The coder of sets: arrays in the order of the elements' canonical texts.
final class SetCoder<Element: Hashable>: Coder {
    private let part: CollectionPart<Element>
    private lazy var layout = ValueLayout(of: Set<Element>.self)
    private lazy var elementLayout = part.isReflected ? part.layout : ValueLayout(of: Element.self)
    private lazy var table = LayoutTable(isReflected: part.isReflected)
    private var coder: (any Coder)?

    init(_ part: CollectionPart<Element>) {
        self.part = part
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        // Looking up an element also runs code of its type.
        guard part.isUsableHere else { throw parent.context.report(isolated: Element.self) }
        let pointer = value.assumingMemoryBound(to: Set<Element>.self)
        let set = pointer.pointee
        let context = parent.context
        context.countStorage(of: set.capacity, stride: MemoryLayout<Element>.stride)
        var writer = context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }
        let borrowedCount = context.borrowedCount
        let tree = try changed(set, in: writer, hint) ?? hint.array(try sorted(set, in: writer).map(\.tree))
        guard !part.isReflected, context.isRemembering, !set.isEmpty, context.borrowedCount == borrowedCount, let layout
        else { return Encoded(tree: tree, trace: nil) }
        let memory = ValueMemory(pointer, layout: layout)
        return Encoded(tree: tree, trace: Trace(tree: tree, memory: memory))
    }

    /// Encodes a set that shares most elements with the previous one. Returns nil if that is unknown.
    private func changed(_ set: Set<Element>, in writer: TreeWriter, _ hint: Hint) throws -> Tree? {
        guard let node = hint.array, let old = old(hint), old.count == node.count, let elementLayout else { return nil }
        let (added, removed) = changes(from: old, to: set, elementLayout)
        guard added.count + removed.count <= set.count / 4 else { return nil }
        var trees = node.elements
        for element in try sorted(removed, in: writer) {
            let index = Self.insertionIndex(of: element.text, in: trees)
            guard index < trees.count, trees[index].text.hasSameBytes(as: element.text) else { return nil }
            trees.remove(at: index)
        }
        for element in try sorted(added, in: writer) {
            trees.insert(element.tree, at: Self.insertionIndex(of: element.text, in: trees))
        }
        return hint.array(trees)
    }

    /// Returns the previous set, if it proves what its elements are.
    private func old(_ hint: Hint) -> Set<Element>? {
        guard part.isReflected else {
            return hint.trace?.memory(of: Set<Element>.self, as: ValueMemory<Set<Element>>.self)?.pointer.pointee
        }
        return hint.trace == nil && part.canLookUp ? hint.old?.assumingMemoryBound(to: Set<Element>.self).pointee : nil
    }

    /// Returns the elements that only one of the sets has. One set is most likely a changed copy of the other: the
    /// shared elements are then in the same order, and no hash is needed.
    private func changes(
        from old: Set<Element>,
        to new: Set<Element>,
        _ layout: ValueLayout
    ) -> (added: [Element], removed: [Element]) {
        func isSame(_ left: Element, _ right: Element) -> Bool {
            withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { table.isSame(left, $0, layout) } }
        }
        func missing(of set: Set<Element>, in other: Set<Element>) -> [Element] {
            var missing: [Element] = []
            var next = other.startIndex
            for element in set {
                if next != other.endIndex, isSame(element, other[next]) {
                    other.formIndex(after: &next)
                } else if let index = other.firstIndex(of: element), isSame(element, other[index]) {
                    next = other.index(after: index)
                } else {
                    missing.append(element)
                }
            }
            return missing
        }
        let added = missing(of: new, in: old)
        let isShrunk = new.count - added.count < old.count
        return (added, isShrunk ? missing(of: old, in: new) : [])
    }

    /// Returns the index of a text, or the index to insert it at, in trees that are in the order of their texts.
    /// - Complexity: O(log n) texts.
    private static func insertionIndex(of text: String, in trees: [Tree]) -> Int {
        trees.partitioningIndex { !$0.text.precedesInBytes(text) }
    }

    /// Returns the elements and their texts, in the order of the texts.
    private func sorted(_ set: some Collection<Element>, in writer: TreeWriter) throws -> [(text: String, tree: Tree)] {
        let coder = coder ?? part.coder(in: writer.context)
        self.coder = coder
        var elements: [(text: String, tree: Tree)] = []
        elements.reserveCapacity(set.count)
        for element in set {
            let encoded = try part.encode(element, with: coder, in: writer, key: IndexKey(elements.count), hint: .none)
            elements.append((encoded.tree.text, encoded.tree))
        }
        elements.sort { $0.text.precedesInBytes($1.text) }
        return elements
    }
}

extension Set: SpeciallyEncodable where Element: Encodable {
    static func makeCoder() -> any Coder { SetCoder<Element>(.encoded) }
}
