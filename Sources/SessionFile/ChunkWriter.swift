import GRDB
import StateTree

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

    /// The text of `tree`, whose upper `inlineLevels` levels are written out whatever their size.
    mutating func text(of tree: Tree, inlineLevels: Int, in db: Database) throws -> String {
        var bytes: [UInt8] = []
        try write(tree, inlineLevels: inlineLevels, to: &bytes, in: db)
        if known.count > Self.capacity { forget() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The chunk that holds `tree`, stored now unless it is there already.
    mutating func chunk(for tree: Tree, in db: Database) throws -> (id: Int, digest: Digest) {
        let digest = digest(of: tree)
        if let node = tree.node, let id = known[ObjectIdentifier(node)]?.chunk { return (id, digest) }
        let id = try storedChunk(digest, in: db) ?? store(tree, digest, in: db)
        if let node = tree.node { known[ObjectIdentifier(node)]?.chunk = id }
        return (id, digest)
    }

    /// The length of the JSON text of `tree` in bytes.
    mutating func length(of tree: Tree) -> Int {
        guard let node = tree.node else { return tree.text.utf8.count }
        if let summary = known[ObjectIdentifier(node)] { return summary.length }
        var length = 2
        switch tree {
        case .array(let array):
            for element in array.elements { length += self.length(of: element) + 1 }
        case .object(let object):
            for (key, value) in zip(object.keys, object.values) {
                length += key.utf8.count + 4 + self.length(of: value)
            }
        default: break
        }
        known[ObjectIdentifier(node)] = Summary(node: node, length: length)
        return length
    }

    private mutating func digest(of tree: Tree) -> Digest {
        guard let node = tree.node else { return tree.digest }
        if let digest = known[ObjectIdentifier(node)]?.digest { return digest }
        let length = length(of: tree)
        let digest = tree.digest { self.digest(of: $0) }
        known[ObjectIdentifier(node), default: Summary(node: node, length: length)].digest = digest
        return digest
    }

    private func storedChunk(_ digest: Digest, in db: Database) throws -> Int? {
        let statement = try db.cachedStatement(sql: "SELECT id FROM chunk WHERE hash = ?")
        return try Int.fetchOne(statement, arguments: [digest.data])
    }

    private mutating func store(_ tree: Tree, _ digest: Digest, in db: Database) throws -> Int {
        let body = try text(of: tree, inlineLevels: 1, in: db)
        try db.cachedStatement(sql: "INSERT INTO chunk (hash, body) VALUES (?, ?)").execute(arguments: [
            digest.data, body,
        ])
        return Int(db.lastInsertedRowID)
    }

    private mutating func write(
        _ tree: Tree,
        inlineLevels: Int,
        to bytes: inout [UInt8],
        in db: Database
    ) throws {
        if inlineLevels <= 0, length(of: tree) > SessionFormat.chunkThreshold {
            let id = try chunk(for: tree, in: db).id
            bytes += "{\"\(SessionFormat.referenceKey)\":\(id)}".utf8
            return
        }
        switch tree {
        case .array(let array):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in array.elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try write(element, inlineLevels: inlineLevels - 1, to: &bytes, in: db)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, (key, value)) in zip(object.keys, object.values).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Tree.string(ChunkKey.stored(key)).write(to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try write(value, inlineLevels: inlineLevels - 1, to: &bytes, in: db)
            }
            bytes.append(UInt8(ascii: "}"))
        default:
            tree.write(to: &bytes)
        }
    }
}
