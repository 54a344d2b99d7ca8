/// A walk through a type and the types inside it.
struct LayoutInspection {
    /// Types that enclose the one inspected: a type that holds itself adds nothing new.
    private var enclosing: Set<ObjectIdentifier> = []

    /// The bytes that matter; nil when the type is not known to be self-contained.
    mutating func ranges(of type: Any.Type) -> [Range<Int>]? {
        let whole = 0..<ValueLayout.extent(of: type).size
        if type is any SelfContained.Type { return [whole] }
        if let collection = type as? any SelfContainedCollection.Type {
            return areSelfContained(collection.contents, in: type) ? [whole] : nil
        }
        let metadata = TypeMetadata(type)
        if let optional = type as? any OptionalValue.Type { return ranges(ofOptional: optional, whole: whole) }
        if let payloads = metadata.payloads {
            // Which bytes of an enum are padding depends on its case.
            return areSelfContained(payloads, in: type) ? [whole] : nil
        }
        guard let fields = metadata.fields else { return nil }
        let id = ObjectIdentifier(type)
        guard enclosing.insert(id).inserted else { return [] }
        defer { enclosing.remove(id) }
        var result: [Range<Int>] = []
        for field in fields {
            guard let ranges = ranges(of: field.type) else { return nil }
            result += ranges.map { $0.lowerBound + field.offset..<$0.upperBound + field.offset }
        }
        let isInside = result.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= whole.upperBound }
        return isInside ? result : nil
    }

    /// The bytes of the wrapped value, and the tag after it, if there is one.
    private mutating func ranges(ofOptional type: any OptionalValue.Type, whole: Range<Int>) -> [Range<Int>]? {
        guard let ranges = ranges(of: type.wrapped) else { return nil }
        return ranges + [ValueLayout.extent(of: type.wrapped).size..<whole.upperBound]
    }

    private mutating func areSelfContained(_ types: [Any.Type], in type: Any.Type) -> Bool {
        let id = ObjectIdentifier(type)
        guard enclosing.insert(id).inserted else { return true }
        defer { enclosing.remove(id) }
        for type in types where ranges(of: type) == nil { return false }
        return true
    }
}

private protocol OptionalValue {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}
