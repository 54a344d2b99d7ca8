import Foundation

/// Compares many adjacent values by their relevant bytes.
///
/// Most values are equal, so the comparison should cost no more than one pass over both memories. Without padding, many
/// values are compared together; otherwise some words of each, with a mask for the padding. A call for each range of
/// each value would take longer than reading the memory.
struct LayoutComparison {
    /// The number of bytes without padding that are compared together.
    private static let blockSize = 4096
    /// Words that are compared together.
    private typealias Words = SIMD4<UInt64>

    private let layout: ValueLayout
    private let table: LayoutTable
    private let old: UnsafeRawPointer
    private let new: UnsafeRawPointer

    init(_ layout: ValueLayout, _ table: LayoutTable, old: UnsafeRawPointer, new: UnsafeRawPointer) {
        self.layout = layout
        self.table = table
        self.old = old
        self.new = new
    }

    /// Returns true if an old value and a new one are the same.
    func isSame(_ oldIndex: Int, _ newIndex: Int) -> Bool {
        table.isSame(old + oldIndex * layout.stride, new + newIndex * layout.stride, layout)
    }

    /// Returns a hash of an old value, for finding it among others.
    func hash(ofOld index: Int) -> Int { layout.hash(old + index * layout.stride) }

    /// Returns a hash of a new value.
    func hash(ofNew index: Int) -> Int { layout.hash(new + index * layout.stride) }

    /// Returns the first index in a range at which the old and the new value differ, or else the end of the range.
    /// - Complexity: O(result).
    func firstDifference(in range: Range<Int>) -> Int {
        if !layout.variables.isEmpty { return range.first { !isSame($0, $0) } ?? range.upperBound }
        if layout.isSolid { return firstDifferentBlock(in: range) }
        if layout.mask.isEmpty { return range.first { !isSame($0, $0) } ?? range.upperBound }
        return firstMaskedDifference(in: range)
    }

    private func firstDifferentBlock(in range: Range<Int>) -> Int {
        let stride = layout.stride
        let step = max(1, Self.blockSize / max(1, stride))
        var index = range.lowerBound
        while index < range.upperBound {
            let end = min(index + step, range.upperBound)
            let offset = index * stride
            if memcmp(old + offset, new + offset, (end - index) * stride) != 0 {
                return (index..<end).first { !isSame($0, $0) } ?? end
            }
            index = end
        }
        return range.upperBound
    }

    private func firstMaskedDifference(in range: Range<Int>) -> Int {
        let mask = UnsafeRawBufferPointer(layout.mask)
        let wordsEnd = mask.count / MemoryLayout<Words>.size * MemoryLayout<Words>.size
        for index in range {
            let left = old + index * layout.stride
            let right = new + index * layout.stride
            var difference = Words.zero
            for offset in stride(from: 0, to: wordsEnd, by: MemoryLayout<Words>.size) {
                let bits = left.loadUnaligned(fromByteOffset: offset, as: Words.self)
                difference |=
                    (bits ^ right.loadUnaligned(fromByteOffset: offset, as: Words.self))
                    & mask.loadUnaligned(fromByteOffset: offset, as: Words.self)
            }
            var rest: UInt64 = 0
            for offset in stride(from: wordsEnd, to: mask.count, by: MemoryLayout<UInt64>.size) {
                let bits = left.load(fromByteOffset: offset, as: UInt64.self)
                rest |=
                    (bits ^ right.load(fromByteOffset: offset, as: UInt64.self))
                    & mask.load(fromByteOffset: offset, as: UInt64.self)
            }
            if difference != .zero || rest != 0 { return index }
        }
        return range.upperBound
    }
}
