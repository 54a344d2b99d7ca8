/// An app's rules for values that are not `Encodable`.
package struct ReflectionRules: Sendable {
    /// A value to record in place of another.
    package struct Representation: Sendable {
        /// Returns the value to record; nil if the value is recorded as it is.
        let value: @Sendable (Any) -> Any?
        /// Returns true if the representation applies to values of the same type as this one.
        let applies: @Sendable (Any) -> Bool

        package init<Value>(_ represent: @escaping @Sendable (Value) -> Any?) {
            applies = { $0 is Value }
            value = { original in
                let represented = (original as? Value).flatMap(represent)
                return (represented as? Mirror).map { RepresentingMirror(mirror: $0) } ?? represented
            }
        }
    }

    /// The classes whose instances are read, although they may change.
    package var followed: Set<ObjectIdentifier> = []
    /// The representations. The first one that applies to a type is used.
    package var representations: [Representation] = []
    /// The identities by the type of the element.
    private(set) var identities: [ObjectIdentifier: any ElementIdentity] = [:]

    package init() {}

    /// Matches the elements of lists by a property.
    package mutating func identify<Value, ID>(by property: any KeyPath<Value, ID> & Sendable) {
        identities[ObjectIdentifier(Value.self)] = NamedIdentity(property: property)
    }

    /// Returns the representation of the values of a type.
    func representation(ofValuesLike value: Any) -> Representation? {
        representations.first { $0.applies(value) }
    }
}

/// What an app shows in place of a value. Its children are recorded even if it is the mirror of an object.
struct RepresentingMirror {
    let mirror: Mirror
}

/// The report of a value of which only the type is recorded.
package struct UnrecordedValue: Hashable, Sendable {
    /// The reason why the contents are not recorded.
    package enum Reason: String, Sendable {
        /// An instance of a class, which may change while it is read.
        case object
        /// A reference that does not keep its object alive.
        case unowned
        /// A function.
        case function
        /// A pointer or another value without contents that can be read.
        case opaque
        /// A value that cannot be copied, which the runtime cannot read.
        case noncopyable
    }

    /// The keys that lead to the value; `*` stands for any element.
    package let path: [String]
    /// The name of its type.
    package let type: String
    package let reason: Reason
}
