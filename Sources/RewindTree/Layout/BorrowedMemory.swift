import Foundation

/// Recognizes data in borrowed memory, which can change without the data noticing.
///
/// Only data created with `bytesNoCopy` and the deallocator `.none` is. All other data owns its memory, or received it
/// together with the right to free it. Foundation has no API for this, so the storage is inspected: it starts with the
/// address, the length, the capacity, the offset and the deallocator, a closure. If the storage looks different, all
/// data counts as borrowed, and its bytes are encoded and compared each time.
enum BorrowedMemory {
    private static let word = MemoryLayout<UInt>.size
    private static let deallocatorOffset = 6 * word

    /// The tag of data that has a storage object, and the function that frees borrowed memory.
    struct Marks {
        let tag: UInt
        let deallocator: UInt
    }

    /// Returns true if the data is in borrowed memory.
    static func isUsed(by data: Data, marks: Marks? = marks) -> Bool {
        guard let marks else { return !data.isEmpty }
        guard let storage = storage(of: data, tag: marks.tag) else { return false }
        return storage.load(fromByteOffset: deallocatorOffset, as: UInt.self) == marks.deallocator
    }

    /// Determined once, from data with known storage.
    static let marks: Marks? = {
        guard word == 8, MemoryLayout<Data>.size == 2 * word else { return nil }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: word)
        memory.initializeMemory(as: UInt8.self, repeating: 1)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return nil }
        let borrowed = Data(bytesNoCopy: base, count: memory.count, deallocator: .none)
        let lent = Data(bytesNoCopy: base, count: memory.count, deallocator: .custom { _, _ in })
        let tag = secondWord(borrowed) & ~address
        let others = [Data(), Data([1]), Data(repeating: 0xFF, count: 14)]
        guard isStorage(of: borrowed, at: base, tag), isStorage(of: lent, at: base, tag),
            isStorage(of: Data(memory), at: nil, tag), !others.contains(where: { secondWord($0) & ~address == tag })
        else { return nil }
        let deallocators = [borrowed, lent, Data(memory)].map { data in
            storage(of: data, tag: tag)?.load(fromByteOffset: deallocatorOffset, as: UInt.self)
        }
        guard let deallocator = deallocators[0], deallocator != 0, deallocators[1] != deallocator, deallocators[2] == 0
        else { return nil }
        return Marks(tag: tag, deallocator: deallocator)
    }()

    /// The bits of a word that hold an address.
    private static var address: UInt { UInt.max >> 8 }

    private static func secondWord(_ data: Data) -> UInt {
        withUnsafeBytes(of: data) { $0.load(fromByteOffset: word, as: UInt.self) }
    }

    private static func storage(of data: Data, tag: UInt) -> UnsafeRawPointer? {
        let bits = secondWord(data)
        return bits & ~address == tag ? UnsafeRawPointer(bitPattern: bits & address) : nil
    }

    /// Returns true if the second word of data refers to an object with the expected layout that reflection, too,
    /// reports as the storage.
    private static func isStorage(of data: Data, at base: UnsafeMutableRawPointer?, _ tag: UInt) -> Bool {
        guard TypeMetadata.isReadable, let storage = storage(of: data, tag: tag),
            let field = TypeMetadata(Data.self).fields?.first,
            field.offset == 0
        else { return false }
        func value<T>(_ type: T.Type) -> Any { withUnsafeBytes(of: data) { $0.load(as: T.self) } }
        let payload = Mirror(reflecting: value(field.type)).children.first.map { Mirror(reflecting: $0.value) }
        guard let object = payload?.children.first(where: { $0.label == "storage" })?.value,
            Mirror(reflecting: object).displayStyle == .class,
            UnsafeRawPointer(Unmanaged.passUnretained(object as AnyObject).toOpaque()) == storage
        else { return false }
        let labels = Mirror(reflecting: object).children.prefix(5).map(\.label)
        guard labels == ["_bytes", "_length", "_capacity", "_offset", "_deallocator"] else { return false }
        let start = storage.load(fromByteOffset: 2 * word, as: UInt.self)
        return storage.load(fromByteOffset: 3 * word, as: Int.self) == data.count
            && (base == nil || start == UInt(bitPattern: base))
    }
}
