import RewindSession
import RewindTree

/// Converts stored JSON text back into trees, following references to chunks.
///
/// Two values with the same chunk share its nodes, as long as the chunk is cached.
package final class ChunkReader {
    /// The size of a value, including the targets of its references.
    private struct Extent {
        /// The length of the texts that it was created from.
        var bytes: Int
        /// The number of nested levels.
        var levels: Int
    }

    /// A value without references.
    private struct Whole {
        let tree: Tree
        let extent: Extent
    }

    /// A chunk that is being read, and the chunks it refers to.
    private struct Reading {
        let id: Int
        let tree: Tree
        let length: Int
        let references: [Int]
        /// The number of referenced chunks read until now.
        var count = 0
    }

    /// The bytes of text whose parsed values are cached: of values without references and of values with references.
    private static let capacity = 16 << 20
    private static let storedCapacity = 4 << 20

    /// The maximum number of nested chunks: one for each level, and one for a scalar.
    package static let depthLimit = Tree.readableDepth + 1
    /// The maximum length of the text of a value with all references followed, in bytes. Otherwise a few chunks that
    /// each refer twice to the next one could exceed any memory.
    private static let lengthLimit = 1 << 30

    private let path: String
    private var wholes = RecentlyUsed<Whole>(capacity: capacity)
    private var stored = RecentlyUsed<StoredTree>(capacity: storedCapacity)

    package init(path: String) {
        self.path = path
    }

    /// Returns the value in chunk `id`.
    package func tree(ofChunk id: Int, in db: Connection) throws -> Tree {
        try whole(ofChunk: id, in: db).tree
    }

    /// Returns the approximate number of bytes in the text of the value in chunk `id`.
    package func length(ofChunk id: Int, in db: Connection) throws -> Int {
        try whole(ofChunk: id, in: db).extent.bytes
    }

    /// Returns the value of a stored text. The table, column and row are the place that errors name.
    package func tree(from text: String, table: String, column: String, row: Int, in db: Connection) throws -> Tree {
        try measuredTree(from: text, table: table, column: column, row: row, in: db).tree
    }

    /// Returns the value of a stored text, and about how many bytes its text has with all references followed.
    package func measuredTree(
        from text: String,
        table: String,
        column: String,
        row: Int,
        in db: Connection
    ) throws -> (tree: Tree, bytes: Int) {
        var text = text
        let stored = try text.withUTF8 {
            try storedTree(from: UnsafeRawBufferPointer($0), table: table, column: column, row: row)
        }
        var extent = Extent(bytes: text.utf8.count, levels: 0)
        // Most rows contain no "$", and the parsed tree is then the value.
        guard text.utf8.contains(UInt8(ascii: "$")) else { return (stored.tree, extent.bytes) }
        let tree = try resolve(stored.tree, level: 0, extent: &extent) { try whole(ofChunk: $0, in: db) }
        return (tree, extent.bytes)
    }

    /// Returns the value of a stored text, without reading its chunks.
    package func storedTree(
        from text: UnsafeRawBufferPointer,
        table: String,
        column: String,
        row: Int
    ) throws -> StoredTree {
        do {
            return StoredTree(try Tree(parsingUnique: text.bindMemory(to: UInt8.self)))
        } catch {
            throw SessionError.damaged(path: path, .unreadable(error, table: table, column: column, row: row))
        }
    }

    /// Returns the value that a stored one stands for.
    package func tree(from stored: StoredTree, in db: Connection) throws -> Tree {
        var extent = Extent(bytes: 0, levels: 0)
        return try resolve(stored.tree, level: 0, extent: &extent) { try whole(ofChunk: $0, in: db) }
    }

    /// Returns the value in chunk `id`, without reading its chunks. The value is not a reference itself.
    package func storedTree(ofChunk id: Int, in db: Connection) throws -> StoredTree {
        if let known = stored.value(id) { return known }
        let body = try body(ofChunk: id, in: db)
        let found = try parsed(body, ofChunk: id)
        // The writer never stores a reference as a chunk; one could create a cycle.
        guard found.reference == nil else { throw SessionError.damaged(path: path, .chunkCycle(id: id)) }
        stored.insert(found, bytes: body.utf8.count, for: id)
        return found
    }

    /// Returns the text of chunk `id`.
    package func body(ofChunk id: Int, in db: Connection) throws -> String {
        let body: String? = try db.fetchOne("SELECT body FROM chunk WHERE id = ?", [id]) { row in
            if !row.isNull(0), row.text(0) == nil {
                throw SessionError.damaged(path: path, .malformed(table: "chunk", column: "body", row: id))
            }
            return row.value(0)
        }
        guard let body else { throw SessionError.damaged(path: path, .chunkMissing(id: id)) }
        return body
    }

    private func parsed(_ body: String, ofChunk id: Int) throws -> StoredTree {
        var body = body
        return try body.withUTF8 {
            try storedTree(from: UnsafeRawBufferPointer($0), table: "chunk", column: "body", row: id)
        }
    }

    /// Reads a chunk after all chunks it refers to, without recursion: the stack may be too small for deep nesting.
    private func whole(ofChunk id: Int, in db: Connection) throws -> Whole {
        if let whole = wholes.value(id) { return whole }
        var read: [Int: Whole] = [:]
        var open = [try reading(id, in: db)]
        // Reaching one of these again is a cycle.
        var ids: Set<Int> = [id]
        while let last = open.indices.last {
            let reading = open[last]
            if reading.count < reading.references.count {
                open[last].count += 1
                let reference = reading.references[reading.count]
                if read[reference] != nil { continue }
                if let known = wholes.value(reference) {
                    read[reference] = known
                    continue
                }
                guard open.count < Self.depthLimit, ids.insert(reference).inserted else {
                    throw SessionError.damaged(path: path, .chunkCycle(id: reference))
                }
                open.append(try self.reading(reference, in: db))
            } else {
                var extent = Extent(bytes: reading.length, levels: 0)
                let tree = try resolve(reading.tree, level: 0, extent: &extent) { id in
                    guard let whole = read[id] else { throw SessionError.damaged(path: path, .chunkMissing(id: id)) }
                    return whole
                }
                let whole = Whole(tree: tree, extent: extent)
                wholes.insert(whole, bytes: extent.bytes, for: reading.id)
                read[reading.id] = whole
                ids.remove(reading.id)
                open.removeLast()
            }
        }
        guard let whole = read[id] else { throw SessionError.damaged(path: path, .chunkMissing(id: id)) }
        return whole
    }

    private func reading(_ id: Int, in db: Connection) throws -> Reading {
        let body = try body(ofChunk: id, in: db)
        let tree = try parsed(body, ofChunk: id).tree
        return Reading(id: id, tree: tree, length: body.utf8.count, references: ChunkReference.ids(in: body))
    }

    /// Replaces the references in a value inside `level` others with their targets, and adds their extent.
    private func resolve(_ tree: Tree, level: Int, extent: inout Extent, whole: (Int) throws -> Whole) throws -> Tree {
        switch tree {
        case .array(let array):
            extent.levels = max(extent.levels, level + 1)
            var elements: [Tree] = []
            elements.reserveCapacity(array.count)
            for element in array {
                elements.append(try resolve(element, level: level + 1, extent: &extent, whole: whole))
            }
            return .array(ArrayNode(elements))
        case .object(let object):
            if let id = StoredTree(tree).reference {
                let whole = try whole(id)
                extent.bytes += whole.extent.bytes
                extent.levels = max(extent.levels, level + whole.extent.levels)
                guard extent.bytes < Self.lengthLimit, extent.levels <= Tree.readableDepth else {
                    throw SessionError.damaged(path: path, .chunkCycle(id: id))
                }
                return whole.tree
            }
            extent.levels = max(extent.levels, level + 1)
            var values: [Tree] = []
            values.reserveCapacity(object.values.count)
            for value in object.values {
                values.append(try resolve(value, level: level + 1, extent: &extent, whole: whole))
            }
            return StoredTree.object(object.keys, values)
        case .null, .bool, .integer, .double, .number, .string:
            return tree
        }
    }
}
