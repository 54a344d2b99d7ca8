import Foundation

/// The memory that a value holds and the previously measured one does not.
package struct StorageSize {
    /// The size of the new collections and texts, in bytes, without the memory that their elements hold.
    package var bytes = 0
    /// The number of values with new parts that may hold additional memory.
    package var openCount = 0
    /// The number of values with new parts of unknown size.
    package var unknownCount = 0

    package init() {}

    package static func += (left: inout StorageSize, right: StorageSize) {
        left.bytes &+= right.bytes
        left.openCount += right.openCount
        left.unknownCount += right.unknownCount
    }

    package static func -= (left: inout StorageSize, right: StorageSize) {
        left.bytes &-= right.bytes
        left.openCount -= right.openCount
        left.unknownCount -= right.unknownCount
    }
}

/// Measures values of one type, each relative to the previous one, by the memory of their collections and texts.
///
/// A collection at the same address as in the previous value has the same storage, or storage that has been freed since
/// then. The result is only an estimate, so the previous value is not retained.
package final class StorageGauge {
    /// A part of a value that refers to storage.
    private struct Part {
        let offset: Int
        /// Returns the size of the storage at an address; nil if unknown.
        let bytes: ((UnsafeRawPointer) -> Int)?
        let isOpen: Bool
        /// The optionals around the part.
        let optionals: [(offset: Int, type: any OptionalValue.Type)]
    }

    private let parts: [Part]
    private let ranges: [Range<Int>]
    private let last: UnsafeMutableRawBufferPointer

    /// - Complexity: O(fields of the type), including those of the structs inside it.
    package init(of type: Any.Type) {
        let size = ValueLayout.extent(of: type).size
        var parts: [(part: Part, size: Int)] = []
        Self.add(type, at: 0, in: [], to: &parts)
        self.parts = parts.map(\.part)
        ranges = parts.map { $0.part.offset..<$0.part.offset + $0.size }
        last = .allocate(byteCount: size, alignment: 16)
        last.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        last.deallocate()
    }

    /// Returns the memory that the value at an address holds and the previously measured one does not.
    ///
    /// - Complexity: O(fields of the type), regardless of the size of their storage.
    package func measure(_ value: UnsafeRawPointer) -> StorageSize {
        var size = StorageSize()
        guard let last = last.baseAddress else { return size }
        for index in ranges.indices {
            let range = ranges[index]
            guard memcmp(last + range.lowerBound, value + range.lowerBound, range.count) != 0 else { continue }
            let part = parts[index]
            guard !part.optionals.contains(where: { $0.type.isNil(at: value + $0.offset) }) else { continue }
            if let bytes = part.bytes { size.bytes &+= bytes(value + part.offset) } else { size.unknownCount = 1 }
            if part.isOpen { size.openCount = 1 }
        }
        memcpy(last, value, self.last.count)
        return size
    }

    private static func add(
        _ type: Any.Type,
        at offset: Int,
        in optionals: [(offset: Int, type: any OptionalValue.Type)],
        to parts: inout [(part: Part, size: Int)]
    ) {
        let size = ValueLayout.extent(of: type).size
        if ValueLayout.isTrivial(type) || size == 0 { return }
        if let storage = type as? any Storage.Type {
            let part = Part(offset: offset, bytes: storage.storedBytes, isOpen: storage.holdsMore, optionals: optionals)
            return parts.append((part, size))
        }
        if let optional = type as? any OptionalValue.Type {
            return add(optional.wrapped, at: offset, in: optionals + [(offset, optional)], to: &parts)
        }
        let metadata = TypeMetadata(type)
        guard TypeMetadata.isReadable, !metadata.isForeign, let fields = metadata.fields, !fields.isEmpty else {
            return parts.append((Part(offset: offset, bytes: nil, isOpen: true, optionals: optionals), size))
        }
        for field in fields { add(field.type, at: offset + field.offset, in: optionals, to: &parts) }
    }
}

/// A type whose values know the size of their storage.
private protocol Storage {
    /// True if elements may refer to more memory.
    static var holdsMore: Bool { get }

    /// Returns the size of the storage of the value at an address, in bytes.
    static func storedBytes(at value: UnsafeRawPointer) -> Int
}

extension String: Storage {
    fileprivate static var holdsMore: Bool { false }

    fileprivate static func storedBytes(at value: UnsafeRawPointer) -> Int {
        // Measuring a text that is an NSString would require counting its characters.
        value.assumingMemoryBound(to: String.self).pointee.utf8.withContiguousStorageIfAvailable {
            $0.count > 15 ? $0.count + 32 : 0
        } ?? 0
    }
}

extension Data: Storage {
    fileprivate static var holdsMore: Bool { false }

    fileprivate static func storedBytes(at value: UnsafeRawPointer) -> Int {
        value.assumingMemoryBound(to: Data.self).pointee.count
    }
}

extension Array: Storage {
    fileprivate static var holdsMore: Bool { !ValueLayout.isTrivial(Element.self) }

    fileprivate static func storedBytes(at value: UnsafeRawPointer) -> Int {
        value.assumingMemoryBound(to: Self.self).pointee.count * MemoryLayout<Element>.stride
    }
}

extension Set: Storage {
    fileprivate static var holdsMore: Bool { !ValueLayout.isTrivial(Element.self) }

    fileprivate static func storedBytes(at value: UnsafeRawPointer) -> Int {
        value.assumingMemoryBound(to: Self.self).pointee.capacity * MemoryLayout<Element>.stride
    }
}

extension Dictionary: Storage {
    fileprivate static var holdsMore: Bool { !ValueLayout.isTrivial(Element.self) }

    fileprivate static func storedBytes(at value: UnsafeRawPointer) -> Int {
        let capacity = value.assumingMemoryBound(to: Self.self).pointee.capacity
        return capacity * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
    }
}
