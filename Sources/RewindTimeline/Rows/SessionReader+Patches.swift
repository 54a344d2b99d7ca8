import RewindSession
import RewindTree

/// The patch of an action as stored.
package struct StoredPatch: Sendable {
    package let seq: Int
    /// The operations, with values as stored; nil if the effect is not known, empty if the patch does not concern the
    /// requested value.
    package let operations: [Patch.Operation]?
}

extension SessionReader {
    /// Returns the starts of branches, oldest first: actions that were not applied to the state of the action before.
    ///
    /// - Complexity: Linear in their number.
    package func branches() throws -> [(seq: Int, parent: Int)] {
        try read { db in
            // The plus keeps SQLite from scanning all actions, which it would do to avoid the sort.
            let rows = try db.rows("SELECT seq, parent FROM main.action WHERE parent <> seq - 1 ORDER BY +seq")
            var branches: [(seq: Int, parent: Int)] = []
            while let row = try rows.next() {
                guard let seq: Int = row.value(0) else { continue }
                // A parent that is no number is no seq either, and detected on access.
                let parent: Int = row.value(1) ?? -1
                branches.append((seq, parent))
            }
            return branches
        }
    }

    /// Like `branches()`, but rejects a parent that is not older, which would create a cycle.
    ///
    /// - Complexity: Linear in their number.
    /// - Throws: `SessionError`, `.damaged` if an action's parent is no seq or not older than the action.
    package func soundBranches() throws -> [(seq: Int, parent: Int)] {
        let branches = try branches()
        if let unsound = branches.first(where: { $0.parent < 0 || $0.parent >= $0.seq }) {
            throw damaged(.malformed(table: "action", column: "parent", row: unsound.seq))
        }
        return branches
    }

    /// Returns true if the effect of any action was recorded, or the only actions are those during which the app ended.
    ///
    /// - Complexity: Linear in the actions before the first one with an effect.
    package func hasEffects() throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM action WHERE status <> 'dropped') OR NOT EXISTS (SELECT 1 FROM action)"
        return try read { try $0.fetchOne(Bool.self, sql) } == true
    }

    /// Returns the patches of the actions in `seqs`, oldest first; nil for unknown effects.
    ///
    /// - Throws: `SessionError`, `.damaged` if an action is missing.
    package func patches(in seqs: ClosedRange<Int>) throws -> [Patch?] {
        var patches: [Patch?] = []
        try forEachPatch(in: seqs, latestFirst: false) { patches.append(try $0.patch) }
        return patches
    }

    /// Returns the patch of action `seq`; nil if its effect is not known.
    ///
    /// - Throws: `SessionError`, `.damaged` if there is no such action.
    package func patch(_ seq: Int) throws -> Patch? {
        try patches(in: seq...seq)[0]
    }

    /// Returns the patches of the actions in `seqs`, latest first. Those that do not concern the value at `pointer` are
    /// without operations.
    ///
    /// - Throws: `SessionError`, `.damaged` if an action is missing.
    package func storedPatches(in seqs: ClosedRange<Int>, concerning pointer: Pointer) throws -> [StoredPatch] {
        let prefilter = PatchPrefilter(pointer)
        var patches: [StoredPatch] = []
        try forEachPatch(in: seqs, latestFirst: true) { row in
            let isOfNoConcern = try row.patchText.map { prefilter?.mayConcern($0) == false } ?? false
            patches.append(StoredPatch(seq: row.seq, operations: isOfNoConcern ? [] : try row.storedPatch))
        }
        return patches
    }

    /// Calls `body` with the row of each action in `seqs`, with its patch.
    private func forEachPatch(in seqs: ClosedRange<Int>, latestFirst: Bool, _ body: (ActionRow) throws -> Void) throws {
        var (start, end, stride) = (seqs.lowerBound, seqs.upperBound, 1)
        if latestFirst { (start, end, stride) = (end, start, -1) }
        // Nil after the end, whose successor may overflow.
        var expected: Int? = start
        try forEachRow(.patch, in: seqs, latestFirst: latestFirst) { row in
            guard row.seq == expected else { return false }
            try body(row)
            expected = row.seq == end ? nil : row.seq + stride
            return true
        }
        if let expected { throw damaged(.actionMissing(seq: expected)) }
    }

    /// Returns the patch of a stored text.
    func patch(from text: UnsafeRawBufferPointer, seq: Int) throws -> Patch {
        let stored = try operations(text, seq: seq)
        guard ChunkReference.mayBe(in: text) else { return Patch(stored) }
        return Patch(try stored.map(whole))
    }

    /// Returns an operation of a stored patch with its chunks read.
    func whole(_ operation: Patch.Operation) throws -> Patch.Operation {
        try operation.map(pointers: \.self) { try tree(of: StoredTree($0)) }
    }

    /// Returns the operations of a patch's text, with values as stored.
    func operations(_ text: UnsafeRawBufferPointer, seq: Int) throws -> [Patch.Operation] {
        try patches.value(of: text) {
            let stored = try storedTree(from: text, column: "patch", seq: seq).tree
            if let patch = try? Patch(tree: stored) { return patch.operations }
            let written = try withPointers(stored)
            guard let patch = try? Patch(tree: written) else {
                throw damaged(.malformed(table: "action", column: "patch", row: seq))
            }
            return patch.operations
        }
    }

    /// Returns the payload of a stored text.
    func payload(from text: UnsafeRawBufferPointer, seq: Int) throws -> Tree {
        try payloads.value(of: text) {
            let stored = try storedTree(from: text, column: "payload", seq: seq)
            return ChunkReference.mayBe(in: text) ? try tree(of: stored) : stored.tree
        }
    }

    /// Returns the value of a stored text in a row of the log.
    func storedTree(from text: UnsafeRawBufferPointer, column: String, seq: Int) throws -> StoredTree {
        try chunks.storedTree(from: text, table: "action", column: column, row: seq)
    }

    /// Returns the stored patch with its pointers in full, as a long one may be stored as a chunk.
    private func withPointers(_ patch: Tree) throws -> Tree {
        guard case .array(let operations) = patch else { return patch }
        return Tree(
            elements: try operations.map { operation in
                guard case .object(let object) = operation else { return operation }
                let values = try zip(object.keys, object.values).map { key, value in
                    key == "path" || key == "from" ? try tree(of: StoredTree(value)) : value
                }
                return .object(ObjectNode(sortedKeys: object.keys, values: values))
            }
        )
    }
}
