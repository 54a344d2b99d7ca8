/// What the encoder remembers of a value that it encoded: as much as it takes to encode the next one from it.
final class Trace {
    /// What the value was encoded as.
    let tree: Tree
    /// The keys of an object's members, when they were written one by one.
    let shape: Shape?
    /// Those of the members or elements, in the order they were written; empty when there are none.
    let children: [Trace?]
    /// What the value was encoded as before a filter replaced it whole; nil when none did.
    let replaced: Encoded?
    private let type: ObjectIdentifier?
    private let memory: Memory?

    /// - Parameters:
    ///   - type: the type of the value; nil when it is of no use without the memory.
    ///   - memory: the value itself, retained; nil when it is not to be reused whole.
    init(
        tree: Tree,
        of type: Any.Type? = nil,
        memory: Memory? = nil,
        shape: Shape? = nil,
        children: [Trace?] = []
    ) {
        self.tree = tree
        self.type = type.map { ObjectIdentifier($0) }
        self.memory = memory
        self.shape = shape
        self.children = children
        replaced = nil
    }

    /// Makes the trace of a value that a filter replaced: it is the same as long as the value is.
    init(_ encoded: Encoded, replacedBy tree: Tree) {
        self.tree = tree
        type = encoded.trace?.type
        memory = encoded.trace?.memory
        shape = nil
        children = []
        replaced = encoded
    }

    /// Whether a value of a type is the one that is remembered here.
    @inline(__always)
    func isSame(_ value: UnsafeRawPointer, of type: ObjectIdentifier) -> Bool {
        guard self.type == type, let memory, let old = memory.value, let layout = memory.layout else { return false }
        return layout.isSame(value, old)
    }

    /// The memory of a value of a type.
    ///
    /// For one type there is one class of memories, so that the cast cannot fail, and its cost is saved.
    func memory<M: Memory>(of type: Any.Type, as _: M.Type) -> M? {
        guard let memory, self.type == ObjectIdentifier(type) else { return nil }
        return unsafeDowncast(memory, to: M.self)
    }
}
