/// The coder of values that lie side by side in memory.
final class ElementsCoder<Element> {
    private let part: CollectionPart<Element>
    private lazy var layout = part.layout
    private let table: LayoutTable
    private var coder: (any Coder)?

    init(_ part: CollectionPart<Element>) {
        self.part = part
        table = LayoutTable(isReflected: part.isReflected)
    }

    /// True if the objects that elements refer to may be read here, to recognize unchanged elements.
    var canWatch: Bool { part.isUsableHere && layout != nil }

    /// Encodes elements, and reuses the trees of those that are among the old ones.
    ///
    /// - Parameters:
    ///   - old: The previous elements, which are retained; nil if they are unknown.
    ///   - isWatching: True if the result is a proof of what the elements refer to.
    func encode(
        _ elements: UnsafeBufferPointer<Element>,
        old: UnsafeBufferPointer<Element>?,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint,
        isWatching: Bool
    ) throws -> (tree: Tree, traces: PersistentVector<Trace?>, watches: PersistentVector<Watch?>) {
        let context = parent.context
        let coder = coder ?? part.coder(in: context)
        self.coder = coder
        let watched = isWatching ? layout : nil
        var writer = context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { context.recycle(&writer) }
        var draft = ArrayDraft(count: elements.count, hint: hint)
        func encode(_ index: Int) throws {
            guard let element = elements.baseAddress.map({ $0 + index }) else { return }
            // The watch begins before the encoding, so that it also notices a change during the encoding.
            let watch = watched.flatMap { Watch.make(element, $0, table) }
            var hint = draft.hint(at: index)
            if part.isReflected, let old, index < old.count, old.count == draft.oldCount {
                hint.old = old.baseAddress.map { UnsafeRawPointer($0 + index) }
            }
            let encoded = try part.encode(element, with: coder, in: writer, key: IndexKey(index), hint: hint)
            draft.set(index, to: encoded, watch: watch)
        }
        guard let matching = matching(of: elements, old, hint) else {
            for index in elements.indices { try encode(index) }
            return draft.finish()
        }
        draft.keepStart(of: matching)
        for (index, source) in matching.changed {
            if let source { draft.set(index, toOld: source) } else { try encode(index) }
        }
        draft.keepEnd(of: matching)
        return draft.finish()
    }

    /// Matches the elements to the old ones; nil if nothing is known of those.
    private func matching(
        of elements: UnsafeBufferPointer<Element>,
        _ old: UnsafeBufferPointer<Element>?,
        _ hint: Hint
    ) -> ByteMatching? {
        guard let old, let node = hint.array, let layout, node.count == old.count, let oldBase = old.baseAddress,
            let base = elements.baseAddress
        else { return nil }
        var matching = ByteMatching(
            old: oldBase,
            count: old.count,
            new: base,
            count: elements.count,
            layout: layout,
            table: table
        )
        let (watches, traces) = (hint.trace?.watches.elements ?? [], hint.trace?.elements.elements ?? [])
        if part.isReflected, !traces.isEmpty {
            matching.discard(oldCount: old.count, count: elements.count) { traces[$0] != nil }
        } else if !watches.isEmpty {
            matching.discard(oldCount: old.count, count: elements.count) { watches[$0]?.holds == false }
        }
        return matching
    }
}
