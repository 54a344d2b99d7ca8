import GRDB
import StateTree

/// Turns stored JSON text back into trees, following references to chunks.
///
/// Two values that hold the same chunk share its nodes, as long as it is remembered.
final class ChunkReader {
    /// How much a value holds, with all that its references lead to.
    private struct Extent {
        /// How long the texts are that it was made of.
        var bytes: Int
        /// How deep it is nested.
        var levels: Int
    }

    /// A value without references.
    private struct Whole {
        let tree: Tree
        let extent: Extent
    }

    /// How many bytes of text stay parsed, of values without references and of those with them.
    private static let capacity = 16 << 20
    private static let storedCapacity = 4 << 20

    /// How many chunks may be nested in each other; a tree is at most as deep.
    static let depthLimit = 1_000
    /// The longest text that a value may have when all references in it are followed, in bytes: a few chunks that hold
    /// each other twice could otherwise stand for more than any memory.
    private static let lengthLimit = 1 << 30

    private let path: String
    private var wholes = RecentlyUsed<Whole>(capacity: capacity)
    private var stored = RecentlyUsed<StoredTree>(capacity: storedCapacity)
    /// The chunks being read now: meeting one of them again is a cycle.
    private var open: Set<Int> = []
    /// How many values are around the one that is being read now.
    private var level = 0

    init(path: String) {
        self.path = path
    }

    /// The value in chunk `id`.
    func tree(ofChunk id: Int, in db: Database) throws -> Tree {
        try whole(ofChunk: id, in: db).tree
    }

    /// About how many bytes the text of the value in chunk `id` has.
    func length(ofChunk id: Int, in db: Database) throws -> Int {
        try whole(ofChunk: id, in: db).extent.bytes
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
        return try tree(from: StoredTree(stored), in: db)
    }

    /// The value that a stored one stands for.
    func tree(from stored: StoredTree, in db: Database) throws -> Tree {
        var extent = Extent(bytes: 0, levels: 0)
        return try resolve(stored.tree, extent: &extent, in: db)
    }

    /// The value of a stored text, and about how many bytes its text has when all references are followed.
    func measuredTree(
        from text: String,
        table: String,
        column: String,
        row: Int,
        in db: Database
    ) throws -> (tree: Tree, bytes: Int) {
        guard let stored = try? Tree(parsing: text) else {
            throw SessionError.damaged(path: path, .malformed(table: table, column: column, row: row))
        }
        var extent = Extent(bytes: text.utf8.count, levels: 0)
        return (try resolve(stored, extent: &extent, in: db), extent.bytes)
    }

    /// The value in chunk `id` as it is stored, which is no reference itself.
    func storedTree(ofChunk id: Int, in db: Database) throws -> StoredTree {
        if let known = stored.value(id) { return known }
        let (tree, bytes) = try parsed(id, in: db)
        let found = StoredTree(tree)
        // The writer makes no chunk of a reference: this could go in a circle.
        guard found.reference == nil else { throw SessionError.damaged(path: path, .chunkCycle(id: id)) }
        stored.insert(found, bytes: bytes, for: id)
        return found
    }

    private func parsed(_ id: Int, in db: Database) throws -> (tree: Tree, bytes: Int) {
        let statement = try db.cachedStatement(sql: "SELECT body FROM chunk WHERE id = ?")
        guard let body = try String.fetchOne(statement, arguments: [id]) else {
            throw SessionError.damaged(path: path, .chunkMissing(id: id))
        }
        do {
            return (try Tree(parsing: body), body.utf8.count)
        } catch {
            throw SessionError.damaged(path: path, .malformed(table: "chunk", column: "body", row: id))
        }
    }

    private func whole(ofChunk id: Int, in db: Database) throws -> Whole {
        if let whole = wholes.value(id) { return whole }
        guard open.count < Self.depthLimit, open.insert(id).inserted else {
            throw SessionError.damaged(path: path, .chunkCycle(id: id))
        }
        defer { open.remove(id) }
        let (tree, length) = try parsed(id, in: db)
        var extent = Extent(bytes: length, levels: level)
        let value = try resolve(tree, extent: &extent, in: db)
        extent.levels -= level
        let whole = Whole(tree: value, extent: extent)
        wholes.insert(whole, bytes: extent.bytes, for: id)
        return whole
    }

    /// Follows all references in a value, and adds what they lead to; the levels are counted from the outermost value
    /// that is being read.
    private func resolve(_ tree: Tree, extent: inout Extent, in db: Database) throws -> Tree {
        if let id = StoredTree(tree).reference {
            let whole = try whole(ofChunk: id, in: db)
            extent.bytes += whole.extent.bytes
            extent.levels = max(extent.levels, level + whole.extent.levels)
            guard extent.bytes < Self.lengthLimit, extent.levels <= Tree.depthLimit else {
                throw SessionError.damaged(path: path, .chunkCycle(id: id))
            }
            return whole.tree
        }
        guard tree.isContainer else { return tree }
        level += 1
        defer { level -= 1 }
        extent.levels = max(extent.levels, level)
        guard level <= Tree.depthLimit else {
            throw SessionError.damaged(path: path, .chunkCycle(id: open.first ?? 0))
        }
        switch tree {
        case .array(let array):
            return .array(ArrayNode(try array.elements.map { try resolve($0, extent: &extent, in: db) }))
        case .object(let object):
            let values = try object.values.map { try resolve($0, extent: &extent, in: db) }
            guard object.keys.contains(where: { $0.utf8.first == UInt8(ascii: "$") }) else {
                return .object(ObjectNode(sortedKeys: object.keys, values: values))
            }
            return .object(ObjectNode(zip(object.keys.map(ChunkKey.original), values)))
        default:
            return tree
        }
    }
}
