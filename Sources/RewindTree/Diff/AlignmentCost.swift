/// The approximate size, as text, of the operations that turn an array into another one made of its elements.
///
/// A moved scalar can be moved, or written again in place of one that is no longer needed. The shorter choice depends
/// on the length of the scalar.
struct AlignmentCost {
    /// The bytes of each operation without its pointers and value.
    private static let (add, remove, replace, move) = (33, 26, 37, 34)
    /// The bytes of the pointer to an element. The same in all arrays, so that equal arrays have equal differences.
    private static let pathSize = 12

    let old: ArraySlice<Tree>
    let new: ArraySlice<Tree>

    /// Returns the cost of an alignment. Changes inside containers are not counted, because they cost the same in all.
    /// - Complexity: O(n).
    func bytes(_ alignment: ElementAlignment) -> Int {
        var isMoved = Array(repeating: false, count: old.count)
        for (index, source) in alignment.sources.enumerated() where !alignment.isStable[index] {
            if let source { isMoved[source] = true }
        }
        var total = 0
        var oldIndex = 0
        var (gone, come) = (0, 0)
        func endGap(before oldEnd: Int) {
            while oldIndex < oldEnd {
                if !isMoved[oldIndex] { gone += 1 }
                oldIndex += 1
            }
            let replaced = min(gone, come)
            total += replaced * (Self.replace + Self.pathSize)
            total += (gone - replaced) * (Self.remove + Self.pathSize) + (come - replaced) * (Self.add + Self.pathSize)
            (gone, come) = (0, 0)
        }
        for index in new.indices {
            let offset = index - new.startIndex
            if let source = alignment.sources[offset] {
                if alignment.isStable[offset] {
                    endGap(before: source)
                    oldIndex = source + 1
                } else {
                    total += Self.move + 2 * Self.pathSize
                }
            } else {
                come += 1
                total += Self.size(of: new[index])
            }
        }
        endGap(before: old.count)
        return total
    }

    /// Returns the cost of comparing the elements position by position; nil if there are containers.
    /// - Complexity: O(n).
    func bytesInPlace() -> Int? {
        var total = 0
        for offset in 0..<max(old.count, new.count) {
            guard offset < new.count else {
                total += Self.remove + Self.pathSize
                continue
            }
            let element = new[new.startIndex + offset]
            if element.isContainer { return nil }
            if offset >= old.count {
                total += Self.add + Self.pathSize + Self.size(of: element)
            } else if !old[old.startIndex + offset].isIdentical(to: element) {
                total += Self.replace + Self.pathSize + Self.size(of: element)
            }
        }
        return total
    }

    private static func size(of element: Tree) -> Int {
        element.isContainer ? 0 : TextSizes().size(of: element, upTo: .max)
    }
}
