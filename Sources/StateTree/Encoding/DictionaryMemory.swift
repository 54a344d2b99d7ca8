/// A dictionary that was encoded, retained so that its storage is neither changed in place nor used for another one.
final class DictionaryMemory<Key: Hashable, Value> {
    /// Nil when only the traces of its values are remembered.
    let retained: [Key: Value]?
    let traces: [Key: Trace]

    init(_ dictionary: [Key: Value], isRetained: Bool, traces: [Key: Trace]) {
        retained = isRetained ? dictionary : nil
        self.traces = traces
    }

    /// Whether the dictionary at an address has the same storage: all there is to a dictionary is a reference to it.
    func isSame(_ other: UnsafeRawPointer) -> Bool {
        guard let retained else { return false }
        return withUnsafeBytes(of: retained) { bytes in
            bytes.elementsEqual(UnsafeRawBufferPointer(start: other, count: bytes.count))
        }
    }
}
