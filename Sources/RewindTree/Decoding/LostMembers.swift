/// Finds the members of a value that its decoded copy does not have, because they are not encoded.
///
/// Values are equal if their `==` says so; members that it ignores are not found. Other values are compared by their
/// members. Of a collection, at most the first 100 elements are compared, and closures and other values without members
/// are not.
package struct LostMembers {
    private static let maximumElements = 100
    private static let maximumMembers = 8

    private var found: [Pointer] = []

    /// Returns pointers to at most eight members, with the names of the properties, and `*` in place of indices and
    /// keys.
    ///
    /// - Complexity: Linear in the size of the value, at most.
    package static func find(in value: Any, decodedAs copy: Any) -> [Pointer] {
        var members = LostMembers()
        members.compare(value, copy, [])
        return members.found
    }

    private mutating func compare(_ value: Any, _ copy: Any, _ path: [String]) {
        guard found.count < Self.maximumMembers, path.count < Tree.depthLimit, StackRoom.isLeft else { return }
        let isEqual = (value as? any Equatable).map { Self.isEqual($0, copy) }
        guard isEqual != true else { return }
        let mirrors = (Mirror(reflecting: value), Mirror(reflecting: copy))
        switch mirrors.0.displayStyle {
        case _ where value is any DirectlyEncodable, .set: add(path)
        case .collection: compareElements(mirrors.0.children, mirrors.1.children, path)
        case .dictionary: compareEntries(value, copy, path)
        case nil where mirrors.0.children.isEmpty: if isEqual == false { add(path) }
        default: compareMembers(mirrors, isEqual, path)
        }
    }

    private mutating func compareMembers(_ mirrors: (Mirror, Mirror), _ isEqual: Bool?, _ path: [String]) {
        let (members, others) = (mirrors.0.children, mirrors.1.children)
        guard members.count == others.count, zip(members, others).allSatisfy({ $0.label == $1.label }) else {
            return add(path)
        }
        let isWrapped = mirrors.0.displayStyle == .optional || mirrors.0.displayStyle == .enum
        for (member, other) in zip(members, others) {
            compare(member.value, other.value, isWrapped ? path : path + [Self.name(member.label)])
        }
        if let base = mirrors.0.superclassMirror, let other = mirrors.1.superclassMirror {
            compareMembers((base, other), nil, path)
        }
        if members.isEmpty, isEqual == false { add(path) }
    }

    private mutating func compareElements(_ elements: Mirror.Children, _ others: Mirror.Children, _ path: [String]) {
        guard elements.count == others.count else { return add(path) }
        for (element, other) in zip(elements, others).prefix(Self.maximumElements) {
            compare(element.value, other.value, path + ["*"])
        }
    }

    private mutating func compareEntries(_ value: Any, _ copy: Any, _ path: [String]) {
        guard let entries = value as? [AnyHashable: Any], let others = copy as? [AnyHashable: Any],
            entries.count == others.count
        else { return add(path) }
        for (key, value) in entries.prefix(Self.maximumElements) {
            guard let other = others[key] else { return add(path) }
            compare(value, other, path + ["*"])
        }
    }

    private mutating func add(_ path: [String]) {
        let pointer = Pointer(path)
        if !found.contains(pointer) { found.append(pointer) }
    }

    /// Returns true if two values are equal. A value that is not equal to itself is equal to another such value.
    private static func isEqual<Value: Equatable>(_ value: Value, _ copy: Any) -> Bool {
        guard let copy = copy as? Value else { return false }
        return value == copy || value != value && copy != copy
    }

    /// Returns the name of a property in the source: the storage of a lazy one, or of one with a wrapper, has another.
    private static func name(_ label: String?) -> String {
        guard let label, let start = label.lastIndex(where: { $0 == "$" || $0 == "_" }) else { return label ?? "*" }
        let prefix = label[...start]
        return prefix == "_" || prefix == "$__lazy_storage_$_" ? String(label[label.index(after: start)...]) : label
    }
}
