import RewindTree

extension SessionReader {
    /// The places where branches start, oldest first: actions that were not applied to the state of the one before.
    ///
    /// - Complexity: linear in their number.
    package func branches() throws -> [(seq: Int, parent: Int)] {
        try read { db in
            // The plus keeps SQLite from going through all actions, in whose order it would not have to sort.
            let rows = try db.rows("SELECT seq, parent FROM \(form.branchStarts) ORDER BY +seq")
            var branches: [(seq: Int, parent: Int)] = []
            while let row = try rows.next() {
                guard let seq: Int = row.value(0) else { continue }
                // What is no number is no seq either: whoever goes there finds out.
                let parent: Int = row.value(1) ?? -1
                branches.append((seq, parent))
            }
            return branches
        }
    }

    /// The last seq in `seqs` for which a state is stored whole, nil when there is none.
    package func lastSnapshot(in seqs: ClosedRange<Int>) throws -> Int? {
        try read { db in
            let sql = "SELECT seq FROM snapshot WHERE seq BETWEEN ? AND ? ORDER BY seq DESC LIMIT 1"
            return try db.fetchOne(Int.self, sql, [seqs.lowerBound, seqs.upperBound])
        }
    }

    /// The patches of the actions in `seqs`, oldest first; nil for effects that are not known.
    ///
    /// - Throws: `SessionError.damaged` when an action is missing, among others.
    package func patches(in seqs: ClosedRange<Int>) throws -> [Patch?] {
        try read { db in
            var patches: [Patch?] = []
            try forEachPatchText(in: seqs, latestFirst: false, db) { seq, text in
                patches.append(
                    try text.map {
                        let stored = try operations($0, seq: seq, in: db)
                        guard $0.contains(UInt8(ascii: "$")) else { return Patch(stored) }
                        return Patch(try stored.map { try resolved($0, in: db) })
                    }
                )
            }
            return patches
        }
    }

    /// The steps in `seqs`, latest first, as far as they may concern the value at `pointer`: the others
    /// have no operations.
    ///
    /// All pointers are as they are stored: see ``stored(_:)``.
    ///
    /// - Throws: `SessionError.damaged` when an action is missing, among others.
    package func steps(in seqs: ClosedRange<Int>, concerning pointer: Pointer) throws -> [StoredStep] {
        let sieve = PatchSieve(pointer)
        return try read { db in
            var steps: [StoredStep] = []
            try forEachPatchText(in: seqs, latestFirst: true, db) { seq, text in
                let operations: [Patch.Operation]? = try text.map {
                    guard sieve?.mayPass($0) != false else { return [] }
                    return try self.operations($0, seq: seq, in: db)
                }
                steps.append(StoredStep(seq: seq, operations: operations))
            }
            return steps
        }
    }

    /// The patch of action `seq` as it is stored: see ``stored(_:)``; nil when its effect is not known.
    ///
    /// - Throws: `SessionError.damaged` when there is no such action, among others.
    package func storedPatch(of seq: Int) throws -> Patch? {
        try read { db in
            var patch: Patch?
            try forEachPatchText(in: seq...seq, latestFirst: false, db) { seq, text in
                patch = try text.map { Patch(try operations($0, seq: seq, in: db)) }
            }
            return patch
        }
    }

    /// Calls `body` with the texts of patches, straight from SQLite's memory.
    private func forEachPatchText(
        in seqs: ClosedRange<Int>,
        latestFirst: Bool,
        _ db: Connection,
        _ body: (Int, UnsafeRawBufferPointer?) throws -> Void
    ) throws {
        let order = latestFirst ? "DESC" : "ASC"
        let rows = try db.rows(
            "SELECT seq, patch FROM action WHERE seq BETWEEN ? AND ? ORDER BY seq \(order)",
            [seqs.lowerBound, seqs.upperBound]
        )
        var expected = latestFirst ? seqs.upperBound : seqs.lowerBound
        let end = latestFirst ? seqs.lowerBound - 1 : seqs.upperBound + 1
        while let row = try rows.next() {
            guard row.value(0) == expected else { break }
            let text = row.text(1)
            guard text != nil || row.isNull(1) else { throw malformedPatch(expected) }
            try body(expected, text)
            expected += latestFirst ? -1 : 1
        }
        guard expected == end else { throw damaged(.actionMissing(seq: expected)) }
    }

    /// The operations of a patch's text, with values and pointers as they are stored.
    func operations(_ text: UnsafeRawBufferPointer, seq: Int, in db: Connection) throws -> [Patch.Operation] {
        do {
            var tree = try Tree(parsingUnique: text.bindMemory(to: UInt8.self))
            // A pointer may be so long that it is a chunk.
            if text.contains(UInt8(ascii: "$")) { tree = try withPointers(tree, in: db) }
            let operations = try Patch(tree: tree).operations
            return operations
        } catch let error as JSONError {
            throw damaged(.unreadable(error, table: "action", column: "patch", row: seq))
        } catch is PatchError {
            throw malformedPatch(seq)
        }
    }

    private func malformedPatch(_ seq: Int) -> SessionError {
        damaged(.malformed(table: "action", column: "patch", row: seq))
    }

    /// The stored patch with its pointers written out, in which the names of members are as they are stored.
    private func withPointers(_ patch: Tree, in db: Connection) throws -> Tree {
        guard case .array(let operations) = patch else { return patch }
        return Tree(
            elements: try operations.elements.map { operation in
                guard case .object(let object) = operation else { return operation }
                return Tree(
                    members: try zip(object.keys, object.values).map { key, value in
                        guard key == "path" || key == "from" else { return (key, value) }
                        guard case .string(let text) = try tree(from: StoredTree(value), in: db),
                            let pointer = try? Pointer(parsing: text)
                        else { return (key, value) }
                        return (key, .string(stored(pointer).description))
                    }
                )
            }
        )
    }

    private func resolved(_ operation: Patch.Operation, in db: Connection) throws -> Patch.Operation {
        func value(_ tree: Tree) throws -> Tree { try self.tree(from: StoredTree(tree), in: db) }
        switch operation {
        case .add(let path, let tree): return .add(original(path), try value(tree))
        case .remove(let path): return .remove(original(path))
        case .replace(let path, let tree): return .replace(original(path), try value(tree))
        case .move(let from, let path): return .move(from: original(from), to: original(path))
        case .copy(let from, let path): return .copy(from: original(from), to: original(path))
        case .test(let path, let tree): return .test(original(path), try value(tree))
        }
    }

    /// The pointer to the same place in stored values, where the names of some members are others.
    package func stored(_ pointer: Pointer) -> Pointer {
        Pointer(pointer.tokens.map(ChunkKey.stored))
    }

    /// The pointer whose names of members are those of the value itself.
    func original(_ pointer: Pointer) -> Pointer {
        Pointer(pointer.tokens.map(ChunkKey.original))
    }
}
