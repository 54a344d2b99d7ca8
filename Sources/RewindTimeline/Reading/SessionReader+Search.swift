import RewindSession
import RewindTree

extension SessionReader {
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
        scan: LogScan = LogScan(),
        progress: (Int) throws -> Void = { _ in },
        _ body: (TextFind) throws -> Bool
    ) throws {
        let search = ValueSearch(pattern, kinds: kinds, in: self)
        let (first, last) = (try firstSeq(), try lastSeq())
        let seqs = seqs ?? first...last
        if search.looksInside, seqs.contains(first) {
            guard try read({ try searchFirstState(search, in: $0, body) }) else { return }
        }
        let types = kinds.contains(.type) ? try read { try self.types(matching: pattern, in: $0) } : [:]
        let actions = max(first + 1, seqs.lowerBound)..<max(first + 1, seqs.lowerBound, min(last, seqs.upperBound) + 1)
        try scan.forEach(
            in: actions,
            of: [self],
            skipsHoles: true,
            progress: progress,
            look: { readers in
                let search = ValueSearch(pattern, kinds: kinds, in: readers[0])
                return { try readers[0].seqs(in: $0, thatMayHave: search, orAreOf: types) }
            },
            { seq in
                try read { db in
                    let rows = try db.rows(Self.searched, [seq, seq])
                    guard let row = try rows.next() else { return true }
                    return try forEachFind(in: row, search, types, db: db, body)
                }
            }
        )
    }

    /// What is searched of the actions in a range.
    private static let searched = """
        SELECT seq, type, payload, patch, error, origin FROM action WHERE seq BETWEEN ? AND ? ORDER BY seq
        """

    /// The actions that a quick look at their rows does not rule out.
    private func seqs(
        in range: ClosedRange<Int>,
        thatMayHave search: ValueSearch,
        orAreOf types: [Int64: String]
    ) throws -> [Int] {
        try read { db in
            var seqs: [Int] = []
            let rows = try db.rows(Self.searched, [range.lowerBound, range.upperBound])
            while let row = try rows.next() {
                let type: Int64? = types.isEmpty ? nil : row.value(1)
                let isOfType = type.map { types[$0] != nil } ?? false
                if try isOfType || mayHave(search, row, in: db) { seqs.append(row.value(0) ?? 0) }
            }
            return seqs
        }
    }

    private func mayHave(_ search: ValueSearch, _ row: Row, in db: Connection) throws -> Bool {
        guard search.looksInside else { return false }
        for column in 2...3 {
            if let text = row.text(column), try search.mayMatch(text, in: db) { return true }
        }
        return (4...5).contains { column in
            guard let text = row.text(column) else { return false }
            return search.pattern.mayMatch(text)
        }
    }

    /// Calls `body` with what is found in a row until it gives false; gives whether it went to the end.
    private func forEachFind(
        in row: Row,
        _ search: ValueSearch,
        _ types: [Int64: String],
        db: Connection,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        let seq: Int = row.value(0) ?? 0
        if let type = row.value(1).flatMap({ types[$0] }) {
            let find = TextFind(seq: seq, part: .type, kind: .type, pointer: .root, value: .string(type))
            guard try body(find) else { return false }
        }
        guard search.looksInside else { return true }
        if let text = row.text(2), try search.mayMatch(text, in: db) {
            guard try searchPayload(text, seq, search, in: db, body) else { return false }
        }
        if let text = row.text(3), try search.mayMatch(text, in: db) {
            guard try searchPatch(text, seq, search, in: db, body) else { return false }
        }
        guard search.kinds.contains(.value) else { return true }
        for (part, column) in [(TextFind.Part.error, 4), (.origin, 5)] {
            guard let text: String = row.value(column), search.pattern.matches(text) else { continue }
            let find = TextFind(seq: seq, part: part, kind: .value, pointer: .root, value: .string(text))
            guard try body(find) else { return false }
        }
        return true
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
        guard let id = try snapshotChunk(seq) else { return true }
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
        let payload = try storedTree(from: text, column: "payload", seq: seq).tree
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
        in db: Connection,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        for operation in try operations(text, seq: seq) {
            if case .test = operation { continue }
            let (pointer, value) = (operation.path, operation.value)
            if search.kinds.contains(.key), let key = pointer.tokens.last, search.pattern.matches(key) {
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
