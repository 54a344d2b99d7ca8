import RewindSession
import RewindTree

/// The patch of an action as it is stored.
package struct StoredPatch: Sendable {
    package let seq: Int
    /// What the patch does, with values as they are stored; nil when the effect is not known, empty when the patch
    /// does not concern what was asked for.
    package let operations: [Patch.Operation]?
}

extension SessionReader {
    /// Where branches start, oldest first: actions that were not applied to the state of the one before.
    ///
    /// - Complexity: linear in their number.
    package func branches() throws -> [(seq: Int, parent: Int)] {
        try read { db in
            // The plus keeps SQLite from going through all actions, in whose order it would not have to sort.
            let rows = try db.rows("SELECT seq, parent FROM main.action WHERE parent <> seq - 1 ORDER BY +seq")
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

    /// As `branches()`, for who goes from an action to its parent: one that were not older would lead in a circle.
    ///
    /// - Complexity: linear in their number.
    /// - Throws: `SessionError`, also when an action's parent is no seq, or not older than the action.
    package func soundBranches() throws -> [(seq: Int, parent: Int)] {
        let branches = try branches()
        if let unsound = branches.first(where: { $0.parent < 0 || $0.parent >= $0.seq }) {
            throw damaged(.malformed(table: "action", column: "parent", row: unsound.seq))
        }
        return branches
    }

    /// The patches of the actions in `seqs`, oldest first; nil for effects that are not known.
    ///
    /// - Throws: `SessionError.damaged` when an action is missing, among others.
    package func patches(in seqs: ClosedRange<Int>) throws -> [Patch?] {
        var patches: [Patch?] = []
        try forEachPatch(in: seqs, latestFirst: false) { patches.append(try $0.patch) }
        return patches
    }

    /// The patch of action `seq`, nil when its effect is not known.
    ///
    /// - Throws: `SessionError.damaged` when there is no such action, among others.
    package func patch(_ seq: Int) throws -> Patch? {
        try patches(in: seq...seq)[0]
    }

    /// The patches of the actions in `seqs`, latest first, as far as they may concern the value at `pointer`: the others
    /// have no operations.
    ///
    /// - Throws: `SessionError.damaged` when an action is missing, among others.
    package func storedPatches(in seqs: ClosedRange<Int>, concerning pointer: Pointer) throws -> [StoredPatch] {
        let prefilter = PatchPrefilter(pointer)
        var patches: [StoredPatch] = []
        try forEachPatch(in: seqs, latestFirst: true) { row in
            let isOfNoConcern = try row.patchText.map { prefilter?.mayConcern($0) == false } ?? false
            patches.append(StoredPatch(seq: row.seq, operations: isOfNoConcern ? [] : try row.storedPatch))
        }
        return patches
    }

    /// Calls `body` with all rows in `seqs` for their patches.
    private func forEachPatch(
        in seqs: ClosedRange<Int>,
        latestFirst: Bool,
        _ body: (ActionRow) throws -> Void
    ) throws {
        var (start, end, stride) = (seqs.lowerBound, seqs.upperBound, 1)
        if latestFirst { (start, end, stride) = (end, start, -1) }
        // Nil after the end, which need not have a number behind it.
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
        return Patch(try stored.map { try $0.map(pointers: { $0 }, values: { try tree(of: StoredTree($0)) }) })
    }

    /// Returns the operations of a patch's text, whose values are stored ones.
    func operations(_ text: UnsafeRawBufferPointer, seq: Int) throws -> [Patch.Operation] {
        let stored = try storedTree(from: text, column: "patch", seq: seq).tree
        if let patch = try? Patch(tree: stored) { return patch.operations }
        let written = try withPointers(stored)
        guard let patch = try? Patch(tree: written) else {
            throw damaged(.malformed(table: "action", column: "patch", row: seq))
        }
        return patch.operations
    }

    /// Returns the value of a stored text in a row of the log.
    func storedTree(from text: UnsafeRawBufferPointer, column: String, seq: Int) throws -> StoredTree {
        try chunks.storedTree(from: text, table: "action", column: column, row: seq)
    }

    /// Returns the stored patch with its pointers written out: one may be so long that it is a chunk.
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
