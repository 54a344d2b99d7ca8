import RewindSession
import RewindTree

/// Finds out whether a pointer leads to anything in a recorded state.
///
/// A value is in a state because it was in the first one, or because an operation wrote or moved it there, by itself or
/// in what holds it. The index names the actions that did; of their patches only those are parsed in which the name of a
/// member on the way occurs. Which index an element had is not followed: where one element has something, all may.
package struct PointerPresence {
    package enum Answer: Hashable, Sendable {
        /// No recorded state has anything there.
        case nowhere
        /// One may have: perhaps that of `seq`, or the one before.
        case somewhere(seq: Int?)
    }

    /// After how many patches `progress` is called.
    private static let stride = 256
    /// From how many pointers a value may have been moved or copied before that is followed no further: operations that
    /// copy a value into itself, which no recorder writes, could make any number of them.
    private static let mostPatterns = 32

    private let session: SessionReader
    private let first: Int
    private let progress: () throws -> Void
    private var waiting: [PointerPattern] = []
    private var seen: Set<PointerPattern> = []

    /// Looks for what `pointer` leads to; `progress` is called from time to time.
    ///
    /// - Complexity: linear in the actions that wrote what holds it, and in the index below its first index, for each
    ///   pointer that it was moved or copied from. After a bounded number of these the answer is that one may have it.
    /// - Throws: `SessionError`, or what `progress` throws.
    package static func answer(
        for pointer: Pointer,
        in session: SessionReader,
        progress: @escaping () throws -> Void = {}
    ) throws -> Answer {
        var presence = PointerPresence(session: session, first: try session.firstSeq(), progress: progress)
        return try presence.answer(for: PointerPattern(stored: session.stored(pointer)))
    }

    private mutating func answer(for pattern: PointerPattern) throws -> Answer {
        add(pattern)
        while let pattern = waiting.popLast() {
            guard seen.count <= Self.mostPatterns else { return .somewhere(seq: nil) }
            let search = StoredPatternSearch(pattern, in: session)
            if let seq = try firstSnapshot(with: search) { return .somewhere(seq: seq) }
            let (isNamed, holders) = try indexed(pattern)
            if let isNamed { return .somewhere(seq: try session.firstChange(of: isNamed, from: first + 1)) }
            for holder in holders {
                if let seq = try firstWrite(of: pattern, at: holder, search) { return .somewhere(seq: seq) }
            }
        }
        return .nowhere
    }

    private mutating func add(_ pattern: PointerPattern) {
        // No state is nested more deeply.
        if pattern.tokens.count <= Tree.readableDepth, seen.insert(pattern).inserted { waiting.append(pattern) }
    }

    /// The first state that has the value, of those that did not come of patches.
    private func firstSnapshot(with search: StoredPatternSearch) throws -> Int? {
        var seqs = [first]
        // What came of a state that was pruned is known from the next snapshot on.
        if try session.branches().contains(where: { $0.parent < first }) {
            seqs = try session.read { try $0.fetchAll(Int.self, "SELECT seq FROM snapshot ORDER BY seq") }
        }
        return try seqs.first { seq in
            try progress()
            return try session.storedSnapshot(seq).map { try search.mayFind(in: $0, behind: 0) } ?? true
        }
    }

    /// A pointer that the index has to the value or into it, if there is one, and those to what holds it.
    private func indexed(_ pattern: PointerPattern) throws -> (id: Int?, holders: [(id: Int, pointer: Pointer)]) {
        let names = pattern.tokens.prefix { $0 != .index }
        let fixed = Pointer(
            names.map { token in
                guard case .name(let name) = token else { return "" }
                return ChunkKey.original(String(decoding: name, as: UTF8.self))
            }
        )
        var holders: [(id: Int, pointer: Pointer)] = []
        for holder in fixed.selfAndAncestors {
            guard let id = try session.indexedPointer(holder.indexText) else { continue }
            if holder.tokens.count == pattern.tokens.count { return (id, []) }
            holders.append((id, holder))
        }
        var named: Int?
        try session.forEachPointer(inside: fixed.indexText) { id, text in
            guard let pointer = try? Pointer(indexText: String(decoding: text, as: UTF8.self)) else { return true }
            let stored = session.stored(pointer)
            if pattern.mayBeBeginning(ofStored: stored) { named = id }
            if pattern.mayBeginWith(stored: stored) { holders.append((id, pointer)) }
            return named == nil
        }
        return named.map { ($0, []) } ?? (nil, holders)
    }

    /// The first action that may have written the value with what is at `holder`. What it moved there from elsewhere is
    /// looked for next.
    private mutating func firstWrite(
        of pattern: PointerPattern,
        at holder: (id: Int, pointer: Pointer),
        _ search: StoredPatternSearch
    ) throws -> Int? {
        let path = session.stored(holder.pointer)
        let prefilter = pattern.lastName(behind: path.tokens.count).map { name in
            ValueSearch(TextPattern("\"\(name)\""), kinds: [.key], in: session)
        }
        let move = TextPattern("\"from\"")
        return try session.read { db in
            let rows = try db.rows(
                """
                SELECT action.seq, patch FROM change JOIN action ON action.seq = change.seq
                WHERE change.pointer = ? AND change.seq > ? ORDER BY change.seq
                """,
                [holder.id, first]
            )
            var count = 0
            while let row = try rows.next() {
                if count % Self.stride == 0 { try progress() }
                count += 1
                guard let seq: Int = row.value(0), let text = row.text(1) else { continue }
                if let prefilter, try !prefilter.mayMatch(text, in: db), !move.mayMatch(json: text) { continue }
                for operation in try session.operations(text, seq: seq, in: db) {
                    switch operation {
                    case .add(path, let value), .replace(path, let value):
                        if try search.mayFind(in: StoredTree(value), behind: path.tokens.count) { return seq }
                    case .move(let from, path), .copy(let from, path): add(pattern.replacing(path, with: from))
                    default: break
                    }
                }
            }
            return nil
        }
    }
}

/// Looks in stored values for what a pattern may lead to. What a chunk does not hold is remembered.
final class StoredPatternSearch {
    private struct Lookup: Hashable {
        let chunk: Int
        let depth: Int
    }

    private let pattern: PointerPattern
    private let session: SessionReader
    private var empty: Set<Lookup> = []

    init(_ pattern: PointerPattern, in session: SessionReader) {
        self.pattern = pattern
        self.session = session
    }

    /// Whether the value may have something where the pattern leads from its token number `depth` on.
    func mayFind(in stored: StoredTree, behind depth: Int) throws -> Bool {
        guard depth < pattern.tokens.count else { return true }
        if let chunk = stored.reference {
            guard empty.insert(Lookup(chunk: chunk, depth: depth)).inserted else { return false }
        }
        let tree = stored.reference == nil ? stored.tree : try session.read { try session.opened(stored, in: $0).tree }
        switch (tree, pattern.tokens[depth]) {
        case (.array(let array), .index):
            return try array.elements.contains { try mayFind(in: StoredTree($0), behind: depth + 1) }
        case (.object(let object), .index):
            return try zip(object.keys, object.values).contains { key, value in
                try PointerPattern.isIndex(key) && mayFind(in: StoredTree(value), behind: depth + 1)
            }
        case (.object(let object), .name(let name)):
            guard let value = object[String(decoding: name, as: UTF8.self)] else { return false }
            return try mayFind(in: StoredTree(value), behind: depth + 1)
        default: return false
        }
    }
}
