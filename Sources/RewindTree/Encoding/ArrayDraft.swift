/// An array's tree in the making: a changed copy of the last one where both have the same length, else a new one whose
/// elements come in order.
struct ArrayDraft {
    private let count: Int
    private let hint: Hint
    private let old: PersistentVector<Tree>
    private let oldTraces: PersistentVector<Trace?>
    private let oldWatches: PersistentVector<Watch?>
    private let isCopy: Bool
    private var trees: PersistentVector<Tree>
    private var traces: PersistentVector<Trace?>
    private var watches: PersistentVector<Watch?>
    private var hasChanged: Bool

    init(count: Int, hint: Hint) {
        self.count = count
        self.hint = hint
        old = hint.array?.vector ?? PersistentVector()
        oldTraces = hint.trace?.elements ?? PersistentVector()
        oldWatches = hint.trace?.watches ?? PersistentVector()
        isCopy = hint.array != nil && old.count == count
        hasChanged = !isCopy
        trees = isCopy ? old : PersistentVector()
        traces = isCopy && oldTraces.count == count ? oldTraces : PersistentVector()
        watches = isCopy && oldWatches.count == count ? oldWatches : PersistentVector()
    }

    /// What was in the place of an element.
    func hint(at index: Int) -> Hint {
        guard index < old.count else { return .none }
        return Hint(tree: old[index], trace: oldTrace(at: index))
    }

    /// Takes the elements at the start that are the old ones.
    mutating func keepStart(of matching: ByteMatching) {
        guard !isCopy else { return }
        trees = old.chunked().prefix(matching.start)
        for index in 0..<min(matching.start, oldTraces.count) { set(oldTraces[index], at: index, in: &traces) }
        for index in 0..<min(matching.start, oldWatches.count) { set(oldWatches[index], at: index, in: &watches) }
    }

    /// Takes the elements at the end that are the old ones.
    mutating func keepEnd(of matching: ByteMatching) {
        guard !isCopy else { return }
        for index in matching.end..<count { set(index, toOld: index - count + old.count) }
    }

    /// Sets an element to an old one.
    mutating func set(_ index: Int, toOld source: Int) {
        let encoded = Encoded(tree: old[source], trace: oldTrace(at: source))
        set(index, to: encoded, watch: source < oldWatches.count ? oldWatches[source] : nil)
    }

    /// Sets an element; each one that is not kept is set once, in order.
    mutating func set(_ index: Int, to encoded: Encoded, watch: Watch?) {
        if !isCopy {
            trees.append(encoded.tree)
        } else if !old[index].isIdentical(to: encoded.tree) {
            if !hasChanged { trees = old.chunked() }
            hasChanged = true
            trees[index] = encoded.tree
        }
        set(encoded.trace, at: index, in: &traces)
        set(watch, at: index, in: &watches)
    }

    private func set<Item: AnyObject>(_ item: Item?, at index: Int, in items: inout PersistentVector<Item?>) {
        if items.count == 0 {
            guard item != nil else { return }
            items = PersistentVector(Array(repeating: nil, count: count)).chunked()
        }
        if items[index] !== item { items[index] = item }
    }

    /// The array's tree, which is the last one when that has the same elements, and the traces of its elements with the
    /// watches on them.
    consuming func finish() -> (tree: Tree, traces: PersistentVector<Trace?>, watches: PersistentVector<Watch?>) {
        if !hasChanged, let tree = hint.tree { return (tree, traces, watches) }
        return (.array(ArrayNode(trees)), traces, watches)
    }

    private func oldTrace(at index: Int) -> Trace? {
        index < oldTraces.count ? oldTraces[index] : nil
    }
}
