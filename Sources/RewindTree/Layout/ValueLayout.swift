import Foundation

/// The relevant bytes of a value, by which it is recognized as unchanged without visiting its contents.
///
/// Two values with equal relevant bytes are the same value, if one of them has been retained since before the other was
/// created: then no storage was reused, and none changed in place. The reverse does not hold. Padding is excluded,
/// because copying a value does not copy it.
///
/// A type has a layout only if it is known to consist entirely of self-contained types: structs, tuples and enums of
/// values from the standard library and Foundation. A class, a closure, an existential or a pointer anywhere inside
/// excludes it, and so does a type whose fields are not in the binary, or a C struct whose fields do not cover all
/// bytes. A layout for watched values lists such places in `references`, whose targets must be watched, too (see
/// `Watch`).
final class ValueLayout {
    let size: Int
    let stride: Int
    /// A pointer, because reading an array would retain it.
    let ranges: UnsafeBufferPointer<Range<Int>>
    /// True if all bytes are relevant, including those between two adjacent values.
    let isSolid: Bool
    /// The relevant bits in each word of a value; empty if values do not consist of whole words.
    let mask: UnsafeBufferPointer<UInt64>
    /// The places whose targets the bytes do not cover; empty if the values are self-contained.
    let references: [ObjectReference]
    /// The references whose bytes are not in the ranges, because the relevant ones depend on the value.
    let variables: [ObjectReference]

    /// - Complexity: O(types inside).
    convenience init?(of type: Any.Type) {
        guard TypeMetadata.isReadable else { return nil }
        var inspection = LayoutInspection()
        guard let ranges = inspection.ranges(of: type) else { return nil }
        self.init(of: type, ranges, [])
    }

    /// Creates the layout of values that are watched where they are not self-contained.
    /// - Complexity: O(types inside).
    convenience init?(watching type: Any.Type) {
        guard TypeMetadata.areReferencesReadable else {
            self.init(of: type)
            return
        }
        var inspection = ReferenceInspection()
        guard inspection.add(type, at: 0) else { return nil }
        self.init(of: type, inspection.ranges, inspection.references)
    }

    /// Creates the layout of all bytes but the padding of structs, whatever they refer to.
    ///
    /// Equal bytes prove that two values are the same, except for what can change in the objects they refer to.
    /// - Complexity: O(types inside).
    convenience init(bytesOf type: Any.Type) {
        var (ranges, references): ([Range<Int>], [ObjectReference]) = ([], [])
        Self.addBytes(of: type, at: 0, &ranges, &references)
        self.init(of: type, ranges, references)
    }

    private init(of type: Any.Type, _ ranges: [Range<Int>], _ references: [ObjectReference]) {
        self.references = references
        variables = references.filter(\.isVariable)
        (size, stride) = Self.extent(of: type)
        let joined = Self.joined(ranges)
        let memory = UnsafeMutableBufferPointer<Range<Int>>.allocate(capacity: joined.count)
        _ = memory.initialize(from: joined)
        self.ranges = UnsafeBufferPointer(memory)
        isSolid = joined == [0..<stride]
        mask = Self.mask(of: joined, stride: stride, alignment: Self.alignment(of: type))
    }

    deinit {
        ranges.deallocate()
        mask.deallocate()
    }

