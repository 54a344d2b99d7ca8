/// An encoded value, retained at one address. Its bytes can be compared there, and the storage they refer to is neither
/// changed in place nor reused while it is retained.
class Memory {
    let type: Any.Type
    /// Nil if the value is not retained.
    let proof: Proof?
    /// Keeps the memory alive that the proof refers to.
    private let layout: ValueLayout?

    init(of type: Any.Type, at value: UnsafeRawPointer?, layout: ValueLayout?) {
        self.type = type
        self.layout = layout
        if let value, let layout { proof = Proof(type, value, layout) } else { proof = nil }
    }
}

/// The memory of a value of any type.
final class ValueMemory<Value>: Memory {
    let pointer: UnsafeMutablePointer<Value>

    init(_ value: UnsafePointer<Value>, layout: ValueLayout?) {
        pointer = .allocate(capacity: 1)
        // Not `initialize(from:count:)`, which also reads the padding after the value.
        pointer.initialize(to: value.pointee)
        super.init(of: Value.self, at: pointer, layout: layout)
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}
