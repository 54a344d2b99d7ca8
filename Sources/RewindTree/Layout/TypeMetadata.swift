/// The runtime's metadata of a type (Swift's docs/ABI/TypeMetadata.rst): the fields of structs, tuples and instances of
/// classes, and the payloads of enums.
///
/// A property is nil if the metadata does not match that document, or is missing from the binary.
struct TypeMetadata {
    struct Field {
        let type: Any.Type
        let offset: Int
        var ownership = Ownership.strong
    }

    /// The ownership of an object by a field.
    enum Ownership {
        case strong, weak, other
    }

    /// The layout of the values of an existential type.
    enum Existential: Equatable {
        /// Only objects.
        case object
        /// A buffer of three words, the type, and witness tables.
        case opaque(tables: Int)
    }

    private enum Kind {
        static let `struct`: UInt = 0x200
        static let `enum`: UInt = 0x201
        static let optional: UInt = 0x202
        static let tuple: UInt = 0x301
        static let existential: UInt = 0x303
    }

    private let type: Any.Type
    private let metadata: UnsafeRawPointer
    private let kind: UInt

    init(_ type: Any.Type) {
        self.type = type
        metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        kind = metadata.load(as: UInt.self)
    }

    /// True if the type was imported from C.
    var isForeign: Bool {
        String(reflecting: type).hasPrefix("__C")
    }

    /// The stored properties of a struct, or the elements of a tuple; nil for all other types.
    var fields: [Field]? {
        switch kind {
        case Kind.struct: structFields
        case Kind.tuple: tupleFields
        default: nil
        }
    }

    /// The types of the payloads of an enum; nil for all other types.
    var payloads: [Any.Type]? {
        guard kind == Kind.enum || kind == Kind.optional, let descriptor else { return nil }
        return records(descriptor, genericArguments: metadata + 2 * Self.word)?.map(\.type)
    }

    /// The layout of an existential; nil for all other types, and for errors.
    var existential: Existential? {
        guard kind == Kind.existential else { return nil }
        let flags = metadata.load(fromByteOffset: Self.word, as: UInt32.self)
        guard flags & 0x3F00_0000 == 0 else { return nil }
        return flags & 0x8000_0000 == 0 ? .object : .opaque(tables: Int(flags & 0xFF_FFFF))
    }

    /// True if existentials hold values of the type in their buffer, not in a box.
    var isInline: Bool {
        let witnesses = metadata.load(fromByteOffset: -Self.word, as: UnsafeRawPointer.self)
        return witnesses.load(fromByteOffset: 10 * Self.word, as: UInt32.self) & 0x2_0000 == 0
    }

    private static let word = MemoryLayout<UInt>.size

