import RewindTree

/// Converts trees to JSON text in which every large subtree is a reference to a chunk, and stores the chunks.
///
/// It caches nodes by identity: a subtree that two states share is visited once.
struct ChunkWriter {
    private struct Summary {
        /// Keeps the node alive, so that its identity stays unique.
        let node: AnyObject
        let length: Int
        var digest: Digest?
        var chunk: Int?
    }

    /// The maximum number of cached nodes; the cache is then cleared.
    private static let capacity = 50_000

    private let db: Connection
    private var known: [ObjectIdentifier: Summary] = [:]

    init(in db: Connection) {
        self.db = db
    }

    /// Clears the cache. Must be called after a transaction was rolled back.
    mutating func forget() {
        known.removeAll(keepingCapacity: true)
    }

    /// Forgets the chunks `ids` after they were deleted.
    ///
    /// - Complexity: Linear in the size of the cache.
    mutating func forget(_ ids: Set<Int>) {
        for (node, summary) in known {
            if let chunk = summary.chunk, ids.contains(chunk) { known[node]?.chunk = nil }
        }
    }

    /// Appends the text of `tree`, whose upper `inlineLevels` levels are written inline, whatever their size.
    mutating func writeOpened(_ tree: Tree, to bytes: inout [UInt8]) throws {
        try tree.write(to: &bytes, in: &self)
    }

    /// Appends the text of a patch, whose operations are written inline, whatever their size.
    ///
    /// The text is that of `patch.tree`, but the tree is not created.
    mutating func write(_ patch: Patch, to bytes: inout [UInt8]) throws {
        bytes.append(UInt8(ascii: "["))
        for (index, operation) in patch.operations.enumerated() {
            bytes.append(literal: index > 0 ? ",{" : "{")
            if let source = operation.source {
                bytes.append(literal: "\"from\":")
                try write(source, to: &bytes)
                bytes.append(UInt8(ascii: ","))
            }
            bytes.append(literal: "\"op\":\"")
            bytes.append(contentsOf: operation.name.utf8)
            bytes.append(literal: "\",\"path\":")
            try write(operation.path, to: &bytes)
            if let value = operation.value {
                bytes.append(literal: ",\"value\":")
                try write(value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Returns the chunk with `tree`, storing it if necessary.
    mutating func chunk(for tree: Tree) throws -> (id: Int, digest: Digest) {
        if let id = try storedChunk(of: tree) { return (id, digest(of: tree)) }
        // Nested chunks are stored first, without recursion: the stack may be too small for the deepest nesting.
        var open = [(tree: tree, inner: longContainers(in: tree)[...])]
        while true {
            if let inner = open[open.endIndex - 1].inner.popFirst() {
                if try storedChunk(of: inner) == nil { open.append((inner, longContainers(in: inner)[...])) }
            } else {
                let inner = open.removeLast().tree
                let digest = digest(of: inner)
                let id = try store(inner, digest)
                if let node = inner.node { known[ObjectIdentifier(node)]?.chunk = id }
                if open.isEmpty { return (id, digest) }
            }
        }
    }

    /// Stores the state at `seq` as a snapshot.
    mutating func writeSnapshot(of state: Tree, seq: Int) throws {
        let (chunk, digest) = try chunk(for: state)
        try db.execute("INSERT INTO snapshot (seq, chunk, hash) VALUES (?, ?, ?)", [seq, chunk, digest.data])
    }

    /// Returns the containers directly inside `tree` that are stored in separate chunks.
    private mutating func longContainers(in tree: Tree) -> [Tree] {
        let children =
            switch tree {
            case .array(let array): array.elements
            case .object(let object): object.values
            default: [Tree]()
            }
        return children.filter { $0.isContainer && length(of: $0) > SessionFormat.chunkThreshold }
    }

    /// Returns the length of the JSON text of `tree` in bytes.
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
        let digest = StackRoom.growing { tree.digested { self.digest(of: $0) }.digest }
        known[ObjectIdentifier(node), default: Summary(node: node, length: length)].digest = digest
        return digest
    }

    /// Returns the chunk with `tree`, if it is stored.
    private mutating func storedChunk(of tree: Tree) throws -> Int? {
        let node = tree.node.map { ObjectIdentifier($0) }
        if let node, let id = known[node]?.chunk { return id }
        guard let id = try db.fetchOne(Int.self, "SELECT id FROM chunk WHERE hash = ?", [digest(of: tree).data])
        else { return nil }
        if let node { known[node]?.chunk = id }
        return id
    }

    private mutating func store(_ tree: Tree, _ digest: Digest) throws -> Int {
        var body: [UInt8] = []
        try writeOpened(tree, to: &body)
        try db.execute(
            "INSERT INTO chunk (hash, body) VALUES (?, ?)",
            [digest.data, String(decoding: body, as: UTF8.self)]
        )
        return Int(db.lastInsertedRowID)
    }

    /// Appends the text of a pointer as a JSON string, or a reference to it.
    private mutating func write(_ pointer: Pointer, to bytes: inout [UInt8]) throws {
        let start = bytes.count
        bytes.append(jsonString: pointer)
        guard bytes.count - start > SessionFormat.chunkThreshold else { return }
        bytes.removeSubrange(start...)
        try writeReference(to: .string(pointer.description), to: &bytes)
    }

    /// Appends the text of `tree`, or a reference if the text is long.
    private mutating func write(_ tree: Tree, to bytes: inout [UInt8]) throws {
        // Most values are short, which is noticed while they are written. Long ones have often been seen before.
        if let node = tree.node, let summary = known[ObjectIdentifier(node)], let id = summary.chunk,
            summary.length > SessionFormat.chunkThreshold
        {
            return Self.write(referenceTo: id, to: &bytes)
        }
        let start = bytes.count
        if ShortText.write(tree, to: &bytes, end: start + SessionFormat.chunkThreshold) { return }
        bytes.removeSubrange(start...)
        try writeReference(to: tree, to: &bytes)
    }

    private mutating func writeReference(to tree: Tree, to bytes: inout [UInt8]) throws {
        let id = try chunk(for: tree).id
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

/// The text of a value that is opened: names are as they are stored, and children in place or as references.
extension ChunkWriter: TextForm {
    func write(name: String, to bytes: inout [UInt8]) {
        bytes.append(jsonString: ChunkKey.stored(name))
    }

    mutating func write(_ value: Tree, level: Int, to bytes: inout [UInt8]) throws -> Bool {
        guard level > 0 else { return false }
        try write(value, to: &bytes)
        return true
    }
}
