/// The runtime's metadata of a type (Swift's docs/ABI/TypeMetadata.rst): the fields of structs, tuples and instances of
/// classes, and the payloads of enums.
///
/// A property is nil if the metadata does not match that document, or is missing from the binary.
struct TypeMetadata {
    struct Field {
        let type: Any.Type
        let offset: Int
        /// The name; empty for an element of a tuple without a label.
        var name = ""
        var ownership = Ownership.strong
        /// True if the property is a variable.
        var isVariable = true

        /// True if the value can be copied. For a stored property of a class that cannot, the compiler records the
        /// empty tuple.
        var isCopyable: Bool { type != Void.self && TypeMetadata(type).isCopyable }

        /// Property wrappers that lead to values outside the state, by their modules and names.
        private static let outside = ["Dependencies.Dependency<", "SwiftUI.Environment<", "SwiftUICore.Environment<"]

        /// True if the property is not part of the state: only a macro uses it, or it leads to values outside.
        var isHidden: Bool {
            if name.hasPrefix("_$") { return true }
            guard TypeMetadata(type).isStruct else { return false }
            let type = _typeName(type)
            return Self.outside.contains { type.hasPrefix($0) }
        }
    }

    /// A case of an enum.
    struct Case {
        let name: String
        /// The type of the associated values; nil if there are none.
        let payload: Any.Type?
        /// True if the payload is in a box.
        let isIndirect: Bool
    }

    /// An entry of a field descriptor.
    private struct Record {
        let name: String
        /// Nil for a case without a payload.
        let type: Any.Type?
        let ownership: Ownership
        let flags: UInt32

        var isIndirectCase: Bool { flags & 1 != 0 }
        var isVariable: Bool { flags & 2 != 0 }
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
        static let opaque: UInt = 0x300
        static let tuple: UInt = 0x301
        static let function: UInt = 0x302
        static let existential: UInt = 0x303
        static let metatype: UInt = 0x304
        static let existentialMetatype: UInt = 0x306
        static let extendedExistential: UInt = 0x307
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
        // Swift's runtime crashes on the name of a constrained existential's metatype.
        !isMetatype && String(reflecting: type).hasPrefix("__C")
    }

    /// The stored properties of a struct, or the elements of a tuple; nil for all other types.
    var fields: [Field]? {
        switch kind {
        case Kind.struct: structFields
        case Kind.tuple: tupleFields
        default: nil
        }
    }

    /// True if the type is an enum.
    var isEnum: Bool { kind == Kind.enum }

    /// The types of the payloads of an enum; nil for all other types.
    var payloads: [Any.Type]? {
        cases?.compactMap(\.payload)
    }

    /// The cases of an enum, in the order of their tags; nil for all other types.
    var cases: [Case]? {
        guard kind == Kind.enum || kind == Kind.optional, let descriptor else { return nil }
        return records(descriptor, genericArguments: metadata + 2 * Self.word)?
            .map { Case(name: $0.name, payload: $0.type, isIndirect: $0.isIndirectCase) }
    }

