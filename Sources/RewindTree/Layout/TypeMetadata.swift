/// What the runtime knows about a type (Swift's docs/ABI/TypeMetadata.rst): the fields of structs and tuples, the
/// payloads of enums.
///
/// Where anything is not as that document has it, or was left out of the binary, the answer is nil: not known.
struct TypeMetadata {
    struct Field {
        let type: Any.Type
        let offset: Int
    }

    private enum Kind {
        static let `struct`: UInt = 0x200
        static let `enum`: UInt = 0x201
        static let optional: UInt = 0x202
        static let tuple: UInt = 0x301
    }

    private let type: Any.Type
    private let metadata: UnsafeRawPointer
    private let kind: UInt

    init(_ type: Any.Type) {
        self.type = type
        metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        kind = metadata.load(as: UInt.self)
    }

    /// Whether the type was imported from C.
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

    /// The types of the payloads of an enum's cases; nil for all other types.
    var payloads: [Any.Type]? {
        guard kind == Kind.enum || kind == Kind.optional, let descriptor else { return nil }
        return fieldTypes(descriptor)
    }

    private static let word = MemoryLayout<UInt>.size

    private var descriptor: UnsafeRawPointer? {
        #if _ptrauth(_arm64e)
        // The pointer to the descriptor is signed there.
        return nil
        #else
        return metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer?.self)
        #endif
    }

    private var structFields: [Field]? {
        guard let descriptor, let types = fieldTypes(descriptor) else { return nil }
        let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
        let offsets = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) * Self.word
        guard types.count == count, count == 0 || offsets > 0 else { return nil }
        return types.enumerated().map { index, type in
            let offset = metadata.load(fromByteOffset: offsets + index * 4, as: UInt32.self)
            return Field(type: type, offset: Int(offset))
        }
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

    /// The types that the field descriptor lists; cases without a payload have none.
    private func fieldTypes(_ descriptor: UnsafeRawPointer) -> [Any.Type]? {
        guard let fields = Self.follow(descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        guard recordSize == 12 else { return nil }
        var types: [Any.Type] = []
        for index in 0..<count {
            guard let name = Self.follow(fields + 16 + index * recordSize + 4) else { continue }
            let type = _getTypeByMangledNameInContext(
                name.assumingMemoryBound(to: UInt8.self),
                UInt(Self.length(ofMangledName: name)),
                genericContext: descriptor,
                genericArguments: metadata + 2 * Self.word
            )
            guard let type else { return nil }
            types.append(type)
        }
        return types
    }

    /// What a relative pointer points to; nil for a null one.
    private static func follow(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = pointer.load(as: Int32.self)
        return offset == 0 ? nil : pointer + Int(offset)
    }

    /// The length of a name that may hold symbolic references, whose bytes may be zero (docs/ABI/Mangling.rst).
    private static func length(ofMangledName name: UnsafeRawPointer) -> Int {
        var length = 0
        while true {
            switch name.load(fromByteOffset: length, as: UInt8.self) {
            case 0: return length
            case 0x01...0x17: length += 5
            case 0x18...0x1F: length += 1 + word
            default: length += 1
            }
        }
    }
}
