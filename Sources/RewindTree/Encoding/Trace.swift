/// What the encoder remembers of a value that it encoded: as much as it takes to encode the next one from it.
final class Trace {
    /// What the value was encoded as.
    let tree: Tree
    /// The keys of an object's members, when they were written one by one.
    let shape: Shape?
    /// Those of the members or elements, in the order they were written; empty when there are none.
    let children: [Trace?]
    /// Those of the elements of an array that was encoded whole: as many as there are elements, or none.
    let elements: PersistentVector<Trace?>
    /// The watches on those elements that may change in place: as many as there are elements, or none.
    let watches: PersistentVector<Watch?>
    /// The proofs of the children.
    let proofs: UnsafeMutableBufferPointer<Proof?>
    /// What proves that a value is the one remembered here; nil when it is not to be reused whole.
    let proof: Proof?
    /// What the value was encoded as before a filter replaced it whole; nil when none did.
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

    /// Makes the trace of a value that a filter replaced: it is the same as long as the value is.
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

    /// The memory of a value of a type.
    ///
    /// For one type there is one class of memories, so that the cast cannot fail, and its cost is saved.
    func memory<M: Memory>(of type: Any.Type, as _: M.Type) -> M? {
        guard let memory, memory.type == type else { return nil }
        return unsafeDowncast(memory, to: M.self)
    }
}
