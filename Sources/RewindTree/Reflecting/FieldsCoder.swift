/// The coder of structs, tuples and objects: reads their stored properties by their offsets.
///
/// A property with the same bytes as before keeps its tree. The value around it retains the old bytes, so the storage
/// they refer to was neither changed nor reused.
final class FieldsCoder: Coder {
    private unowned let coders: ReflectingCoders
    private let type: Any.Type
    private let fields: [TypeMetadata.Field]
    /// Determined when the first value is encoded, because types may contain themselves.
    private lazy var members = makeMembers()
    /// The indices of the members' names among all names.
    private lazy var positions = members.map { member in
        names.partitioningIndex { !$0.precedesInBytes(member.name) }
    }
    private lazy var names = ObjectNode(members.map { ($0.name, .null) } + (identity == nil ? [] : [("id", .null)]))
        .keys
    /// The member by which the elements of lists are matched, if it is not a stored `id`.
    private lazy var identity = members.contains { $0.name == "id" } ? nil : IdentityReader(coders, type)
    /// The property with a key path, if the others are values for the property that it leads to.
    private lazy var keyPath = fields.first { $0.type is AnyKeyPath.Type }
    /// True for a type whose contents are not among its properties.
    private lazy var isOpaque =
        members.allSatisfy { ($0.slot.coder as? UnrecordedCoder)?.reason == .opaque }
        && (!members.isEmpty || fields.isEmpty && ValueLayout.extent(of: type).size > 0)

    init(_ coders: ReflectingCoders, _ type: Any.Type, _ fields: [TypeMetadata.Field]) {
        self.coders = coders
        self.type = type
        self.fields = fields
    }

    private struct Member {
        let offset: Int
        let name: String
        let slot: ReflectedSlot
        let layout: ValueLayout
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        if isOpaque { return coders.unrecorded(type, .opaque, in: parent, key: key) }
        var writer = parent.context.writer(in: parent, key: key, hint: hint, depth: parent.depth + 1)
        defer { parent.context.recycle(&writer) }
        let mask = keyPath.flatMap { AssignmentMask(at: value + $0.offset, filter: parent.context.filter) }
        // The same value may be assigned to another property.
        let isNew = keyPath != nil && parent.context.filter != nil
        let node = isNew ? nil : hint.object.flatMap { $0.keys.hasSameStorage(as: names) ? $0 : nil }
        let old = node == nil ? nil : hint.old
        let oldTraces = node == nil ? [] : hint.trace?.children ?? []
        // Empty while all values are the old ones.
        var values = node == nil ? Array(repeating: Tree.null, count: names.count) : []
        var traces: [Trace?] = []
        for index in members.indices {
            let (member, position) = (members[index], positions[index])
            let field = value + member.offset
            let trace = index < oldTraces.count ? oldTraces[index] : nil
            let oldTree = node?.values[position]
            if trace == nil, let old, coders.layouts.isSame(field, old + member.offset, member.layout) { continue }
            let hint = Hint(tree: oldTree, trace: trace, old: old.map { $0 + member.offset })
            var encoded = try member.slot.encode(field, in: writer, hint: hint)
            if let mask, member.offset != keyPath?.offset, !(member.slot.coder is UnrecordedCoder) {
                encoded = mask.masked(encoded)
            }
            if let trace = encoded.trace {
                traces += Array(repeating: nil, count: index - traces.count) + [trace]
            }
            if values.isEmpty, let node {
                if node.isIdentical(to: encoded.tree, at: position) { continue }
                values = node.values
            }
            values[position] = encoded.tree
        }
        if !values.isEmpty, let identity {
            values[names.partitioningIndex { !$0.precedesInBytes("id") }] = try identity.encode(value, in: writer)
        }
        let tree: Tree
        if values.isEmpty, let old = hint.tree, node != nil {
            tree = old
        } else {
            tree = .object(ObjectNode(sortedKeys: names, values: values))
        }
        return Encoded(tree: tree, trace: traces.isEmpty ? nil : Trace(tree: tree, memory: nil, children: traces))
    }

    private func makeMembers() -> [Member] {
        let fields = fields.filter { !$0.isHidden }
        let known = zip(fields, FieldLabel.labels(of: fields)).map { field, label in
            let slot = ReflectedSlot(coders.context, label: label, coder: coder(of: field))
            return Member(
                offset: field.offset,
                name: slot.name,
                slot: slot,
                layout: ValueLayout(bytesOf: field.type)
            )
        }
        guard !known.isEmpty, hasUnknownFields else { return known }
        let slot = ReflectedSlot(coders.context, label: "…", coder: UnrecordedCoder(coders, type, .opaque))
        return known + [Member(offset: 0, name: slot.name, slot: slot, layout: ValueLayout(bytesOf: type))]
    }

    /// True for a struct from C with bit fields, unions or other parts that Swift cannot import, as far as they are
    /// larger than padding.
    private var hasUnknownFields: Bool {
        guard TypeMetadata(type).isStruct, TypeMetadata(type).isForeign else { return false }
        var end = 0
        for field in fields.sorted(by: { $0.offset < $1.offset }) {
            if field.offset - end >= ValueLayout.alignment(of: field.type) { return true }
            end = field.offset + ValueLayout.extent(of: field.type).size
        }
        return ValueLayout.extent(of: type).size - end >= ValueLayout.alignment(of: type)
    }

    private func coder(of field: TypeMetadata.Field) -> any Coder {
        if type is AnyClass, !field.isCopyable { return UnrecordedCoder(coders, field.type, .noncopyable) }
        return switch field.ownership {
        case .strong: coders.coder(of: field.type)
        case .weak: WeakCoder(coders)
        case .other: UnrecordedCoder(coders, field.type, .unowned)
        }
    }
}

/// Masks values that are assigned to a secret property, as in a binding.
private struct AssignmentMask {
    private let filter: any TreeFilter
    private let name: String

    /// Returns nil if the key path leads to a property that need not be masked.
    init?(at keyPath: UnsafeRawPointer, filter: (any TreeFilter)?) {
        guard let filter, let keyPath = keyPath.assumingMemoryBound(to: AnyKeyPath?.self).pointee else { return nil }
        let text = String(reflecting: keyPath)
        // The key path of a computed property, such as one that a macro has made of a stored one, does not know its name.
        // The value may then be a password.
        let names =
            text.contains("<")
            ? ["password"] : text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.dropFirst().map(String.init)
        guard let name = names.first(where: filter.covers) else { return nil }
        (self.filter, self.name) = (filter, name)
    }

    func masked(_ encoded: Encoded) -> Encoded {
        Encoded(tree: filter.replacement(for: encoded.tree, under: name), trace: nil)
    }
}

/// The names of stored properties as an app's source has them.
enum FieldLabel {
    /// Returns the labels of properties: the index for one without a name. The second property with a label is named
    /// `label (2)`.
    static func labels(of fields: [TypeMetadata.Field]) -> [String] {
        let names = Set(fields.map(\.name))
        return MemberNames.numbered(fields.enumerated().map { label(of: $1.name, at: $0, among: names) })
    }

    private static func label(of name: String, at index: Int, among names: Set<String>) -> String {
        if name.isEmpty { return String(index) }
        if name.hasPrefix("$__lazy_storage_$_") { return String(name.dropFirst("$__lazy_storage_$_".count)) }
        guard name.hasPrefix("_"), name.count > 1 else { return name }
        let label = String(name.dropFirst())
        return names.contains(label) || label.hasPrefix("_") ? name : label
    }
}
