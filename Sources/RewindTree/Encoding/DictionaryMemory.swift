/// The memory of a dictionary, and the traces and watches of its values.
final class DictionaryMemory<Key: Hashable, Value>: Memory {
    /// Nil if only the traces of its values are remembered.
    let retained: UnsafeMutablePointer<[Key: Value]>?
    let traces: [Key: Trace]
    /// The watches on the values that may change in place.
    let watches: [Key: Watch]

    init(
        _ dictionary: UnsafePointer<[Key: Value]>,
        isRetained: Bool,
        layout: ValueLayout?,
        traces: [Key: Trace],
        watches: [Key: Watch]
    ) {
        if isRetained {
            let pointer = UnsafeMutablePointer<[Key: Value]>.allocate(capacity: 1)
            pointer.initialize(to: dictionary.pointee)
            retained = pointer
        } else {
            retained = nil
        }
        self.traces = traces
        self.watches = watches
        super.init(of: [Key: Value].self, at: retained, layout: layout)
    }

    deinit {
        retained?.deinitialize(count: 1)
        retained?.deallocate()
    }
}
