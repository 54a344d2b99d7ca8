/// The memory of a dictionary and of what its values left.
final class DictionaryMemory<Key: Hashable, Value>: Memory {
    /// Nil when only the traces of its values are remembered.
    let retained: UnsafeMutablePointer<[Key: Value]>?
    let traces: [Key: Trace]

    init(_ dictionary: UnsafePointer<[Key: Value]>, layout: ValueLayout?, traces: [Key: Trace]) {
        retained = layout.map { _ in .allocate(capacity: 1) }
        retained?.initialize(from: dictionary, count: 1)
        self.traces = traces
        super.init(retained, layout: layout)
    }

    deinit {
        retained?.deinitialize(count: 1)
        retained?.deallocate()
    }
}
