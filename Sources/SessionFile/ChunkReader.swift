import GRDB
import StateTree

/// Turns stored JSON text back into trees, following references to chunks.
///
/// Two values that hold the same chunk share its nodes.
final class ChunkReader {
    /// How many bytes of chunk bodies stay parsed before the cache starts afresh.
    private static let capacity = 32 << 20

    /// How many chunks may be nested in each other; a tree is at most as deep.
    private static let depthLimit = 1_000

    private let path: String
    private var cache: [Int: Tree] = [:]
    private var cachedBytes = 0
    /// The chunks being read now: meeting one of them again is a cycle.
    private var open: Set<Int> = []

    init(path: String) {
        self.path = path
    }

    /// The value in chunk `id`.
    func tree(ofChunk id: Int, in db: Database) throws -> Tree {
        if let tree = cache[id] { return tree }
        guard open.count < Self.depthLimit, open.insert(id).inserted else {
            throw SessionError.damaged(path: path, .chunkCycle(id: id))
        }
        defer { open.remove(id) }
        let statement = try db.cachedStatement(sql: "SELECT body FROM chunk WHERE id = ?")
        guard let body = try String.fetchOne(statement, arguments: [id]) else {
            throw SessionError.damaged(path: path, .chunkMissing(id: id))
        }
        let tree = try tree(from: body, table: "chunk", column: "body", row: id, in: db)
        if cachedBytes > Self.capacity {
            cache.removeAll()
            cachedBytes = 0
        }
        cache[id] = tree
        cachedBytes += body.utf8.count
        return tree
    }

    /// The value of a stored text; the table, column and row say in an error where it came from.
    func tree(from text: String, table: String, column: String, row: Int, in db: Database) throws -> Tree {
        let stored: Tree
        do {
            stored = try Tree(parsing: text)
        } catch {
            throw SessionError.damaged(path: path, .malformed(table: table, column: column, row: row))
        }
        // Most rows hold no "$" at all, and then the parsed tree is the value.
        guard text.utf8.contains(UInt8(ascii: "$")) else { return stored }
        return try resolve(stored, in: db)
    }

    private func resolve(_ tree: Tree, in db: Database) throws -> Tree {
        switch tree {
        case .array(let array):
            return .array(ArrayNode(try array.elements.map { try resolve($0, in: db) }))
        case .object(let object):
            if object.keys == [SessionFormat.referenceKey], case .integer(let id) = object.values[0] {
                return try self.tree(ofChunk: Int(clamping: id), in: db)
            }
            let keys = object.keys.map(ChunkKey.original)
            return .object(ObjectNode(zip(keys, try object.values.map { try resolve($0, in: db) })))
        default:
            return tree
        }
    }
}