    private var descriptor: UnsafeRawPointer? {
        #if _ptrauth(_arm64e)
        // The pointer to the descriptor is signed on this architecture.
        return nil
        #else
        return metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer?.self)
        #endif
    }

    private var structFields: [Field]? {
        guard let descriptor, let types = records(descriptor, genericArguments: metadata + 2 * Self.word) else {
            return nil
        }
        let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
        let offsets = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) * Self.word
        guard types.count == count, count == 0 || offsets > 0 else { return nil }
        return types.enumerated().map { index, field in
            let offset = metadata.load(fromByteOffset: offsets + index * 4, as: UInt32.self)
            return Field(type: field.type, offset: Int(offset), ownership: field.ownership)
        }
    }

    // MARK: Classes

    private class Root {}

    #if canImport(ObjectiveC)
    /// After the superclass, classes have two words for Objective-C's cache, and their data with the mark of Swift.
    private static let classFlags = 5 * word
    #else
    private static let classFlags = 2 * word
    #endif

    private var superclass: UnsafeRawPointer? {
        metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer?.self)
    }

    /// The stored properties of the instances of a class, including inherited ones. Nil for all other types, for a
    /// class with a superclass without Swift metadata, and for field offsets that are only known at run time.
    var instanceFields: [Field]? {
        guard type is AnyClass else { return nil }
        var fields: [Field] = []
        var current = self
        while true {
            // Instances of standard library classes store more than their fields.
            guard !String(reflecting: current.type).hasPrefix("Swift."), let own = current.ownInstanceFields else {
                return nil
            }
            fields += own
            guard let superclass = current.superclass, superclass != TypeMetadata(Root.self).superclass else { break }
            current = TypeMetadata(unsafeBitCast(superclass, to: Any.Type.self))
        }
        return fields
    }

    private var ownInstanceFields: [Field]? {
        #if _ptrauth(_arm64e)
        return nil
        #else
        #if canImport(ObjectiveC)
        guard metadata.load(fromByteOffset: 4 * Self.word, as: UInt.self) & 3 != 0 else { return nil }
        #endif
        let size = Int(metadata.load(fromByteOffset: Self.classFlags + 8, as: UInt32.self))
        let descriptor = metadata.load(fromByteOffset: Self.classFlags + 24, as: UnsafeRawPointer?.self)
        guard let descriptor else { return nil }
        // Only a class without a resilient superclass and without members before its metadata's address.
        let flags = descriptor.load(as: UInt32.self)
        guard flags & 0x1F == 16, flags >> 16 & 0x3000 == 0 else { return nil }
        let words = descriptor.load(fromByteOffset: 28, as: UInt32.self)
        let members = descriptor.load(fromByteOffset: 32, as: UInt32.self)
        let count = Int(descriptor.load(fromByteOffset: 36, as: UInt32.self))
        let offsets = Int(descriptor.load(fromByteOffset: 40, as: UInt32.self)) * Self.word
        guard words >= members,
            let types = records(descriptor, genericArguments: metadata + Int(words - members) * Self.word),
            types.count == count, count == 0 || offsets > 0
        else { return nil }
        let fields = types.enumerated().map { index, field in
            let offset = metadata.load(fromByteOffset: offsets + index * Self.word, as: Int.self)
            return Field(type: field.type, offset: offset, ownership: field.ownership)
        }
        let isInside = fields.allSatisfy {
            $0.offset >= 2 * Self.word && $0.offset + ValueLayout.extent(of: $0.type).size <= size
        }
        return isInside ? fields : nil
        #endif
    }

    private var tupleFields: [Field]? {
        let count = metadata.load(fromByteOffset: Self.word, as: Int.self)
        return (0..<count).map { index in
            let element = metadata + Self.word * (3 + 2 * index)
            // A word on Apple systems, half a word elsewhere: all are little-endian.
            let offset = element.load(fromByteOffset: Self.word, as: UInt32.self)
            return Field(
                type: unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self),
                offset: Int(offset)
            )
        }
    }

    /// Returns the types that the field descriptor lists, which include no cases without a payload.
    private func records(
        _ descriptor: UnsafeRawPointer,
        genericArguments: UnsafeRawPointer
    ) -> [(type: Any.Type, ownership: Ownership)]? {
        guard let fields = Self.follow(descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        guard recordSize == 12 else { return nil }
        var records: [(type: Any.Type, ownership: Ownership)] = []
        for index in 0..<count {
            guard let name = Self.follow(fields + 16 + index * recordSize + 4) else { continue }
            let length = Self.length(ofMangledName: name)
            let type = _getTypeByMangledNameInContext(
                name.assumingMemoryBound(to: UInt8.self),
                UInt(length.bytes),
                genericContext: descriptor,
                genericArguments: genericArguments
            )
            guard let type else { return nil }
            records.append((type, length.ownership))
        }
        return records
    }

    /// Returns the target of a relative pointer; nil for a null pointer.
    private static func follow(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = pointer.load(as: Int32.self)
        return offset == 0 ? nil : pointer + Int(offset)
    }

    /// Returns the length of a name that may contain symbolic references, whose bytes may be zero, and the ownership at
    /// its end (docs/ABI/Mangling.rst).
    private static func length(ofMangledName name: UnsafeRawPointer) -> (bytes: Int, ownership: Ownership) {
        var length = 0
        var last: (UInt8, UInt8) = (0, 0)
        while true {
            let byte = name.load(fromByteOffset: length, as: UInt8.self)
            switch byte {
            case 0: return (length, ownership(last))
            case 0x01...0x17: length += 5
            case 0x18...0x1F: length += 1 + word
            default: length += 1
            }
            last = (last.1, byte)
        }
    }

    private static func ownership(_ end: (UInt8, UInt8)) -> Ownership {
        switch end {
        case (UInt8(ascii: "X"), UInt8(ascii: "w")): .weak
        case (UInt8(ascii: "X"), UInt8(ascii: "o")), (UInt8(ascii: "X"), UInt8(ascii: "u")): .other
        default: .strong
        }
    }
}
