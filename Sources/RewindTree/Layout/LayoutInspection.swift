/// Inspects a type and the types inside it.
struct LayoutInspection {
    /// The types that were referred to until now. The inspection ends at the first type that is not self-contained, so
    /// no type is inspected twice, however many types refer to each other.
    private var referred: Set<ObjectIdentifier> = []
    /// The number of types around the current one. A generic type may contain itself with an ever larger argument.
    private var depth = 0
    static let maximumDepth = 64

    /// Returns the relevant bytes; nil if the type is not known to be self-contained.
    mutating func ranges(of type: Any.Type) -> [Range<Int>]? {
        let whole = 0..<ValueLayout.extent(of: type).size
        if type is any SelfContained.Type || FoundationValues.contains(type) { return [whole] }
        if let collection = type as? any SelfContainedCollection.Type {
            return areSelfContained(collection.contents) ? [whole] : nil
        }
        let metadata = TypeMetadata(type)
        if let optional = type as? any OptionalValue.Type { return ranges(ofOptional: optional, whole: whole) }
        if let payloads = metadata.payloads {
            // The padding of an enum depends on its case.
            return areSelfContained(payloads) ? [whole] : nil
        }
        guard let fields = metadata.fields else { return nil }
        var result: [Range<Int>] = []
        for field in fields {
            guard let ranges = ranges(of: field.type) else { return nil }
            result += ranges.map { $0.lowerBound + field.offset..<$0.upperBound + field.offset }
        }
        // Bit fields, unions and other parts that Swift cannot import are not fields of a C struct; apparent padding
        // may be one of them.
        if metadata.isForeign, ValueLayout.joined(result) != [whole] { return nil }
        let isInside = result.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= whole.upperBound }
        return isInside ? result : nil
    }

    /// Returns the bytes of the wrapped value, and the tag after it, if there is one.
    private mutating func ranges(ofOptional type: any OptionalValue.Type, whole: Range<Int>) -> [Range<Int>]? {
        guard let ranges = ranges(of: type.wrapped) else { return nil }
        return ranges + [ValueLayout.extent(of: type.wrapped).size..<whole.upperBound]
    }

    private mutating func areSelfContained(_ types: [Any.Type]) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        depth += 1
        defer { depth -= 1 }
        for type in types where referred.insert(ObjectIdentifier(type)).inserted {
            if ranges(of: type) == nil { return false }
        }
        return true
    }
}

protocol OptionalValue {
    static var wrapped: Any.Type { get }
    /// Returns true if the value in memory is nil.
    static func isNil(at value: UnsafeRawPointer) -> Bool
}

extension Optional: OptionalValue {
    static var wrapped: Any.Type { Wrapped.self }

    static func isNil(at value: UnsafeRawPointer) -> Bool {
        value.assumingMemoryBound(to: Self.self).pointee == nil
    }
}