    /// Returns true if two values in memory have the same relevant bytes.
    /// - Complexity: O(size).
    @inline(__always)
    func isSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        Self.isSame(left, right, ranges)
    }

    /// Returns true if two values in memory have the same bytes in some ranges.
    /// - Complexity: O(size).
    @inline(__always)
    static func isSame(
        _ left: UnsafeRawPointer,
        _ right: UnsafeRawPointer,
        _ ranges: UnsafeBufferPointer<Range<Int>>
    ) -> Bool {
        for range in ranges where memcmp(left + range.lowerBound, right + range.lowerBound, range.count) != 0 {
            return false
        }
        return true
    }

    /// Returns a hash of the relevant bytes, for finding a value among others.
    /// - Complexity: O(size).
    func hash(_ value: UnsafeRawPointer) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for range in ranges {
            var offset = range.lowerBound
            while offset + 8 <= range.upperBound {
                hash = Self.mix(hash, value.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            while offset < range.upperBound {
                hash = Self.mix(hash, UInt64(value.load(fromByteOffset: offset, as: UInt8.self)))
                offset += 1
            }
        }
        return Int(truncatingIfNeeded: hash)
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
        return product ^ (product >> 32)
    }

    /// Adds the bytes of a type's values without the padding of structs, as far as their fields are known, and the
    /// existentials among the fields, of which only a part of the bytes may be used.
    private static func addBytes(
        of type: Any.Type,
        at offset: Int,
        _ ranges: inout [Range<Int>],
        _ references: inout [ObjectReference]
    ) {
        let whole = offset..<offset + extent(of: type).size
        if type is any SelfContained.Type || !TypeMetadata.isReadable { return ranges.append(whole) }
        let metadata = TypeMetadata(type)
        if case .opaque(let tables) = metadata.existential, TypeMetadata.areReferencesReadable {
            let typeOffset = offset + 3 * MemoryLayout<UInt>.size
            ranges.append(typeOffset..<whole.upperBound)
            return references.append(ObjectReference(kind: .existential(tables: tables), type: type, offset: offset))
        }
        if let optional = type as? any OptionalValue.Type, TypeMetadata(optional.wrapped).existential == nil {
            var inner: [ObjectReference] = []
            var bytes: [Range<Int>] = []
            addBytes(of: optional.wrapped, at: offset, &bytes, &inner)
            guard inner.isEmpty else { return ranges.append(whole) }
            ranges += bytes + [offset + extent(of: optional.wrapped).size..<whole.upperBound]
            // Nil may be a bit pattern of a property that is hidden.
            if hidesBytes(of: optional.wrapped) {
                references.append(ObjectReference(kind: .optional(optional), type: type, offset: offset))
            }
            return
        }
        guard !metadata.isForeign, let fields = metadata.fields, !fields.isEmpty else { return ranges.append(whole) }
        for field in fields where !field.isHidden {
            addBytes(of: field.type, at: offset + field.offset, &ranges, &references)
        }
    }

    /// Returns true if some properties in a type's values are hidden.
    private static func hidesBytes(of type: Any.Type) -> Bool {
        if type is any SelfContained.Type { return false }
        return (TypeMetadata(type).fields ?? []).contains { $0.isHidden || hidesBytes(of: $0.type) }
    }

    private static func mask(of ranges: [Range<Int>], stride: Int, alignment: Int) -> UnsafeBufferPointer<UInt64> {
        let word = MemoryLayout<UInt64>.size
        guard alignment.isMultiple(of: word) else { return UnsafeBufferPointer(start: nil, count: 0) }
        let mask = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: stride / word)
        mask.initialize(repeating: 0)
        let bytes = UnsafeMutableRawBufferPointer(mask)
        for index in ranges.joined() { bytes[index] = 0xFF }
        return UnsafeBufferPointer(mask)
    }

    /// Returns true if values of a type refer to no other memory.
    static func isTrivial(_ type: Any.Type) -> Bool {
        func isTrivial<T>(_ type: T.Type) -> Bool { _isPOD(type) }
        return isTrivial(type)
    }

    static func extent(of type: Any.Type) -> (size: Int, stride: Int) {
        func extent<T>(_ type: T.Type) -> (Int, Int) { (MemoryLayout<T>.size, MemoryLayout<T>.stride) }
        return extent(type)
    }

    static func alignment(of type: Any.Type) -> Int {
        func alignment<T>(_ type: T.Type) -> Int { MemoryLayout<T>.alignment }
        return alignment(type)
    }

    /// Returns ranges in ascending order, with adjacent and overlapping ones merged.
    static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = joined.last, last.upperBound >= range.lowerBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
