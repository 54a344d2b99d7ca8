/// The encoder's record of an encoded value, from which the next one is encoded incrementally.
final class Trace {
    /// The encoded value.
    let tree: Tree
    /// The keys of an object, if its members were written one by one.
    let shape: Shape?
    /// The traces of the members or elements, in the order they were written; empty if there are no traces.
    let children: [Trace?]
    /// The traces of the elements of an array that was encoded as a whole: one for each element, or empty.
    let elements: PersistentVector<Trace?>
    /// The watches on the elements that may change in place: one for each element, or empty.
    let watches: PersistentVector<Watch?>
    /// The proofs of the children.
    let proofs: UnsafeMutableBufferPointer<Proof?>
    /// Proves that a value is the one recorded here; nil if it must not be reused as a whole.
    let proof: Proof?
    /// The encoded value before a filter replaced it as a whole; nil if no filter did.
    let replaced: Encoded?
    private let memory: Memory?

    init(
        tree: Tree,
        memory: Memory?,
        shape: Shape? = nil,
        children: [Trace?] = [],
        elements: PersistentVector<Trace?> = PersistentVector(),
        watches: PersistentVector<Watch?> = PersistentVector()
    ) {
        self.tree = tree
        self.elements = elements
        self.watches = watches
        self.memory = memory
        self.shape = shape
        self.children = children
        proof = memory?.proof
        replaced = nil
        proofs = Self.allocate(children.count)
        for index in children.indices { proofs.initializeElement(at: index, to: children[index]?.proof) }
    }

    /// Creates the trace of a value that a filter replaced. The replacement is the same as long as the value is.
    init(_ encoded: Encoded, replacedBy tree: Tree) {
        self.tree = tree
        memory = encoded.trace?.memory
        shape = nil
        children = []
        elements = PersistentVector()
        watches = PersistentVector()
        proof = memory?.proof
        replaced = encoded
        proofs = Self.allocate(0)
    }

    deinit {
        proofs.deallocate()
    }

    private static func allocate(_ count: Int) -> UnsafeMutableBufferPointer<Proof?> {
        count == 0 ? UnsafeMutableBufferPointer(start: nil, count: 0) : .allocate(capacity: count)
    }

    /// Returns the memory of a value of this type.
    ///
    /// A type has only one class of memories, so the downcast needs no check, which saves its cost.
    func memory<M: Memory>(of type: Any.Type, as _: M.Type) -> M? {
        guard let memory, memory.type == type else { return nil }
        return unsafeDowncast(memory, to: M.self)
    }
}
