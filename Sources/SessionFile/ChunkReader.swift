import GRDB
import StateTree

/// Turns stored JSON text back into trees, following references to chunks.
///
/// Two values that hold the same chunk share its nodes.
final class ChunkReader {
    /// How many bytes of chunk bodies stay parsed before the cache starts afresh.
    private static let capacity = 32 << 20

    /// How many chunks may be nested in each other.
    private static let depthLimit = 1_000
    /// The longest text that a value may have when all references in it are followed, in bytes: a few chunks that hold
    /// each other twice could otherwise stand for more than any memory.
    private static let lengthLimit = 1 << 30

    private let path: String
    private var cache: [Int: Tree] = [:]
    private var cachedBytes = 0
    /// The chunks being read now: meeting one of them again is a cycle.
    private var open: Set<Int> = []
    /// How deep the values in chunks are nested and how long their texts are, with all that they hold.
    private var extents: [Int: (levels: Int, bytes: Int)] = [:]
    /// The level that is being read now, and the deepest one so far.
    private var level = 0
    private var deepest = 0
    /// The length of what was read so far, with all that it holds.
    private var length = 0

    init(path: String) {
        self.path = path
    }

    /// The value in chunk `id`.
    func tree(ofChunk id: Int, in db: Database) throws -> Tree {
        if let tree = cache[id], let extent = extents[id] {
            try note(levels: extent.levels, bytes: extent.bytes, chunk: id)
            return tree
        }
        guard open.count < Self.depthLimit, open.insert(id).inserted else {
            throw SessionError.damaged(path: path, .chunkCycle(id: id))
        }
        defer { open.remove(id) }
        let statement = try db.cachedStatement(sql: "SELECT body FROM chunk WHERE id = ?")
        guard let body = try String.fetchOne(statement, arguments: [id]) else {
            throw SessionError.damaged(path: path, .chunkMissing(id: id))
        }
        let outer = (deepest, length)
        (deepest, length) = (level, body.utf8.count)
        let tree = try tree(from: body, table: "chunk", column: "body", row: id, in: db)
        let extent = (levels: deepest - level, bytes: length)
        (deepest, length) = outer
        extents[id] = extent
        try note(levels: extent.levels, bytes: extent.bytes, chunk: id)
        if cachedBytes > Self.capacity {
            cache.removeAll()
            cachedBytes = 0
        }
        cache[id] = tree
        cachedBytes += body.utf8.count
        return tree
    }

    /// Notes that a chunk was met where the reading is now.
    private func note(levels: Int, bytes: Int, chunk id: Int) throws {
        deepest = max(deepest, level + levels)
        length += bytes
        guard deepest <= Tree.depthLimit, length <= Self.lengthLimit else {
            throw SessionError.damaged(path: path, .chunkCycle(id: id))
        }
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
        guard text.utf8.contains(UInt8(ascii: "$")) else {
            // In a chunk, how deep it is counts for what holds it.
            if !open.isEmpty { deepest = max(deepest, level + stored.levels) }
            return stored
        }
        // A text that is in no chunk begins anew, also where one before it could not be read.
        if open.isEmpty { (level, deepest, length) = (0, 0, 0) }
        return try resolve(stored, in: db)
    }

    private func resolve(_ tree: Tree, in db: Database) throws -> Tree {
        guard tree.isContainer else { return tree }
        level += 1
        deepest = max(deepest, level)
        defer { level -= 1 }
        guard level <= Tree.depthLimit else {
            throw SessionError.damaged(path: path, .chunkCycle(id: open.first ?? 0))
        }
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
