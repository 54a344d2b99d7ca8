import RewindSession
import RewindTree

extension SessionReader {
    /// How many actions are gone through between two calls of `progress`.
    private static let stride = 1_024

    /// Calls `body` with each occurrence of the pattern: in the first state, then in the actions in order, until
    /// it gives false. `progress` is told from time to time to which action the search has come.
    ///
    /// `seqs` are the actions that are looked at, all where there are none given.
    ///
    /// What a patch has is told with the pointer into the state, and of the members on the way to a change only the one
    /// that was changed.
    ///
    /// - Complexity: linear in the size of the file, and in what is found.
    /// - Throws: `SessionError`, or what `body` or `progress` throws.
    package func forEachFind(
        of pattern: TextPattern,
        kinds: Set<TextFind.Kind> = Set(TextFind.Kind.allCases),
        in seqs: ClosedRange<Int>? = nil,
        progress: (Int) throws -> Void = { _ in },
        _ body: (TextFind) throws -> Bool
    ) throws {
        let search = ValueSearch(pattern, kinds: kinds, in: self)
        let looksInside = kinds != [.type]
        try read { db in
            let first = try firstSeq()
            if looksInside, seqs?.contains(first) ?? true, try !searchFirstState(search, in: db, body) { return }
            let types = kinds.contains(.type) ? try self.types(matching: pattern, in: db) : [:]
            let rows = try db.rows(
                "SELECT seq, type, payload, patch, error, origin FROM action WHERE seq > ? AND seq BETWEEN ? AND ? ORDER BY seq",
                [first, seqs?.lowerBound ?? 0, seqs?.upperBound ?? SessionFormat.largestSeq]
            )
            var count = 0
            while let row = try rows.next() {
                let seq: Int = row.value(0) ?? 0
                if count % Self.stride == 0 { try progress(seq) }
                count += 1
                if let type = row.value(1).flatMap({ types[$0] }) {
                    let find = TextFind(seq: seq, part: .type, kind: .type, pointer: .root, value: .string(type))
                    guard try body(find) else { return }
                }
                guard looksInside else { continue }
                if let text = row.text(2), try search.mayMatch(text, in: db) {
                    guard try searchPayload(text, seq, search, in: db, body) else { return }
                }
                if let text = row.text(3), try search.mayMatch(text, in: db) {
                    guard try searchPatch(text, seq, search, kinds, pattern, in: db, body) else { return }
                }
                guard kinds.contains(.value) else { continue }
                for (part, column) in [(TextFind.Part.error, 4), (.origin, 5)] {
                    guard let text: String = row.value(column), pattern.matches(text) else { continue }
                    let find = TextFind(seq: seq, part: part, kind: .value, pointer: .root, value: .string(text))
                    guard try body(find) else { return }
                }
            }
        }
    }

    private func types(matching pattern: TextPattern, in db: Connection) throws -> [Int64: String] {
        let rows = try db.rows("SELECT id, name FROM action_type")
        var types: [Int64: String] = [:]
        while let row = try rows.next() {
            guard let id: Int64 = row.value(0), let name: String = row.value(1), pattern.matches(name) else { continue }
            types[id] = name
        }
        return types
    }

    private func searchFirstState(
        _ search: ValueSearch,
        in db: Connection,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        let seq = try firstSeq()
        guard let id = try db.fetchOne(Int.self, "SELECT chunk FROM snapshot WHERE seq = ?", [seq]) else { return true }
        let root = StoredTree(referenceTo: id).tree
        return try search.forEachMatch(in: root, at: [], db: db) { match in
            try body(
                TextFind(seq: seq, part: .state, kind: match.kind, pointer: Pointer(match.tokens), value: match.value)
            )
        }
    }

    private func searchPayload(
        _ text: UnsafeRawBufferPointer,
        _ seq: Int,
        _ search: ValueSearch,
        in db: Connection,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        let payload: Tree
        do {
            payload = try Tree(parsingUnique: text.bindMemory(to: UInt8.self))
        } catch {
            throw damaged(.unreadable(error, table: "action", column: "payload", row: seq))
        }
        return try search.forEachMatch(in: payload, at: [], db: db) { match in
            try body(
                TextFind(seq: seq, part: .payload, kind: match.kind, pointer: Pointer(match.tokens), value: match.value)
            )
        }
    }

    private func searchPatch(
        _ text: UnsafeRawBufferPointer,
        _ seq: Int,
        _ search: ValueSearch,
        _ kinds: Set<TextFind.Kind>,
        _ pattern: TextPattern,
        in db: Connection,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        for operation in try operations(text, seq: seq, in: db) {
            if case .test = operation { continue }
            let (pointer, value) = (original(operation.path), operation.value)
            if kinds.contains(.key), let key = pointer.tokens.last, pattern.matches(key) {
                let find = TextFind(seq: seq, part: .patch, kind: .key, pointer: pointer, value: .string(key))
                guard try body(find) else { return false }
            }
            guard let value else { continue }
            let isGoingOn = try search.forEachMatch(in: value, at: pointer.tokens, db: db) { match in
                let pointer = Pointer(match.tokens)
                return try body(
                    TextFind(seq: seq, part: .patch, kind: match.kind, pointer: pointer, value: match.value)
                )
            }
            guard isGoingOn else { return false }
        }
        return true
    }
}
