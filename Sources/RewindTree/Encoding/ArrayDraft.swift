/// The unfinished tree of an array: a changed copy of the previous one if both have the same length, otherwise a new
/// one whose elements are added in order.
struct ArrayDraft {
    private let count: Int
    private let hint: Hint
    private let old: PersistentVector<Tree>
    private let oldTraces: PersistentVector<Trace?>
    private let oldWatches: PersistentVector<Watch?>
    private let isCopy: Bool
    /// True if enough elements change that one array is cheaper than chunks.
    private var changesMost = false
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

    /// The number of elements of the previous array.
    var oldCount: Int { old.count }

    /// Returns the hint for the previous element at an index.
    func hint(at index: Int) -> Hint {
        guard index < old.count else { return .none }
        return Hint(tree: old[index], trace: oldTrace(at: index))
    }

    /// Adds the unchanged elements at the start.
    mutating func keepStart(of matching: ByteMatching) {
        changesMost = matching.changed.count > count / 4
        guard !isCopy else { return }
        trees = old.chunked().prefix(matching.start)
        keepProofs(of: 0..<matching.start, offset: 0)
    }

    /// Adds the unchanged elements at the end.
    mutating func keepEnd(of matching: ByteMatching) {
        guard !isCopy else { return }
        let offset = old.count - count
        trees.append(contentsOf: old.chunked(), in: matching.end + offset..<old.count)
        keepProofs(of: matching.end..<count, offset: offset)
    }

    /// Adds the traces and watches of elements whose indices in the old array were higher by `offset`.
    private mutating func keepProofs(of range: Range<Int>, offset: Int) {
        for index in range.clamped(to: -offset..<oldTraces.count - offset) {
            set(oldTraces[index + offset], at: index, in: &traces)
        }
        for index in range.clamped(to: -offset..<oldWatches.count - offset) {
            set(oldWatches[index + offset], at: index, in: &watches)
        }
    }

    /// Sets an element to an old one.
    mutating func set(_ index: Int, toOld source: Int) {
        let encoded = Encoded(tree: old[source], trace: oldTrace(at: source))
        set(index, to: encoded, watch: source < oldWatches.count ? oldWatches[source] : nil)
    }

    /// Sets an element. Each one that is not kept is set once, in order.
    mutating func set(_ index: Int, to encoded: Encoded, watch: Watch?) {
        if !isCopy {
            trees.append(encoded.tree)
        } else if !old[index].isIdentical(to: encoded.tree) {
            if !hasChanged { trees = changesMost ? PersistentVector(old.elements) : old.chunked() }
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

    /// Returns the tree, which is the previous one if nothing has changed, and the traces and watches of the elements.
    consuming func finish() -> (tree: Tree, traces: PersistentVector<Trace?>, watches: PersistentVector<Watch?>) {
        if !hasChanged, let tree = hint.tree { return (tree, traces, watches) }
        return (.array(ArrayNode(trees)), traces, watches)
    }

    private func oldTrace(at index: Int) -> Trace? {
        index < oldTraces.count ? oldTraces[index] : nil
    }
}
