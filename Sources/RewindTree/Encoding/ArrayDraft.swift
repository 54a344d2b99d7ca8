/// An array's tree in the making: a changed copy of the last one where both have the same length, else a new one whose
/// elements come in order.
struct ArrayDraft {
    private let count: Int
    private let hint: Hint
    private let old: PersistentVector<Tree>
    private let oldTraces: PersistentVector<Trace?>
    private let isCopy: Bool
    private var trees: PersistentVector<Tree>
    private var traces: PersistentVector<Trace?>
    private var hasChanged: Bool

    init(count: Int, hint: Hint) {
        self.count = count
        self.hint = hint
        old = hint.array?.vector ?? PersistentVector()
        oldTraces = hint.trace?.elements ?? PersistentVector()
        isCopy = hint.array != nil && old.count == count
        hasChanged = !isCopy
        trees = isCopy ? old : PersistentVector()
        traces = isCopy && oldTraces.count == count ? oldTraces : PersistentVector()
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
        for index in 0..<min(matching.start, oldTraces.count) { setTrace(oldTraces[index], at: index) }
    }

    /// Takes the elements at the end that are the old ones.
    mutating func keepEnd(of matching: ByteMatching) {
        guard !isCopy else { return }
        for index in matching.end..<count { set(index, toOld: index - count + old.count) }
    }

    /// Sets an element to an old one.
    mutating func set(_ index: Int, toOld source: Int) {
        set(index, to: Encoded(tree: old[source], trace: oldTrace(at: source)))
    }

    /// Sets an element; each one that is not kept is set once, in order.
    mutating func set(_ index: Int, to encoded: Encoded) {
        if !isCopy {
            trees.append(encoded.tree)
        } else if !old[index].isIdentical(to: encoded.tree) {
            if !hasChanged { trees = old.chunked() }
            hasChanged = true
            trees[index] = encoded.tree
        }
        setTrace(encoded.trace, at: index)
    }

    private mutating func setTrace(_ trace: Trace?, at index: Int) {
        if traces.count == 0 {
            guard trace != nil else { return }
            traces = PersistentVector(Array(repeating: nil, count: count)).chunked()
        }
        if traces[index] !== trace { traces[index] = trace }
    }

    /// The array's tree, which is the last one when that has the same elements, and the traces of its elements.
    consuming func finish() -> (tree: Tree, traces: PersistentVector<Trace?>) {
        if !hasChanged, let tree = hint.tree { return (tree, traces) }
        return (.array(ArrayNode(trees)), traces)
    }

    private func oldTrace(at index: Int) -> Trace? {
        index < oldTraces.count ? oldTraces[index] : nil
    }
}
