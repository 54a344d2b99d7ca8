/// The property of a type by which the elements of lists are matched.
protocol ElementIdentity: Sendable {
    /// The type of the property.
    var type: Any.Type { get }
    /// Calls `body` with the address of the property of the value at an address.
    func read(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Encoded) throws -> Encoded
}

/// A property that the app has named.
struct NamedIdentity<Value, ID>: ElementIdentity {
    let property: any KeyPath<Value, ID> & Sendable

    var type: Any.Type { ID.self }

    func read(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Encoded) throws -> Encoded {
        try withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee[keyPath: property]) {
            try body($0)
        }
    }
}

/// The computed `id` of `Identifiable` values.
private struct ComputedIdentity<Value: Identifiable>: ElementIdentity {
    var type: Any.Type { Value.ID.self }

    func read(_ value: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Encoded) throws -> Encoded {
        try withUnsafePointer(to: value.assumingMemoryBound(to: Value.self).pointee.id) { try body($0) }
    }
}

/// Reads the property that the app has named for a type, or the computed `id` of `Identifiable` values.
struct IdentityReader {
    private let identity: any ElementIdentity
    private let coder: any Coder

    /// Returns nil if values of the type have no identity that is a scalar, or if only an actor may read it.
    init?(_ coders: ReflectingCoders, _ type: Any.Type) {
        guard let identity = coders.rules.identities[ObjectIdentifier(type)] ?? Self.computed(type),
            identity.type != ObjectIdentifier.self, Self.isScalar(identity.type)
        else { return nil }
        (self.identity, coder) = (identity, coders.coder(of: identity.type))
    }

    private static func computed(_ type: Any.Type) -> (any ElementIdentity)? {
        func make<Value: Identifiable>(_: Value.Type) -> any ElementIdentity { ComputedIdentity<Value>() }
        guard !(type is AnyClass), let type = type as? any Identifiable.Type,
            !ConformanceIsolation.isIsolated(conformance: type as any Identifiable.Type)
        else { return nil }
        return make(type)
    }

    /// Returns true for a scalar, and for a struct around one.
    private static func isScalar(_ type: Any.Type) -> Bool {
        if ScalarCoders.coder(of: type) != nil { return true }
        guard let fields = TypeMetadata(type).fields, fields.count == 1 else { return false }
        return isScalar(fields[0].type)
    }

    func encode(_ value: UnsafeRawPointer, in writer: TreeWriter) throws -> Tree {
        try identity.read(value) { try coder.encode($0, in: writer, key: TextKey("id"), hint: .none) }.tree
    }
}
