import RewindSession
import RewindTree

/// Turns stored JSON text back into trees, following references to chunks.
///
/// Two values that hold the same chunk share its nodes, as long as it is remembered.
package final class ChunkReader {
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

    /// A chunk that is being read, with those that it refers to.
    private struct Reading {
        let id: Int
        let tree: Tree
        let length: Int
        let references: [Int]
        /// How many of these have been read.
        var count = 0
    }

    /// How many bytes of text stay parsed, of values without references and of those with them.
    private static let capacity = 16 << 20
    private static let storedCapacity = 4 << 20

    /// How many chunks may be nested in each other: one for each level, and one for a scalar.
    package static let depthLimit = Tree.readableDepth + 1
    /// The longest text that a value may have when all references in it are followed, in bytes: a few chunks that hold
    /// each other twice could otherwise stand for more than any memory.
    private static let lengthLimit = 1 << 30

    private let path: String
    private var wholes = RecentlyUsed<Whole>(capacity: capacity)
    private var stored = RecentlyUsed<StoredTree>(capacity: storedCapacity)

    package init(path: String) {
        self.path = path
    }

    /// The value in chunk `id`.
    package func tree(ofChunk id: Int, in db: Connection) throws -> Tree {
        try whole(ofChunk: id, in: db).tree
    }

    /// About how many bytes the text of the value in chunk `id` has.
    package func length(ofChunk id: Int, in db: Connection) throws -> Int {
        try whole(ofChunk: id, in: db).extent.bytes
    }

    /// The value of a stored text; the table, column and row say in an error where it came from.
    package func tree(from text: String, table: String, column: String, row: Int, in db: Connection) throws -> Tree {
        try measuredTree(from: text, table: table, column: column, row: row, in: db).tree
    }

    /// The value of a stored text, and about how many bytes its text has when all references are followed.
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
        // Most rows hold no "$" at all, and then the parsed tree is the value.
        guard text.utf8.contains(UInt8(ascii: "$")) else { return (stored.tree, extent.bytes) }
        let tree = try resolve(stored.tree, level: 0, extent: &extent) { try whole(ofChunk: $0, in: db) }
        return (tree, extent.bytes)
    }

    /// The value of a stored text, none of whose chunks is read.
    package func storedTree(
        from text: UnsafeRawBufferPointer,
        table: String,
        column: String,
        row: Int
    ) throws -> StoredTree {
        do {
            let tree = try Tree(parsingUnique: text.bindMemory(to: UInt8.self))
            return ChunkReference.mayBe(in: text) ? StoredTree(parsed: tree) : StoredTree(tree)
        } catch {
            throw SessionError.damaged(path: path, .unreadable(error, table: table, column: column, row: row))
        }
    }

    /// The value that a stored one stands for.
    package func tree(from stored: StoredTree, in db: Connection) throws -> Tree {
        var extent = Extent(bytes: 0, levels: 0)
        return try resolve(stored.tree, level: 0, extent: &extent) { try whole(ofChunk: $0, in: db) }
    }

    /// The value in chunk `id`, none of whose chunks is read, and which is no reference itself.
    package func storedTree(ofChunk id: Int, in db: Connection) throws -> StoredTree {
        if let known = stored.value(id) { return known }
        let (found, bytes) = try parsed(id, in: db)
        // The writer makes no chunk of a reference: this could go in a circle.
        guard found.reference == nil else { throw SessionError.damaged(path: path, .chunkCycle(id: id)) }
        stored.insert(found, bytes: bytes, for: id)
        return found
    }

    /// The text of chunk `id`.
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

    private func parsed(_ id: Int, in db: Connection) throws -> (value: StoredTree, bytes: Int) {
        var body = try body(ofChunk: id, in: db)
        let value = try body.withUTF8 {
            try storedTree(from: UnsafeRawBufferPointer($0), table: "chunk", column: "body", row: id)
        }
        return (value, body.utf8.count)
    }

    /// Reads a chunk after all that it refers to, one after the other: what each would take of the stack, there is not
    /// for as many as may be nested.
    private func whole(ofChunk id: Int, in db: Connection) throws -> Whole {
        if let whole = wholes.value(id) { return whole }
        var read: [Int: Whole] = [:]
        var open = [try reading(id, in: db)]
        // Meeting one of these again is a cycle.
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
        let (value, length) = try parsed(id, in: db)
        return Reading(id: id, tree: value.tree, length: length, references: value.references)
    }

    /// Puts what its references lead to into a value that is inside of `level` others, and adds how much that is.
    private func resolve(
        _ tree: Tree,
        level: Int,
        extent: inout Extent,
        whole: (Int) throws -> Whole
    ) throws -> Tree {
        switch tree {
        case .number:
            guard let id = StoredTree(tree).reference else { return tree }
            let whole = try whole(id)
            extent.bytes += whole.extent.bytes
            extent.levels = max(extent.levels, level + whole.extent.levels)
            guard extent.bytes < Self.lengthLimit, extent.levels <= Tree.readableDepth else {
                throw SessionError.damaged(path: path, .chunkCycle(id: id))
            }
            return whole.tree
        case .array(let array):
            extent.levels = max(extent.levels, level + 1)
            var elements: [Tree] = []
            elements.reserveCapacity(array.count)
            for element in array {
                elements.append(try resolve(element, level: level + 1, extent: &extent, whole: whole))
            }
            return .array(ArrayNode(elements))
        case .object(let object):
            extent.levels = max(extent.levels, level + 1)
            var values: [Tree] = []
            values.reserveCapacity(object.values.count)
            for value in object.values {
                values.append(try resolve(value, level: level + 1, extent: &extent, whole: whole))
            }
            return .object(ObjectNode(sortedKeys: object.keys, values: values))
        case .null, .bool, .integer, .double, .string:
            return tree
        }
    }
}
