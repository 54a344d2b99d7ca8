/// Proves that a value is still the encoded one, by its type and its relevant bytes.
///
/// It refers to the memory of a trace and is valid as long as the trace. It retains nothing, because the proofs of all
/// members are checked for each state.
struct Proof {
    private let type: ObjectIdentifier
    private let value: UnsafeRawPointer
    private let ranges: UnsafeBufferPointer<Range<Int>>

    init(_ type: Any.Type, _ value: UnsafeRawPointer, _ layout: ValueLayout) {
        self.type = ObjectIdentifier(type)
        self.value = value
        ranges = layout.ranges
    }

    @inline(__always)
    func holds(for other: UnsafeRawPointer, of otherType: Any.Type) -> Bool {
        type == ObjectIdentifier(otherType) && ValueLayout.isSame(other, value, ranges)
    }
}
