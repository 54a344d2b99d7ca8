/// The coder of enums: the name of a case, or an object with the associated values under that name.
final class EnumCoder: Coder {
    private unowned let coders: ReflectingCoders
    private let metadata: TypeMetadata
    private let cases: [TypeMetadata.Case]
    /// The members for the payloads by tag; nil until the case occurs.
    private var slots: [ReflectedSlot?]

    init(_ coders: ReflectingCoders, _ type: Any.Type, _ cases: [TypeMetadata.Case]) {
        (self.coders, self.cases) = (coders, cases)
        metadata = TypeMetadata(type)
        slots = Array(repeating: nil, count: cases.count)
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        try metadata.withCase(at: value) { tag, address in
            guard tag < cases.count else { return Encoded(tree: .null, trace: nil) }
            let current = cases[tag]
            guard let type = current.payload else {
                return Encoded(tree: parent.filtered(.string(current.name), key: { key }, hint: hint.tree), trace: nil)
            }
            let payload = Self.payload(at: address, of: type, current)
            let slot = slot(for: tag, type)
            var writer = parent.context.writer(in: parent, key: key, hint: hint, depth: parent.depth + 1)
            defer { parent.context.recycle(&writer) }
            guard let old = hint.old, let oldTree = hint.object?[slot.name] else {
                return finish(try slot.encode(payload, in: writer, hint: .none), slot, hint)
            }
            return try metadata.withCase(at: old) { oldTag, address in
                guard oldTag == tag else {
                    return finish(try slot.encode(payload, in: writer, hint: .none), slot, hint)
                }
                let trace = hint.trace?.children.first ?? nil
                let hintInside = Hint(tree: oldTree, trace: trace, old: Self.payload(at: address, of: type, current))
                return finish(try slot.encode(payload, in: writer, hint: hintInside), slot, hint)
            }
        }
    }

    private static func payload(
        at address: UnsafeRawPointer,
        of type: Any.Type,
        _ current: TypeMetadata.Case
    ) -> UnsafeRawPointer {
        guard current.isIndirect else { return address }
        return TypeMetadata.payload(inBox: address.load(as: UnsafeRawPointer.self), of: type)
    }

    private func slot(for tag: Int, _ type: Any.Type) -> ReflectedSlot {
        if let slot = slots[tag] { return slot }
        let slot = ReflectedSlot(coders.context, label: cases[tag].name, coder: coders.coder(of: type))
        slots[tag] = slot
        return slot
    }

    private func finish(_ encoded: Encoded, _ slot: ReflectedSlot, _ hint: Hint) -> Encoded {
        let tree = hint.object(ObjectNode(sortedKeys: [slot.name], values: [encoded.tree]))
        return Encoded(
            tree: tree,
            trace: encoded.trace.map { Trace(tree: tree, memory: nil, children: [$0]) }
        )
    }
}
