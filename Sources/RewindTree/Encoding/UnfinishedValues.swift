/// The members and elements of a value that are written through writers of their own.
struct UnfinishedValues {
    struct Value {
        let index: Int
        let key: String
        var writer: TreeWriter
        /// A Boolean value that indicates whether the writer was handed out as a super encoder.
        var isSuper = false
        /// What was there the last time, when the filter is to replace the value.
        let replaced: Hint?
    }

    /// A name that is told from others by its bytes.
    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool { left.text.hasSameBytes(as: right.text) }

        func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
    }

    /// In the order of their indices.
    private(set) var values: [Value] = []
    /// The last index of each name, once it was asked for; only of names that have no shape.
    private var indices: [Name: Int]?
    /// What the name added last stood at before.
    private var indexBefore: Int?

    var isEmpty: Bool { values.isEmpty }

    /// Adds a value, unless it already exists.
    /// - Complexity: O(1) for the last one, else O(n).
    mutating func insert(_ value: Value) {
        values.insert(value, at: position(of: value.index))
    }

    /// The writer of the value at an index.
    /// - Complexity: O(log n).
    func writer(at index: Int) -> TreeWriter? {
        let position = position(of: index)
        return position < values.count && values[position].index == index ? values[position].writer : nil
    }

    /// Whether the value at an index is a super encoder's that goes on, whatever a container of some kind under its key holds:
    /// it is in use, or holds something else.
    ///
    /// Containers inside it retain it, too, so that nothing is known of its use once there are any.
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

    /// Ends all of them.
    mutating func clear() {
        for value in values { value.writer.clear() }
        self = UnfinishedValues()
    }

    // MARK: Names

    /// The last index of a name.
    /// - Parameter names: all of them, for the first time that one is asked for.
    /// - Complexity: O(n) the first time, then O(1).
    mutating func lastIndex(of name: String, in names: [String]) -> Int? {
        if indices == nil {
            indices = Dictionary(names.enumerated().map { (Name(text: $1), $0) }, uniquingKeysWith: { $1 })
        }
        return indices?[Name(text: name)]
    }

    /// Takes notice of a name.
    mutating func add(_ name: String, at index: Int) {
        if indices != nil { indexBefore = indices?.updateValue(index, forKey: Name(text: name)) }
    }

    /// Forgets the name that was added last.
    mutating func removeLast(_ name: String) {
        if indices != nil { indices?[Name(text: name)] = indexBefore }
    }
}
