/// A type with its own coder for values that are read.
protocol Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder
}

extension ReflectingCoders {
    /// Returns the way values of a type are encoded as parts of a collection.
    func part<Value>(_: Value.Type) -> CollectionPart<Value> {
        .reflected { [unowned self] in coder(of: Value.self) }
    }
}

extension Optional: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { ReflectedOptionalCoder<Wrapped>(coders) }
}

extension Array: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { ReflectedArrayCoder<Self>(coders) }
}

extension ArraySlice: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { ReflectedArrayCoder<Self>(coders) }
}

extension ContiguousArray: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { ReflectedArrayCoder<Self>(coders) }
}

@available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
extension InlineArray: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { InlineArrayCoder<Element>(coders, count: count) }
}

extension Set: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { SetCoder<Element>(coders.part(Element.self)) }
}

extension Dictionary: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder {
        let (keys, values) = (coders.part(Key.self), coders.part(Value.self))
        return DictionaryCoder<Key, Value>(keys, values, isObject: true) { [unowned coders] in
            try coders.name(ofKey: $0, in: $1)
        }
    }
}

extension KeyValuePairs: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { ReflectedArrayCoder<Self>(coders) }
}

extension AnyHashable: Reflected {
    static func makeCoder(in coders: ReflectingCoders) -> any Coder { AnyHashableCoder(coders) }
}

private final class AnyHashableCoder: ReflectingCoder, Coder {
    var nests: Bool { false }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        let base = value.assumingMemoryBound(to: AnyHashable.self).pointee.base
        return try coders.encode(base, in: writer, key: key, hint: Hint(tree: hint.tree, trace: nil))
    }
}

/// The coder of optionals that are read. `.some(nil)` differs from nil: it is `{"some": null}`.
final class ReflectedOptionalCoder<Wrapped>: ReflectingCoder, Coder {
    private lazy var coder = coders.coder(of: Wrapped.self)

    var nests: Bool { Wrapped.self is any OptionalValue.Type }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        guard !Optional<Wrapped>.isNil(at: value) else { return Encoded(tree: .null, trace: nil) }
        // The wrapped value is at the address of the optional.
        let isNested = Self.isNil(Wrapped.self, at: value)
        var hint = isNested ? .none : hint
        if let old = hint.old, Optional<Wrapped>.isNil(at: old) { hint = .none }
        let encoded = try writer.reflect(at: value, with: coder, key: key, hint: hint)
        guard isNested else { return encoded }
        return Encoded(tree: .object(ObjectNode([("some", encoded.tree)])), trace: encoded.trace)
    }

    /// Returns true if a value is an optional that is nil, or that wraps such an optional.
    private static func isNil(_ type: Any.Type, at value: UnsafeRawPointer) -> Bool {
        var (type, value) = (type, value)
        while true {
            if let optional = type as? any OptionalValue.Type {
                if optional.isNil(at: value) { return true }
                type = optional.wrapped
            } else if case .opaque = TypeMetadata(type).existential,
                let contents = ReflectingCoders.contents(of: value)
            {
                (type, value) = contents
            } else {
                return false
            }
        }
    }
}

/// The coder of arrays and other collections that are read: their elements.
final class ReflectedArrayCoder<Value: Collection>: Coder {
    private let elements: ElementsCoder<Value.Element>

    init(_ coders: ReflectingCoders) {
        elements = ElementsCoder(coders.part(Value.Element.self))
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        let new = value.assumingMemoryBound(to: Value.self).pointee
        let old = hint.old?.assumingMemoryBound(to: Value.self).pointee
        return try new.withElements { new in
            parent.context.countStorage(of: new.count, stride: MemoryLayout<Value.Element>.stride)
            if new.count == Value.maximumElements { parent.context.hasCut = true }
            guard let old else { return try elements.encode(new, old: nil, in: parent, key: key, hint: hint) }
            return try old.withElements { try elements.encode(new, old: $0, in: parent, key: key, hint: hint) }
        }
    }
}

extension ElementsCoder {
    /// Encodes elements that are read.
    func encode(
        _ elements: UnsafeBufferPointer<Element>,
        old: UnsafeBufferPointer<Element>?,
        in parent: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        let (tree, traces, _) = try encode(elements, old: old, in: parent, key: key, hint: hint, isWatching: false)
        return Encoded(tree: tree, trace: traces.count == 0 ? nil : Trace(tree: tree, memory: nil, elements: traces))
    }
}

extension Collection {
    /// The maximum number of elements of a collection whose elements do not lie side by side: it may have no end.
    fileprivate static var maximumElements: Int { 4_000_000 }

    /// Calls `body` with the elements, copied if they do not lie side by side. The `count` of an app's collection may be
    /// wrong, so it is not used.
    fileprivate func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result {
        if let result = try withContiguousStorageIfAvailable(body) { return result }
        var elements: ContiguousArray<Element> = []
        for element in self {
            guard elements.count < Self.maximumElements else { break }
            elements.append(element)
        }
        return try elements.withUnsafeBufferPointer(body)
    }
}

/// The coder of arrays of a fixed size, whose elements are in the value itself.
final class InlineArrayCoder<Element>: Coder {
    private let elements: ElementsCoder<Element>
    private let count: Int

    init(_ coders: ReflectingCoders, count: Int) {
        elements = ElementsCoder(coders.part(Element.self))
        self.count = count
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        func buffer(_ value: UnsafeRawPointer) -> UnsafeBufferPointer<Element> {
            UnsafeBufferPointer(start: value.assumingMemoryBound(to: Element.self), count: count)
        }
        return try elements.encode(buffer(value), old: hint.old.map(buffer), in: parent, key: key, hint: hint)
    }
}
