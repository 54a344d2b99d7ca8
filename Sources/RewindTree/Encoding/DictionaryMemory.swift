/// The memory of a dictionary and of what its values left.
final class DictionaryMemory<Key: Hashable, Value>: Memory {
    /// Nil when only the traces of its values are remembered.
    let retained: UnsafeMutablePointer<[Key: Value]>?
    let traces: [Key: Trace]

    init(_ dictionary: UnsafePointer<[Key: Value]>, layout: ValueLayout?, traces: [Key: Trace]) {
        if layout == nil {
            retained = nil
        } else {
            let pointer = UnsafeMutablePointer<[Key: Value]>.allocate(capacity: 1)
            pointer.initialize(to: dictionary.pointee)
            retained = pointer
        }
        self.traces = traces
        super.init(of: [Key: Value].self, at: retained, layout: layout)
    }

    deinit {
        retained?.deinitialize(count: 1)
        retained?.deallocate()
    }
}
