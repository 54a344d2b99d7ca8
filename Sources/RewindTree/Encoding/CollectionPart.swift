/// The way the parts of a collection are encoded: by their `encode(to:)`, or by reading their memory.
struct CollectionPart<Value> {
    let isReflected: Bool
    private let makeCoder: (EncodingContext) -> any Coder
    /// True if only the actor of the type may run its code.
    private let isIsolated: Bool

    /// True if the keys of a dictionary or the elements of a set can be looked up: the code for that is not isolated to
    /// an actor.
    let canLookUp: Bool

    /// Creates the parts that are read.
    static func reflected(_ makeCoder: @escaping () -> any Coder) -> CollectionPart {
        let hashable = Value.self as? any Hashable.Type
        let canLookUp = hashable.map { !ConformanceIsolation.isIsolated(conformance: $0 as any Hashable.Type) } ?? false
        return CollectionPart(
            isReflected: true,
            makeCoder: { _ in makeCoder() },
            isIsolated: false,
            canLookUp: canLookUp
        )
    }

    /// The bytes by which an unchanged value is recognized; nil if they do not show all changes.
    var layout: ValueLayout? {
        isReflected ? ValueLayout(bytesOf: Value.self) : ValueLayout(watching: Value.self)
    }

    /// True if code of the type may run on this thread.
    var isUsableHere: Bool {
        guard isIsolated, let type = Value.self as? any Encodable.Type else { return true }
        return ConformanceIsolation.isUsableHere(type)
    }

    func coder(in context: EncodingContext) -> any Coder {
        makeCoder(context)
    }

    /// Encodes a value with the coder of its type.
    func encode(
        _ value: UnsafePointer<Value>,
        with coder: any Coder,
        in writer: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        guard isReflected else { return try writer.encode(at: value, with: coder, key: key, hint: hint) }
        return try writer.reflect(at: value, with: coder, key: key, hint: hint)
    }

    /// Encodes a value with the coder of its type.
    func encode(
        _ value: Value,
        with coder: any Coder,
        in writer: TreeWriter,
        key: (any CodingKey)?,
        hint: Hint
    ) throws -> Encoded {
        try withUnsafePointer(to: value) { try encode($0, with: coder, in: writer, key: key, hint: hint) }
    }
}

extension CollectionPart where Value: Encodable {
    /// The parts that encode themselves.
    static var encoded: CollectionPart {
        CollectionPart(
            isReflected: false,
            makeCoder: { $0.coder(for: Value.self) },
            isIsolated: ConformanceIsolation.isIsolated(Value.self),
            canLookUp: true
        )
    }
}