    /// The layout of an existential with constraints (Swift's include/swift/ABI/MetadataValues.h,
    /// `ExtendedExistentialTypeShapeFlags`). The number of its witness tables is unknown.
    private var constrainedExistential: Existential? {
        let shape = metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer.self)
        return switch shape.load(as: UInt32.self) & 0xFF {
        case 0: .opaque(tables: 0)
        case 1: .object
        default: nil
        }
    }

    /// True if the type is a struct.
    var isStruct: Bool { kind == Kind.struct }

    /// True if the values are types.
    var isMetatype: Bool {
        if kind == Kind.extendedExistential {
            let shape = metadata.load(fromByteOffset: Self.word, as: UnsafeRawPointer.self)
            return shape.load(as: UInt32.self) & 0xFF == 2
        }
        return kind == Kind.metatype || kind == Kind.existentialMetatype
    }

    /// True if the type is a function.
    var isFunction: Bool { kind == Kind.function }

    /// True if the type is an existential, with or without constraints.
    var isExistential: Bool { kind == Kind.existential || kind == Kind.extendedExistential }

    /// True if the type is a pointer or another value that only the compiler knows.
    var isOpaque: Bool { kind == Kind.opaque }

    /// The layout of an existential; nil for all other types, and for errors.
    var existential: Existential? {
        if kind == Kind.extendedExistential { return constrainedExistential }
        guard kind == Kind.existential else { return nil }
        let flags = metadata.load(fromByteOffset: Self.word, as: UInt32.self)
        guard flags & 0x3F00_0000 == 0 else { return nil }
        return flags & 0x8000_0000 == 0 ? .object : .opaque(tables: Int(flags & 0xFF_FFFF))
    }

    private var witnesses: UnsafeRawPointer {
        metadata.load(fromByteOffset: -Self.word, as: UnsafeRawPointer.self)
    }

    /// The flags of the values (Swift's include/swift/ABI/MetadataValues.h, `ValueWitnessFlags`).
    private var valueFlags: UInt32 {
        witnesses.load(fromByteOffset: 10 * Self.word, as: UInt32.self)
    }

    /// True if existentials hold values of the type in their buffer, not in a box.
    var isInline: Bool { valueFlags & 0x2_0000 == 0 }

    /// True if values of the type can be copied. Nothing else can be read through a mirror.
    var isCopyable: Bool { valueFlags & 0x80_0000 == 0 }

    // MARK: Enums

    private typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    private typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    /// Calls `body` with the number of the case of the enum value at an address, and the address of its payload, which
    /// is that of the box for an indirect case. The payload is borrowed from the value.
    func withCase<Result>(
        at value: UnsafeRawPointer,
        _ body: (_ tag: Int, _ payload: UnsafeRawPointer) throws -> Result
    ) rethrows -> Result {
        let getTag = unsafeBitCast(
            witnesses.load(fromByteOffset: 11 * Self.word, as: UnsafeRawPointer.self),
            to: GetTag.self
        )
        let project = unsafeBitCast(
            witnesses.load(fromByteOffset: 12 * Self.word, as: UnsafeRawPointer.self),
            to: Project.self
        )
        let size = witnesses.load(fromByteOffset: 8 * Self.word, as: Int.self)
        let tag = Int(getTag(value, metadata))
        // Projecting overwrites the bits of the case, so it is done in a copy, which owns nothing.
        return try withUnsafeTemporaryAllocation(byteCount: max(1, size), alignment: 16) { copy in
            guard let address = copy.baseAddress else { return try body(tag, value) }
            address.copyMemory(from: value, byteCount: size)
            project(address, metadata)
            return try body(tag, UnsafeRawPointer(address))
        }
    }

    /// Returns the address of the payload in the box of an indirect case.
    static func payload(inBox box: UnsafeRawPointer, of type: Any.Type) -> UnsafeRawPointer {
        let alignment = ValueLayout.alignment(of: type)
        return box + (2 * word + alignment - 1) / alignment * alignment
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
        guard let descriptor, let records = records(descriptor, genericArguments: metadata + 2 * Self.word) else {
            return nil
        }
        let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
        let offsets = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) * Self.word
        guard records.count == count, count == 0 || offsets > 0 else { return nil }
        return Self.fields(records) { Int(metadata.load(fromByteOffset: offsets + $0 * 4, as: UInt32.self)) }
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
            let records = records(descriptor, genericArguments: metadata + Int(words - members) * Self.word),
            records.count == count, count == 0 || offsets > 0,
            let fields = Self.fields(
                records,
                offset: { metadata.load(fromByteOffset: offsets + $0 * Self.word, as: Int.self) }
            )
        else { return nil }
        let isInside = fields.allSatisfy {
            $0.offset >= 2 * Self.word && $0.offset + ValueLayout.extent(of: $0.type).size <= size
        }
        return isInside ? fields : nil
        #endif
    }

    private var tupleFields: [Field]? {
        let count = metadata.load(fromByteOffset: Self.word, as: Int.self)
        // The labels, each followed by a space.
        let text = metadata.load(fromByteOffset: 2 * Self.word, as: UnsafePointer<CChar>?.self)
        let labels = text.map { String(cString: $0).split(separator: " ", omittingEmptySubsequences: false) } ?? []
        return (0..<count).map { index in
            let element = metadata + Self.word * (3 + 2 * index)
            // A word on Apple systems, half a word elsewhere: all are little-endian.
            let offset = element.load(fromByteOffset: Self.word, as: UInt32.self)
            return Field(
                type: unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self),
                offset: Int(offset),
                name: index < labels.count ? String(labels[index]) : ""
            )
        }
    }

    /// Returns the properties that records describe; nil if one has no type.
    private static func fields(_ records: [Record], offset: (Int) -> Int) -> [Field]? {
        var fields: [Field] = []
        for (index, record) in records.enumerated() {
            guard let type = record.type else { return nil }
            fields.append(
                Field(
                    type: type,
                    offset: offset(index),
                    name: record.name,
                    ownership: record.ownership,
                    isVariable: record.isVariable
                )
            )
        }
        return fields
    }

    /// Returns the entries of the field descriptor; nil if a type in it is unknown.
    private func records(_ descriptor: UnsafeRawPointer, genericArguments: UnsafeRawPointer) -> [Record]? {
        guard let fields = Self.follow(descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        guard recordSize == 12 else { return nil }
        var records: [Record] = []
        for index in 0..<count {
            let record = fields + 16 + index * recordSize
            let name = Self.follow(record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
            let flags = record.load(as: UInt32.self)
            guard let mangledName = Self.follow(record + 4) else {
                records.append(Record(name: name, type: nil, ownership: .strong, flags: flags))
                continue
            }
            let length = Self.length(ofMangledName: mangledName)
            let type = _getTypeByMangledNameInContext(
                mangledName.assumingMemoryBound(to: UInt8.self),
                UInt(length.bytes),
                genericContext: descriptor,
                genericArguments: genericArguments
            )
            guard let type else { return nil }
            records.append(Record(name: name, type: type, ownership: length.ownership, flags: flags))
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
