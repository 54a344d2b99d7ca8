import RewindTree
import RewindSession

/// A sum over the rows of the change index, for comparing two indexes regardless of the order of their rows.
///
/// Uses the hash values of the standard library, which are not predictable.
package struct IndexSum: Equatable {
    /// The maximum number of cached hashes, after which the cache is cleared.
    private static let capacity = 10_000

    private var sum = 0
    private var count = 0
    private var hashes: [Pointer: Int] = [:]

    /// Adds the rows for a patch.
    package mutating func add(_ patch: Patch, seq: Int) {
        let pointers = patch.pointers
        if let pointer = pointers.first, pointers.count == 1 { return add(hash(of: pointer), seq: seq) }
        for pointer in Set(pointers) { add(hash(of: pointer), seq: seq) }
    }

    /// Adds a row with the hash of its pointer as text.
    package mutating func add(_ pointer: Int, seq: Int) {
        var hasher = Hasher()
        hasher.combine(pointer)
        hasher.combine(seq)
        sum &+= hasher.finalize()
        count += 1
    }

    private mutating func hash(of pointer: Pointer) -> Int {
        if let hash = hashes[pointer] { return hash }
        if hashes.count == Self.capacity { hashes.removeAll(keepingCapacity: true) }
        let hash = pointer.indexText.hashValue
        hashes[pointer] = hash
        return hash
    }

    package static func == (left: IndexSum, right: IndexSum) -> Bool {
        left.sum == right.sum && left.count == right.count
    }
}
