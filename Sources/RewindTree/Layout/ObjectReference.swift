/// A place in a value that may refer to memory that changes in place, which the bytes of the value do not show.
struct ObjectReference {
    enum Kind {
        /// An object, or nil.
        case object
        /// A weak reference.
        case weak
        /// An existential with this number of witness tables, or nil.
        case existential(tables: Int)
        /// An optional, whose wrapped value has references.
        case optional(any OptionalValue.Type)
        /// A collection, whose elements have references.
        case collection(any SelfContainedCollection.Type)
        /// An enum, some of whose payloads have references.
        case choice
        /// A value that may follow the user's settings.
        case settings(any Following.Type)
    }

    let kind: Kind
    let type: Any.Type
    let offset: Int

    /// True if the relevant bytes depend on the value.
    var isVariable: Bool {
        switch kind {
        case .existential, .optional: true
        case .object, .weak, .collection, .choice, .settings: false
        }
    }
}

/// Inspects the parts of a value for places that may refer to memory that changes in place.
struct ReferenceInspection {
    private(set) var ranges: [Range<Int>] = []
    private(set) var references: [ObjectReference] = []
    /// The parts that are self-contained, or become so if they do not follow the user's settings.
    private(set) var values: [TypeMetadata.Field] = []

    /// Adds a part. Returns false if the structure of the part is unknown.
    mutating func add(_ type: Any.Type, at offset: Int) -> Bool {
        var inspection = LayoutInspection()
        if let own = inspection.ranges(of: type) {
            ranges += own.map { $0.lowerBound + offset..<$0.upperBound + offset }
            values.append(TypeMetadata.Field(type: type, offset: offset))
            return true
        }
        let size = ValueLayout.extent(of: type).size
        let metadata = TypeMetadata(type)
        if let following = type as? any Following.Type {
            values.append(TypeMetadata.Field(type: type, offset: offset))
            return add(.settings(following), type, offset..<offset + size)
        }
        if let collection = type as? any SelfContainedCollection.Type {
            return add(.collection(collection), type, offset..<offset + size)
        }
        if let optional = type as? any OptionalValue.Type { return add(optional, type, offset..<offset + size) }
        if type is AnyClass { return add(.object, type, offset..<offset + size) }
        switch metadata.existential {
        case .object: return add(.object, type, offset..<offset + size)
        case .opaque(let tables):
            let typeOffset = offset + 3 * MemoryLayout<UInt>.size
            let word = typeOffset..<typeOffset + MemoryLayout<UInt>.size
            return add(.existential(tables: tables), type, word, at: offset)
        case nil: break
        }
        if metadata.payloads != nil { return add(.choice, type, offset..<offset + size) }
        guard let fields = metadata.fields, !metadata.isForeign else { return false }
        return add(fields, of: size, at: offset)
    }

    /// Adds the fields of an instance of a class, and its class.
    mutating func add(instanceOf type: AnyClass) -> Bool {
        guard let fields = TypeMetadata(type).instanceFields else { return false }
        ranges.append(0..<MemoryLayout<UInt>.size)
        return add(fields, of: 0, at: 0)
    }

    private mutating func add(_ fields: [TypeMetadata.Field], of size: Int, at offset: Int) -> Bool {
        // A class without fields may contain data that metadata does not show, such as an atomic.
        if fields.isEmpty, size > 0 { return false }
        return fields.allSatisfy { field in
            let start = offset + field.offset
            return switch field.ownership {
            case .strong: add(field.type, at: start)
            case .weak: add(.weak, field.type, start..<start + ValueLayout.extent(of: field.type).size)
            case .other: false
            }
        }
    }

    private mutating func add(_ type: any OptionalValue.Type, _ whole: Any.Type, _ bytes: Range<Int>) -> Bool {
        let wrapped = type.wrapped
        if wrapped is AnyClass { return add(.object, whole, bytes) }
        switch TypeMetadata(wrapped).existential {
        case .object: return add(.object, whole, bytes)
        case .opaque: return add(wrapped, at: bytes.lowerBound)
        case nil: break
        }
        var inspection = ReferenceInspection()
        guard inspection.add(wrapped, at: bytes.lowerBound) else { return false }
        ranges += inspection.ranges
        let tag = bytes.lowerBound + ValueLayout.extent(of: wrapped).size..<bytes.upperBound
        return add(.optional(type), whole, tag, at: bytes.lowerBound)
    }

    private mutating func add(
        _ kind: ObjectReference.Kind,
        _ type: Any.Type,
        _ bytes: Range<Int>,
        at offset: Int? = nil
    ) -> Bool {
        ranges.append(bytes)
        references.append(ObjectReference(kind: kind, type: type, offset: offset ?? bytes.lowerBound))
        return true
    }
}
