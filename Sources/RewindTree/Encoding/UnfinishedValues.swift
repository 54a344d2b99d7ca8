/// The members and elements of a value that have their own writers.
struct UnfinishedValues {
    struct Value {
        let index: Int
        let key: String
        var writer: TreeWriter
        /// True if the writer is a super encoder.
        var isSuper = false
        /// The previous value in this place, if the filter will replace the value.
        let replaced: Hint?
    }

    /// The values in the order of their indices.
    private(set) var values: [Value] = []
    /// The last index of each name, computed on first use; only for names without a shape.
    private var indices: [ExactText: Int]?
    /// The previous index of the name that was added last.
    private var indexBefore: Int?

    var isEmpty: Bool { values.isEmpty }

    /// Adds a value.
    /// - Complexity: O(1) for the last one, otherwise O(n).
    mutating func insert(_ value: Value) {
        values.insert(value, at: position(of: value.index))
    }

    /// Returns the writer of the value at an index.
    /// - Complexity: O(log n).
    func writer(at index: Int) -> TreeWriter? {
        let position = position(of: index)
        return position < values.count && values[position].index == index ? values[position].writer : nil
    }

    /// Returns true if the value at an index belongs to a super encoder that must be kept when a container is requested
    /// under its key: because it is in use, or because its value is of another kind.
    ///
    /// Once there are containers inside, they retain the writer, too, so its use is unknown.
    /// - Complexity: O(log n).
    mutating func isSuper(at index: Int, keptFrom kind: TreeWriter.Content) -> Bool {
        let position = position(of: index)
        guard position < values.count, values[position].index == index, values[position].isSuper else { return false }
        let isInUse = !isKnownUniquelyReferenced(&values[position].writer)
        let writer = values[position].writer
        return isInUse && writer.unfinished.isEmpty || !writer.mayBecome(kind)
    }

    private func position(of index: Int) -> Int {
        values.partitioningIndex { $0.index >= index }
    }

    /// Clears the writers of all values, and removes the values.
    mutating func clear() {
        for value in values { value.writer.clear() }
        self = UnfinishedValues()
    }

    // MARK: Names

    /// Returns the last index of a name.
    /// - Parameter names: All names, used by the first call only.
    /// - Complexity: O(n) the first time, then O(1).
    mutating func lastIndex(of name: String, in names: [String]) -> Int? {
        if indices == nil {
            indices = Dictionary(names.enumerated().map { (ExactText($1), $0) }, uniquingKeysWith: { $1 })
        }
        return indices?[ExactText(name)]
    }

    /// Records a name.
    mutating func add(_ name: String, at index: Int) {
        if indices != nil { indexBefore = indices?.updateValue(index, forKey: ExactText(name)) }
    }

    /// Removes the name that was added last.
    mutating func removeLast(_ name: String) {
        if indices != nil { indices?[ExactText(name)] = indexBefore }
    }
}
