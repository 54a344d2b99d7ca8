import RewindTree

extension SessionReader {
    /// Calls `body` with each occurrence of the pattern, first in the first state and then in the actions in order, each
    /// followed by the effects that began or ended after it, until it returns false. `progress` receives the seq reached from time to time.
    ///
    /// Finds in a patch have a pointer into the state. Of the member names on the path of a change, only the last one
    /// is searched.
    ///
    /// - Parameter seqs: The actions to search; all if nil.
    /// - Complexity: Linear in the size of the file, and in the number of finds.
    /// - Throws: `SessionError`, or an error of `body` or `progress`.
    package func forEachFind(
        of pattern: TextPattern,
        kinds: Set<TextFind.Kind> = TextFind.Kind.usual,
        in seqs: ClosedRange<Int>? = nil,
        scan: LogScan = LogScan(),
        progress: (Int) throws -> Void = { _ in },
        _ body: (TextFind) throws -> Bool
    ) throws {
        let search = ValueSearch(pattern, kinds: kinds, in: self)
        let (first, last) = (try firstSeq(), try lastSeq())
        let seqs = seqs ?? first...last
        if search.looksInside, seqs.contains(first) {
            guard try searchFirstState(search, body) else { return }
        }
        let effects = try EffectScan(search, in: seqs, of: self)
        var isOver = false
        let types = kinds.contains(.type) ? try typeNamesByID().filter { pattern.matches($0.value) } : [:]
        let actions = max(first + 1, seqs.lowerBound)..<max(first + 1, seqs.lowerBound, min(last, seqs.upperBound) + 1)
        try scan.forEach(
            in: actions,
            of: [self],
            skipsHoles: true,
            progress: progress,
            prefilter: { readers in
                let search = ValueSearch(pattern, kinds: kinds, in: readers[0])
                return { try readers[0].seqs(in: $0, thatMayHave: search, orAreOf: types) }
            },
            { seq in
                let goesOn =
                    try effects.forEachFind(before: seq, body)
                    && (row(seq, Self.searched) { try forEachFind(in: $0, search, types, body) } ?? true)
                isOver = !goesOn
                return goesOn
            }
        )
        if !isOver { _ = try effects.forEachFind(body) }
    }

    /// The columns to search.
    private static let searched: ActionRow.Columns = [.typeID, .payload, .patch, .error, .origin]

    /// Returns the actions that the prefilter does not rule out.
    private func seqs(
        in range: ClosedRange<Int>,
        thatMayHave search: ValueSearch,
        orAreOf types: [Int64: String]
    ) throws -> [Int] {
        var seqs: [Int] = []
        try forEachRow(Self.searched, in: range) { row in
            let type = types.isEmpty ? nil : row.typeID
            if try type.map({ types[$0] != nil }) ?? false || mayHave(search, row) { seqs.append(row.seq) }
            return true
        }
        return seqs
    }

    private func mayHave(_ search: ValueSearch, _ row: ActionRow) throws -> Bool {
        guard search.looksInside else { return false }
        for column in [ActionRow.Columns.payload, .patch] {
            if let text = row.text(column), try search.mayMatch(text) { return true }
        }
        return Self.texts(for: search).contains { _, _, column in
            row.text(column).map { search.pattern.mayMatch($0) } ?? false
        }
    }

    /// Calls `body` with the finds in a row until it returns false. Returns true if the search reached the end.
    private func forEachFind(
        in row: ActionRow,
        _ search: ValueSearch,
        _ types: [Int64: String],
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        if let type = row.typeID.flatMap({ types[$0] }) {
            let find = TextFind(seq: row.seq, part: .type, kind: .type, pointer: .root, value: .string(type))
            guard try body(find) else { return false }
        }
        guard search.looksInside else { return true }
        if let text = row.text(.payload), try search.mayMatch(text) {
            let payload = try storedTree(from: text, column: "payload", seq: row.seq).tree
            guard try self.search(payload, search, row.seq, .payload, body) else { return false }
        }
        if let text = row.text(.patch), try search.mayMatch(text) {
            guard try searchPatch(text, row.seq, search, body) else { return false }
        }
        for (part, kind, column) in Self.texts(for: search) {
            guard let bytes = row.text(column) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            guard search.pattern.matches(text) else { continue }
            let find = TextFind(seq: row.seq, part: part, kind: kind, pointer: .root, value: .string(text))
            guard try body(find) else { return false }
        }
        return true
    }

    /// Returns the columns with plain text that are searched.
    private static func texts(
        for search: ValueSearch
    ) -> [(part: TextFind.Part, kind: TextFind.Kind, column: ActionRow.Columns)] {
        [(.error, .value, .error), (.origin, .origin, .origin)].filter { search.kinds.contains($0.1) }
    }

    /// Calls `body` with the finds in the first state until it returns false. Returns true if the search reached the
    /// end.
    private func searchFirstState(_ search: ValueSearch, _ body: (TextFind) throws -> Bool) throws -> Bool {
        let seq = try firstSeq()
        guard let id = try snapshotChunk(seq) else { return true }
        return try self.search(StoredTree(referenceTo: id).tree, search, seq, .state, body)
    }

    private func searchPatch(
        _ text: UnsafeRawBufferPointer,
        _ seq: Int,
        _ search: ValueSearch,
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        for operation in try operations(text, seq: seq) {
            if case .test = operation { continue }
            let pointer = operation.path
            if search.kinds.contains(.key), let key = pointer.tokens.last, search.pattern.matches(key) {
                let find = TextFind(seq: seq, part: .patch, kind: .key, pointer: pointer, value: .string(key))
                guard try body(find) else { return false }
            }
            guard let value = operation.value else { continue }
            guard try self.search(value, search, seq, .patch, at: pointer.tokens, body) else { return false }
        }
        return true
    }

    /// Calls `body` with the finds in a stored value until it returns false. Returns true if the search reached the
    /// end.
    private func search(
        _ stored: Tree,
        _ search: ValueSearch,
        _ seq: Int,
        _ part: TextFind.Part,
        at tokens: [String] = [],
        _ body: (TextFind) throws -> Bool
    ) throws -> Bool {
        try search.forEachMatch(in: stored, at: tokens) { match in
            let pointer = Pointer(match.tokens)
            return try body(TextFind(seq: seq, part: part, kind: match.kind, pointer: pointer, value: match.value))
        }
    }
}
