import RewindTree

/// Turns trees into JSON text in which every large subtree is a reference to a chunk, and stores the chunks.
///
/// It remembers by identity what it has seen: a subtree that two states share is visited once.
struct ChunkWriter {
    private struct Summary {
        /// Keeps the node alive, so that its identity stays its own.
        let node: AnyObject
        let length: Int
        var digest: Digest?
        var chunk: Int?
    }

    /// How many nodes are remembered before the memory starts afresh.
    private static let capacity = 50_000

    private var known: [ObjectIdentifier: Summary] = [:]

    /// Forgets everything, as is due when a transaction was rolled back.
    mutating func forget() {
        known.removeAll(keepingCapacity: true)
    }

    /// Forgets where `ids` were stored, after they were deleted.
    ///
    /// - Complexity: linear in what is remembered.
    mutating func forget(_ ids: Set<Int>) {
        for (node, summary) in known {
            if let chunk = summary.chunk, ids.contains(chunk) { known[node]?.chunk = nil }
        }
    }

    /// Appends the text of `tree`, whose upper `inlineLevels` levels are written out whatever their size.
    mutating func write(_ tree: Tree, inlineLevels: Int, to bytes: inout [UInt8], in db: Connection) throws {
        guard inlineLevels > 0 else { return try write(tree, to: &bytes, in: db) }
        switch tree {
        case .array(let array):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in array.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try write(element, inlineLevels: inlineLevels - 1, to: &bytes, in: db)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for index in object.keys.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(jsonString: ChunkKey.stored(object.keys[index]))
                bytes.append(UInt8(ascii: ":"))
                try write(object.values[index], inlineLevels: inlineLevels - 1, to: &bytes, in: db)
            }
            bytes.append(UInt8(ascii: "}"))
        default:
            tree.write(to: &bytes)
        }
    }

    /// Appends the text of a patch, whose operations are written out whatever their size.
    ///
    /// The text is that of `patch.tree`, which need not be made for it.
    mutating func write(_ patch: Patch, to bytes: inout [UInt8], in db: Connection) throws {
        bytes.append(UInt8(ascii: "["))
        for (index, operation) in patch.operations.enumerated() {
            bytes.append(literal: index > 0 ? ",{" : "{")
            switch operation {
            case .add(let path, let value):
                try write(operation: "\"op\":\"add\",\"path\":", path, value, to: &bytes, in: db)
            case .replace(let path, let value):
                try write(operation: "\"op\":\"replace\",\"path\":", path, value, to: &bytes, in: db)
            case .test(let path, let value):
                try write(operation: "\"op\":\"test\",\"path\":", path, value, to: &bytes, in: db)
            case .remove(let path):
                bytes.append(literal: "\"op\":\"remove\",\"path\":")
                try write(path, to: &bytes, in: db)
            case .move(let from, let path):
                try write(operation: ",\"op\":\"move\",\"path\":", from: from, path, to: &bytes, in: db)
            case .copy(let from, let path):
                try write(operation: ",\"op\":\"copy\",\"path\":", from: from, path, to: &bytes, in: db)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(
        operation: StaticString,
        _ path: Pointer,
        _ value: Tree,
        to bytes: inout [UInt8],
        in db: Connection
    ) throws {
        bytes.append(literal: operation)
        try write(path, to: &bytes, in: db)
        bytes.append(literal: ",\"value\":")
        try write(value, to: &bytes, in: db)
    }

    private mutating func write(
        operation: StaticString,
        from: Pointer,
        _ path: Pointer,
        to bytes: inout [UInt8],
        in db: Connection
    ) throws {
        bytes.append(literal: "\"from\":")
        try write(from, to: &bytes, in: db)
        bytes.append(literal: operation)
        try write(path, to: &bytes, in: db)
    }

    /// The chunk that holds `tree`, stored now unless it already exists.
    mutating func chunk(for tree: Tree, in db: Connection) throws -> (id: Int, digest: Digest) {
        if let id = try storedChunk(of: tree, in: db) { return (id, digest(of: tree)) }
        // What is inside is stored first, one after the other: for as many as may be nested, a small stack has no room.
        var open = [(tree: tree, inner: longContainers(in: tree)[...])]
        while true {
            if let inner = open[open.endIndex - 1].inner.popFirst() {
                if try storedChunk(of: inner, in: db) == nil { open.append((inner, longContainers(in: inner)[...])) }
            } else {
                let inner = open.removeLast().tree
                let digest = digest(of: inner)
                let id = try store(inner, digest, in: db)
                if let node = inner.node { known[ObjectIdentifier(node)]?.chunk = id }
                if open.isEmpty { return (id, digest) }
            }
        }
    }

    /// Stores the state at `seq` whole.
    mutating func writeSnapshot(of state: Tree, seq: Int, in db: Connection) throws {
        let (chunk, digest) = try chunk(for: state, in: db)
        try db.execute("INSERT INTO snapshot (seq, chunk, hash) VALUES (?, ?, ?)", [seq, chunk, digest.data])
    }

    /// The containers right inside of `tree` that have chunks of their own.
    private mutating func longContainers(in tree: Tree) -> [Tree] {
        let children =
            switch tree {
            case .array(let array): array.elements
            case .object(let object): object.values
            default: [Tree]()
            }
        return children.filter { $0.isContainer && length(of: $0) > SessionFormat.chunkThreshold }
    }

    /// The length of the JSON text of `tree` in bytes.
    mutating func length(of tree: Tree) -> Int {
        guard let node = tree.node else { return tree.text.utf8.count }
        if let summary = known[ObjectIdentifier(node)] { return summary.length }
        var length = 2
        StackRoom.growing {
            switch tree {
            case .array(let array):
                for element in array { length += self.length(of: element) + 1 }
            case .object(let object):
                for (key, value) in zip(object.keys, object.values) {
                    length += key.utf8.count + 4 + self.length(of: value)
                }
            default: break
            }
        }
        known[ObjectIdentifier(node)] = Summary(node: node, length: length)
        return length
    }

    private mutating func digest(of tree: Tree) -> Digest {
        guard let node = tree.node else { return tree.digest }
        if let digest = known[ObjectIdentifier(node)]?.digest { return digest }
        let length = length(of: tree)
        let digest = StackRoom.growing { tree.digest { self.digest(of: $0) } }
        known[ObjectIdentifier(node), default: Summary(node: node, length: length)].digest = digest
        return digest
    }

    /// The chunk that holds `tree`, if it is stored.
    private mutating func storedChunk(of tree: Tree, in db: Connection) throws -> Int? {
        let node = tree.node.map { ObjectIdentifier($0) }
        if let node, let id = known[node]?.chunk { return id }
        guard let id = try db.fetchOne(Int.self, "SELECT id FROM chunk WHERE hash = ?", [digest(of: tree).data])
        else { return nil }
        if let node { known[node]?.chunk = id }
        return id
    }

    private mutating func store(_ tree: Tree, _ digest: Digest, in db: Connection) throws -> Int {
        var body: [UInt8] = []
        try write(tree, inlineLevels: 1, to: &body, in: db)
        try db.execute(
            "INSERT INTO chunk (hash, body) VALUES (?, ?)",
            [digest.data, String(decoding: body, as: UTF8.self)]
        )
        return Int(db.lastInsertedRowID)
    }

    /// Appends the text of a pointer as a JSON string, or a reference to it.
    private mutating func write(_ pointer: Pointer, to bytes: inout [UInt8], in db: Connection) throws {
        let start = bytes.count
        bytes.append(jsonString: pointer)
        guard bytes.count - start > SessionFormat.chunkThreshold else { return }
        bytes.removeSubrange(start...)
        try writeReference(to: .string(pointer.description), to: &bytes, in: db)
    }

    /// Appends the text of `tree`, or a reference when that is long.
    private mutating func write(_ tree: Tree, to bytes: inout [UInt8], in db: Connection) throws {
        // Most values are short, and that they are shows while they are written. Long ones have often been seen before.
        if let node = tree.node, let summary = known[ObjectIdentifier(node)], let id = summary.chunk,
            summary.length > SessionFormat.chunkThreshold
        {
            return Self.write(referenceTo: id, to: &bytes)
        }
        let start = bytes.count
        if ShortText.write(tree, to: &bytes, end: start + SessionFormat.chunkThreshold) { return }
        bytes.removeSubrange(start...)
        try writeReference(to: tree, to: &bytes, in: db)
    }

    private mutating func writeReference(to tree: Tree, to bytes: inout [UInt8], in db: Connection) throws {
        let id = try chunk(for: tree, in: db).id
        Self.write(referenceTo: id, to: &bytes)
        if known.count > Self.capacity { forget() }
    }

    private static func write(referenceTo id: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        bytes.append(jsonString: SessionFormat.referenceKey)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: Int64(id))
        bytes.append(UInt8(ascii: "}"))
    }
}
