import StateTree

/// Looks for a text in stored values. Each chunk is read and searched once, however many references lead to it.
final class ValueSearch {
    /// A place in a value.
    struct Place {
        /// The tokens of the pointer to it, from the value on.
        let tokens: [String]
        let kind: TextFind.Kind
        let value: Tree
    }

    private let pattern: TextPattern
    private let kinds: Set<TextFind.Kind>
    private let session: SessionReader
    /// What is known of chunks: few bytes each, however long they are.
    private var isEmpty: [Int: Bool] = [:]
    private var open: Set<Int> = []

    init(_ pattern: TextPattern, kinds: Set<TextFind.Kind>, in session: SessionReader) {
        self.pattern = pattern
        self.kinds = kinds
        self.session = session
    }

    /// Whether the JSON text may hold the pattern, by itself or in a chunk.
    func mayMatch(_ text: UnsafeRawBufferPointer, in db: Connection) throws -> Bool {
        if pattern.mayMatch(json: text) { return true }
        guard text.contains(UInt8(ascii: "$")) else { return false }
        return try ChunkReference.ids(in: String(decoding: text, as: UTF8.self)).contains { try !isEmpty($0, in: db) }
    }

    /// Calls `body` with each place in a stored value, in order, until it gives false. Gives whether it went to the end.
    func forEachPlace(
        in stored: Tree,
        at tokens: [String],
        db: Connection,
        _ body: (Place) throws -> Bool
    ) throws -> Bool {
        guard tokens.count <= Tree.readableDepth else { throw session.damaged(.chunkCycle(id: open.first ?? 0)) }
        if let id = StoredTree(stored).reference {
            if try isEmpty(id, in: db) { return true }
            let tree = try session.storedTree(ofChunk: id, in: db).tree
            guard open.insert(id).inserted else { throw session.damaged(.chunkCycle(id: id)) }
            defer { open.remove(id) }
            return try forEachPlace(in: tree, at: tokens, db: db, body)
        }
        switch stored {
        case .array(let array):
            for (index, element) in array.enumerated() where mayHold(element) {
                let isGoingOn = try forEachPlace(in: element, at: tokens + [String(index)], db: db, body)
                guard isGoingOn else { return false }
            }
        case .object(let object):
            for (storedKey, value) in zip(object.keys, object.values) {
                let key = ChunkKey.original(storedKey)
                let inner = tokens + [key]
                if kinds.contains(.key), pattern.matches(key) {
                    guard try body(Place(tokens: inner, kind: .key, value: .string(key))) else { return false }
                }
                guard mayHold(value) else { continue }
                guard try forEachPlace(in: value, at: inner, db: db, body) else { return false }
            }
        default:
            guard kinds.contains(.value), let text = Self.text(of: stored), pattern.matches(text) else { return true }
            return try body(Place(tokens: tokens, kind: .value, value: stored))
        }
        return true
    }

    private func mayHold(_ tree: Tree) -> Bool {
        tree.isContainer || kinds.contains(.value)
    }

    /// The text of a scalar as a person looks for it; nil for null, which is no text.
    private static func text(of scalar: Tree) -> String? {
        switch scalar {
        case .null, .array, .object: nil
        case .string(let text): text
        case .bool, .integer, .double, .number: scalar.text
        }
    }

    /// Whether neither a chunk nor those that it refers to hold the pattern.
    private func isEmpty(_ id: Int, in db: Connection) throws -> Bool {
        if let known = isEmpty[id] { return known }
        guard open.count < ChunkReader.depthLimit, open.insert(id).inserted else {
            throw session.damaged(.chunkCycle(id: id))
        }
        defer { open.remove(id) }
        let statement = try db.statement("SELECT body FROM chunk WHERE id = ?")
        guard var body = try statement.fetchOne(String.self, [id]) else {
            throw session.damaged(.chunkMissing(id: id))
        }
        var isEmpty = !body.withUTF8 { pattern.mayMatch(json: UnsafeRawBufferPointer($0)) }
        for reference in ChunkReference.ids(in: body) where isEmpty {
            isEmpty = try self.isEmpty(reference, in: db)
        }
        self.isEmpty[id] = isEmpty
        return isEmpty
    }
}
