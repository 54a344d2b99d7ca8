import RewindTree
import RewindSession

/// A sum over the rows of the change index, by which two of them are compared whatever the order of their rows.
///
/// The hashes are those of the standard library, which nobody can foresee.
package struct IndexSum: Equatable {
    /// How many hashes of pointers are remembered before the memory starts afresh.
    private static let capacity = 10_000

    private var sum = 0
    private var count = 0
    private var hashes: [Pointer: Int] = [:]

    /// Adds the rows that a patch should have.
    package mutating func add(_ patch: Patch, seq: Int) {
        let pointers = patch.pointers
        if let pointer = pointers.first, pointers.count == 1 { return add(hash(of: pointer), seq: seq) }
        for pointer in Set(pointers) { add(hash(of: pointer), seq: seq) }
    }

    /// Adds a row; `pointer` is the hash of its pointer's text.
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
