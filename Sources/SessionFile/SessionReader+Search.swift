import GRDB
import GRDBSQLite
import StateTree

extension SessionReader {
    /// How many actions are gone through between two calls of `step`.
    private static let stride = 1_024

    /// Calls `body` with each place where the pattern occurs: in the first state, then in the actions in order, until
    /// it gives false. `step` is told from time to time to which action the search has come.
    ///
    /// What a patch has is told with the pointer into the state, and of the members on the way to a change only the one
    /// that was changed.
    ///
    /// - Complexity: linear in the size of the file, and in what is found.
    /// - Throws: `SessionError`, or what `body` or `step` throws.
    package func forEachFind(
        of pattern: TextPattern,
        kinds: Set<TextFind.Kind> = Set(TextFind.Kind.allCases),
        step: (Int) throws -> Void = { _ in },
        _ body: (TextFind) throws -> Bool
    ) throws {
        let search = ValueSearch(pattern, kinds: kinds, in: self)
        let looksInside = kinds != [.type]
        try read { db in
            if looksInside, try !searchFirstState(search, in: db, body) { return }
            let types = kinds.contains(.type) ? try self.types(matching: pattern, in: db) : [:]
            let statement = try db.makeStatement(
                sql: "SELECT seq, type, payload, patch, error, origin FROM action WHERE seq > ? ORDER BY seq"
            )
            let rows = try Row.fetchCursor(statement, arguments: [try firstSeq()])
            let handle = statement.sqliteStatement
            var count = 0
            while try rows.next() != nil {
                let seq = Int(sqlite3_column_int64(handle, 0))
                if count % Self.stride == 0 { try step(seq) }
                count += 1
                if let type = types[sqlite3_column_int64(handle, 1)] {
                    let find = TextFind(seq: seq, part: .type, kind: .type, pointer: .root, value: .string(type))
                    guard try body(find) else { return }
                }
                guard looksInside else { continue }
                if let text = Self.text(handle, 2), try search.mayMatch(text, in: db) {
                    guard try searchPayload(text, seq, search, in: db, body) else { return }
                }
                if let text = Self.text(handle, 3), try search.mayMatch(text, in: db) {
                    guard try searchPatch(text, seq, search, kinds, pattern, in: db, body) else { return }
                }
                guard kinds.contains(.value) else { continue }
                for (part, column) in [(TextFind.Part.error, Int32(4)), (.origin, 5)] {
                    guard let bytes = Self.text(handle, column) else { continue }
                    let text = String(decoding: bytes, as: UTF8.self)
                    guard pattern.matches(text) else { continue }
                    let find = TextFind(seq: seq, part: part, kind: .value, pointer: .root, value: .string(text))
                    guard try body(find) else { return }
                }
            }
        }
    }

    private func types(matching pattern: TextPattern, in db: Database) throws -> [Int64: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM action_type")
        var types: [Int64: String] = [:]
        for row in rows {
            guard let id: Int64 = row.value(0), let name: String = row.value(1), pattern.matches(name) else { continue }
            types[id] = name
        }
        return types
    }

    private static func text(_ statement: OpaquePointer, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
        return UnsafeRawBufferPointer(
            start: sqlite3_column_text(statement, column),
            count: Int(sqlite3_column_bytes(statement, column))
        )
    }

    private func searchFirstState(
        _ search: ValueSearch,
        in db: Database,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        let seq = try firstSeq()
        let statement = try db.cachedStatement(sql: "SELECT chunk FROM snapshot WHERE seq = ?")
        guard let id = try Int.fetchOne(statement, arguments: [seq]) else { return true }
        let root = StoredTree(referenceTo: id).tree
        return try search.forEachPlace(in: root, at: [], db: db) { place in
            try body(
                TextFind(seq: seq, part: .state, kind: place.kind, pointer: Pointer(place.tokens), value: place.value)
            )
        }
    }

    private func searchPayload(
        _ text: UnsafeRawBufferPointer,
        _ seq: Int,
        _ search: ValueSearch,
        in db: Database,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        let payload: Tree
        do {
            payload = try Tree(parsingUnique: text.bindMemory(to: UInt8.self))
        } catch {
            throw damaged(.unreadable(error, table: "action", column: "payload", row: seq))
        }
        return try search.forEachPlace(in: payload, at: [], db: db) { place in
            try body(
                TextFind(seq: seq, part: .payload, kind: place.kind, pointer: Pointer(place.tokens), value: place.value)
            )
        }
    }

    private func searchPatch(
        _ text: UnsafeRawBufferPointer,
        _ seq: Int,
        _ search: ValueSearch,
        _ kinds: Set<TextFind.Kind>,
        _ pattern: TextPattern,
        in db: Database,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        for operation in try operations(text, seq: seq, in: db) {
            let path: Pointer
            var value: Tree?
            switch operation {
            case .add(let pointer, let tree), .replace(let pointer, let tree): (path, value) = (pointer, tree)
            case .remove(let pointer), .move(_, let pointer), .copy(_, let pointer): path = pointer
            case .test: continue
            }
            let pointer = original(path)
            if kinds.contains(.key), let key = pointer.tokens.last, pattern.matches(key) {
                let find = TextFind(seq: seq, part: .patch, kind: .key, pointer: pointer, value: .string(key))
                guard try body(find) else { return false }
            }
            guard let value else { continue }
            let isGoingOn = try search.forEachPlace(in: value, at: pointer.tokens, db: db) { place in
                let pointer = Pointer(place.tokens)
                return try body(
                    TextFind(seq: seq, part: .patch, kind: place.kind, pointer: pointer, value: place.value)
                )
            }
            guard isGoingOn else { return false }
        }
        return true
    }
}
