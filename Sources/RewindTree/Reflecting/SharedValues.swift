/// The values that represent objects in a state, taken right after an action, before another thread or the next action
/// changes the objects.
package struct SharedValues {
    /// The bytes of the value that is represented, such as the address of an object.
    typealias Key = [UInt8]

    var values: [Key: Any] = [:]

    static func key(_ value: UnsafeRawPointer, size: Int) -> Key {
        Key(UnsafeRawBufferPointer(start: value, count: size))
    }
}

/// Finds the values in a state that refer to objects and are represented by others, and takes those.
///
/// A type that cannot contain one is not visited, so the cost depends on the number of such values, and of the elements
/// of the collections that have them.
package final class SharedValueReader {
    /// The places of a type's values that may lead to a represented one.
    private indirect enum Plan {
        case nothing
        /// A type that refers to objects, and its contents if it is not represented.
        case candidate(Plan)
        case fields([Place])
        case cases([TypeMetadata.Case])
        case optional(any OptionalValue.Type)
        case collection(any SelfContainedCollection.Type)
        case existential
        case object
    }

    /// A stored property of a value, or one of an object in which the value is stored.
    private struct Place {
        let offset: Int
        /// The offset in the object; nil for a property of the value itself.
        var offsetInStorage: Int?
        let type: Any.Type

        func address(in value: UnsafeRawPointer) -> UnsafeRawPointer? {
            guard let offsetInStorage else { return value + offset }
            return value.load(fromByteOffset: offset, as: UnsafeRawPointer?.self).map { $0 + offsetInStorage }
        }
    }

    private let rules: ReflectionRules
    private var plans: [ObjectIdentifier: Plan] = [:]
    /// The representation by the type of the value; nil for a type without one.
    private var representations: [ObjectIdentifier: ReflectionRules.Representation?] = [:]
    private var found = SharedValues()

    /// Creates a reader; nil if the rules represent no values.
    package init?(_ rules: ReflectionRules) {
        guard !rules.representations.isEmpty, TypeMetadata.areReferencesReadable, TypeMetadata.areCasesReadable else {
            return nil
        }
        self.rules = rules
    }

    /// Takes the values that represent others in the value at an address.
    package func read<Value>(_ value: UnsafePointer<Value>) -> SharedValues {
        found = SharedValues()
        visit(Value.self, at: value, depth: 0)
        return found
    }

    private func visit(_ type: Any.Type, at value: UnsafeRawPointer, depth: Int) {
        guard depth < Tree.depthLimit / 4 else { return }
        visit(plan(of: type), type, at: value, depth: depth + 1)
    }

    private func visit(_ plan: Plan, _ type: Any.Type, at value: UnsafeRawPointer, depth: Int) {
        switch plan {
        case .nothing: break
        case .candidate(let contents):
            if !take(type, at: value, depth: depth) { visit(contents, type, at: value, depth: depth) }
        case .fields(let places):
            for place in places {
                if let address = place.address(in: value) { visit(place.type, at: address, depth: depth) }
            }
        case .cases(let cases):
            TypeMetadata(type).withCase(at: value) { tag, payload in
                guard tag < cases.count, let type = cases[tag].payload else { return }
                let address =
                    cases[tag].isIndirect
                    ? TypeMetadata.payload(inBox: payload.load(as: UnsafeRawPointer.self), of: type) : payload
                visit(type, at: address, depth: depth)
            }
        case .optional(let optional):
            if !optional.isNil(at: value) { visit(optional.wrapped, at: value, depth: depth) }
        case .collection(let collection):
            _ = collection.allSatisfy(in: value) { type, address in
                visit(type, at: address, depth: depth)
                return true
            }
        case .existential:
            guard let (type, address) = ReflectingCoders.contents(of: value) else { return }
            visit(type, at: address, depth: depth)
        case .object:
            guard let object = value.load(as: UnsafeRawPointer?.self) else { return }
            visit(ReflectingCoders.objectType(object), at: value, depth: depth)
        }
    }

    /// Takes the value that represents the one at an address, and those in it. Returns false if its type has no
    /// representation.
    private func take(_ type: Any.Type, at value: UnsafeRawPointer, depth: Int) -> Bool {
        func load<Value>(_: Value.Type) -> Any { value.assumingMemoryBound(to: Value.self).pointee }
        let id = ObjectIdentifier(type)
        if case .some(nil) = representations[id] { return false }
        let key = SharedValues.key(value, size: ValueLayout.extent(of: type).size)
        if found.values[key] != nil { return true }
        let original = load(type)
        let known = representations[id] ?? rules.representation(ofValuesLike: original)
        representations[id] = .some(known)
        guard let represented = known?.value(original) else { return false }
        found.values[key] = represented
        withUnsafePointer(to: represented as Any) { visit(.existential, Any.self, at: $0, depth: depth) }
        return true
    }

    private func plan(of type: Any.Type) -> Plan {
        let id = ObjectIdentifier(type)
        if let plan = plans[id] { return plan }
        let plan = makePlan(of: type)
        plans[id] = plan
        return plan
    }

    private func makePlan(of type: Any.Type) -> Plan {
        if isScalar(type) { return .nothing }
        return isCandidate(type) ? .candidate(contents(of: type)) : contents(of: type)
    }

    private func isScalar(_ type: Any.Type) -> Bool {
        ValueLayout.isTrivial(type) || type is any SelfContained.Type || ScalarCoders.coder(of: type) != nil
    }

    private func isCandidate(_ type: Any.Type) -> Bool {
        // The coders of such lists do not represent them.
        let isList = OrderedTable(of: type, TypeMetadata(type)) != nil
        return !(type is any Reflected.Type) && !isList && StoredObjects.of(type) != .none
    }

    private func contents(of type: Any.Type) -> Plan {
        if let optional = type as? any OptionalValue.Type {
            return leads(to: [optional.wrapped]) ? .optional(optional) : .nothing
        }
        if let collection = type as? any SelfContainedCollection.Type {
            return leads(to: collection.contents) ? .collection(collection) : .nothing
        }
        let metadata = TypeMetadata(type)
        guard metadata.isCopyable else { return .nothing }
        switch metadata.existential {
        case .opaque: return .existential
        case .object: return .object
        case nil: break
        }
        if let cases = metadata.cases { return leads(to: cases.compactMap(\.payload)) ? .cases(cases) : .nothing }
        let isStored = type is any CustomReflectable.Type && StoredObjects.of(type) == .copied
        let places = Self.fields(metadata).flatMap { field in
            (isStored ? Self.storage(in: field) : nil) ?? [Place(offset: field.offset, type: field.type)]
        }
        .filter { leads(to: [$0.type]) }
        return places.isEmpty ? .nothing : .fields(places)
    }

    /// Returns the properties of the object that a field refers to, if its type is a class.
    ///
    /// Only for values that are copied on write, and shown by their mirror: the mirror reads the object, too.
    private static func storage(in field: TypeMetadata.Field) -> [Place]? {
        let type = (field.type as? any OptionalValue.Type)?.wrapped ?? field.type
        guard type is AnyClass, let fields = TypeMetadata(type).instanceFields else { return nil }
        return fields.filter { $0.ownership == .strong && !$0.isHidden }
            .map { Place(offset: field.offset, offsetInStorage: $0.offset, type: $0.type) }
    }

    private static func fields(_ metadata: TypeMetadata) -> [TypeMetadata.Field] {
        (metadata.fields ?? []).filter { $0.ownership == .strong && !$0.isHidden }
    }

    private func leads(to types: [Any.Type]) -> Bool {
        var visited: Set<ObjectIdentifier> = []
        return types.contains { leads(to: $0, &visited, depth: 0) }
    }

    /// Returns true if a candidate may be in a type's values. A type may contain itself, also with an ever larger
    /// generic argument.
    private func leads(to type: Any.Type, _ visited: inout Set<ObjectIdentifier>, depth: Int) -> Bool {
        let id = ObjectIdentifier(type)
        if let plan = plans[id] {
            if case .nothing = plan { return false }
            return true
        }
        guard visited.insert(id).inserted, !isScalar(type) else { return false }
        guard depth < LayoutInspection.maximumDepth, !isCandidate(type) else { return true }
        let types: [Any.Type]
        if let optional = type as? any OptionalValue.Type {
            types = [optional.wrapped]
        } else if let collection = type as? any SelfContainedCollection.Type {
            types = collection.contents
        } else {
            let metadata = TypeMetadata(type)
            guard metadata.isCopyable else { return false }
            if metadata.existential != nil { return true }
            types = metadata.cases?.compactMap(\.payload) ?? Self.fields(metadata).map(\.type)
        }
        return types.contains { leads(to: $0, &visited, depth: depth + 1) }
    }
}
