/// A struct that stores its keys and values in two arrays, in the same order: an ordered dictionary, or a collection
/// of its values around one.
///
/// It is recognized by its stored properties: the keys are an ordered set, which has an array of its elements, and the
/// values are a contiguous array.
struct OrderedTable {
    private let keys: (type: any ContiguousStorage.Type, offset: Int)
    private let values: (type: any ContiguousStorage.Type, offset: Int)
    /// True if the type is a collection of the values, which then have the keys as identities.
    private let isList: Bool

    init?(of type: Any.Type, _ metadata: TypeMetadata) {
        guard let fields = metadata.fields else { return nil }
        if let table = Self.table(fields) {
            (keys, values, isList) = (table.keys, table.values, false)
            return
        }
        guard let list = type as? any Collection.Type else { return nil }
        for field in fields {
            guard let inner = TypeMetadata(field.type).fields, let table = Self.table(inner),
                Self.elementType(of: list) == table.values.type.element
            else { continue }
            keys = (table.keys.type, table.keys.offset + field.offset)
            values = (table.values.type, table.values.offset + field.offset)
            isList = true
            return
        }
        return nil
    }

    func makeCoder(in coders: ReflectingCoders) -> any Coder {
        func withKeys<Keys: ContiguousStorage>(_: Keys.Type) -> any Coder {
            func withValues<Values: ContiguousStorage>(_: Values.Type) -> any Coder {
                OrderedTableCoder<Keys.Element, Values.Element>(
                    coders,
                    keysOffset: keys.offset,
                    valuesOffset: values.offset,
                    isList: isList
                )
            }
            return withValues(values.type)
        }
        return withKeys(keys.type)
    }

    private typealias Array = (type: any ContiguousStorage.Type, offset: Int)

    private static func table(_ fields: [TypeMetadata.Field]) -> (keys: Array, values: Array)? {
        guard fields.count == 2, let values = fields[1].type as? any ContiguousStorage.Type,
            let inner = TypeMetadata(fields[0].type).fields, inner.count == 2, fields[0].type is any Collection.Type,
            inner[0].type is any OptionalValue.Type, let keys = inner[1].type as? any ContiguousStorage.Type
        else { return nil }
        return ((keys, fields[0].offset + inner[1].offset), (values, fields[1].offset))
    }

    private static func elementType<List: Collection>(of _: List.Type) -> Any.Type { List.Element.self }
}

/// An array whose elements can be found at its address.
protocol ContiguousStorage {
    associatedtype Element
    static var element: Any.Type { get }
}

extension ContiguousArray: ContiguousStorage {
    static var element: Any.Type { Element.self }
}

/// The coder of ordered tables: lists of `{"id": key, "value": value}`. A list whose elements have an `id` is as it is.
final class OrderedTableCoder<Key, Value>: ListCoder {
    private unowned let coders: ReflectingCoders
    private let (keysOffset, valuesOffset): (Int, Int)
    private let isList: Bool
    private let values: ElementsCoder<Value>

    init(_ coders: ReflectingCoders, keysOffset: Int, valuesOffset: Int, isList: Bool) {
        self.coders = coders
        self.keysOffset = keysOffset
        self.valuesOffset = valuesOffset
        self.isList = isList
        values = ElementsCoder(coders.part(Value.self))
    }

    func encode(_ value: UnsafeRawPointer, in parent: TreeWriter, key: (any CodingKey)?, hint: Hint) throws -> Encoded {
        let new = values(at: value)
        let oldPairs = hint.array ?? ArrayNode([])
        let oldValues = oldPairs.map { Self.value(in: $0) }
        let hasPairs = !oldPairs.isEmpty && oldValues.allSatisfy { $0 != nil }
        let inner = Hint(
            tree: hasPairs ? .array(ArrayNode(oldValues.compactMap(\.self))) : hint.tree,
            trace: hint.trace,
            old: hint.old
        )
        parent.context.countStorage(of: new.count, stride: MemoryLayout<Value>.stride)
        let encoded = try new.withUnsafeBufferPointer { new in
            guard let old = hint.old.map({ values(at: $0) }), inner.tree != nil else {
                return try values.encode(new, old: nil, in: parent, key: key, hint: .none)
            }
            return try old.withUnsafeBufferPointer {
                try values.encode(new, old: $0, in: parent, key: key, hint: inner)
            }
        }
        guard case .array(let node) = encoded.tree, !node.isEmpty, !isList || node[0].identity == nil else {
            return encoded
        }
        let keys = keys(at: value)
        var writer = parent.context.writer(in: parent, key: key, hint: .none, depth: TreeWriter.insideCollection)
        defer { parent.context.recycle(&writer) }
        let pairs = try keys.indices.map { index -> Tree in
            let name = Tree.string(try coders.name(ofKey: keys[index], in: writer))
            let id = writer.filtered(name, key: { TextKey("id") }, hint: nil)
            if hasPairs, index < oldPairs.count, case .object(let old) = oldPairs[index], old["id"] == id,
                oldValues[index]?.isIdentical(to: node[index]) == true
            {
                return oldPairs[index]
            }
            return .object(ObjectNode(sortedKeys: ["id", "value"], values: [id, node[index]]))
        }
        return Encoded(tree: hint.array(pairs), trace: encoded.trace)
    }

    private static func value(in pair: Tree) -> Tree? {
        guard case .object(let node) = pair, node.keys == ["id", "value"] else { return nil }
        return node.values[1]
    }

    private func keys(at value: UnsafeRawPointer) -> ContiguousArray<Key> {
        (value + keysOffset).assumingMemoryBound(to: ContiguousArray<Key>.self).pointee
    }

    private func values(at value: UnsafeRawPointer) -> ContiguousArray<Value> {
        (value + valuesOffset).assumingMemoryBound(to: ContiguousArray<Value>.self).pointee
    }
}
