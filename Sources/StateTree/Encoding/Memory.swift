/// A value that was encoded, retained at one address: its bytes can be compared there, and what they refer to is neither
/// changed in place nor replaced by something else.
class Memory {
    /// Nil when the value is not retained.
    let value: UnsafeRawPointer?
    let layout: ValueLayout?

    init(_ value: UnsafeRawPointer?, layout: ValueLayout?) {
        self.value = value
        self.layout = layout
    }
}

/// The memory of a value of any type.
final class ValueMemory<Value>: Memory {
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: UnsafePointer<Value>, layout: ValueLayout) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(from: value, count: 1)
        super.init(pointer, layout: layout)
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}
