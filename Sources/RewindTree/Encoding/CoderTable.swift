/// The coders by type: a hash table with linear probing. A dictionary's hash would be half the cost of a small value.
struct CoderTable {
    private var slots: [(type: ObjectIdentifier, coder: any Coder)?] = Array(repeating: nil, count: 64)
    private var count = 0

    /// The coder of a type.
    subscript(type: ObjectIdentifier) -> (any Coder)? {
        slots.withUnsafeBufferPointer { slots in
            var index = Self.hash(type) & (slots.count - 1)
            while let slot = slots[index] {
                if slot.type == type { return slot.coder }
                index = (index + 1) & (slots.count - 1)
            }
            return nil
        }
    }

    /// Adds the coder of a type that is not in the table.
    mutating func insert(_ coder: any Coder, for type: ObjectIdentifier) {
        if count * 2 >= slots.count {
            let old = slots
            slots = Array(repeating: nil, count: old.count * 2)
            for case let slot? in old { fill(slot) }
        }
        fill((type, coder))
        count += 1
    }

    private mutating func fill(_ slot: (type: ObjectIdentifier, coder: any Coder)) {
        var index = Self.hash(slot.type) & (slots.count - 1)
        while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private static func hash(_ type: ObjectIdentifier) -> Int {
        let bits = UInt(bitPattern: type)
        return Int(truncatingIfNeeded: (bits >> 4) ^ (bits >> 12))
    }
}
