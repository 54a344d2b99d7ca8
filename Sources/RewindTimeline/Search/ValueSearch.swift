import RewindSession
import RewindTree

/// Searches stored values for a text. Each chunk is read and searched once, regardless of the number of references to
/// it.
final class ValueSearch {
    /// A value or member name that contains the text.
    struct Match {
        /// The path to it, relative to the searched value.
        let tokens: [String]
        let kind: TextFind.Kind
        let value: Tree
    }

    /// An array or object whose children are being searched.
    private struct Level {
        let tree: Tree
        let tokens: [String]
        /// The id of the chunk that contains it.
        let chunk: Int?
        /// The indices of the remaining children.
        var indices: Range<Int>

        init(of tree: Tree, at tokens: [String], chunk: Int? = nil) {
            self.tree = tree
            self.tokens = tokens
            self.chunk = chunk
            switch tree {
            case .array(let array): indices = array.elements.indices
            case .object(let object): indices = object.values.indices
            default: indices = 0..<0
            }
        }

        var isObject: Bool { if case .object = tree { true } else { false } }

        /// Returns a child and its token.
        func child(_ index: Int) -> (token: String, value: Tree) {
            switch tree {
            case .array(let array): (String(index), array.elements[index])
            case .object(let object): (ChunkKey.original(object.keys[index]), object.values[index])
            default: ("", tree)
            }
        }
    }

    let pattern: TextPattern
    let kinds: Set<TextFind.Kind>
    /// True if the search is not for types only.
    let looksInside: Bool
    private let session: SessionReader
    /// The chunks already searched, with true for those that do not contain the pattern.
    private var isEmpty: [Int: Bool] = [:]
    private var open: Set<Int> = []

    init(_ pattern: TextPattern, kinds: Set<TextFind.Kind>, in session: SessionReader) {
        self.pattern = pattern
        self.kinds = kinds
        looksInside = kinds != [.type]
        self.session = session
    }

    /// Returns true if the JSON text may contain the pattern, directly or in a chunk.
    func mayMatch(_ text: UnsafeRawBufferPointer) throws -> Bool {
        if pattern.mayMatch(json: text) { return true }
        guard ChunkReference.mayBe(in: text) else { return false }
        return try ChunkReference.ids(in: String(decoding: text, as: UTF8.self)).contains { try !isEmpty($0) }
    }

    /// Calls `body` with each match in a stored value, in order, until it returns false. Returns true if the search
    /// reached the end.
    func forEachMatch(in stored: Tree, at tokens: [String], _ body: (Match) throws -> Bool) throws -> Bool {
        // Not recursive, as values may be nested too deeply for a small stack.
        var levels: [Level] = []
        defer { levels.forEach(close) }
        guard try enter(stored, at: tokens, &levels, body) else { return false }
        while let last = levels.indices.last {
            guard let index = levels[last].indices.popFirst() else {
                close(levels.removeLast())
                continue
            }
            let (key, value) = levels[last].child(index)
            let inner = levels[last].tokens + [key]
            if levels[last].isObject, kinds.contains(.key), pattern.matches(key) {
                guard try body(Match(tokens: inner, kind: .key, value: .string(key))) else { return false }
            }
            guard try enter(value, at: inner, &levels, body) else { return false }
        }
        return true
    }

    /// Starts to search a value: its children or, for a scalar, the value itself.
    private func enter(
        _ stored: Tree,
        at tokens: [String],
        _ levels: inout [Level],
        _ body: (Match) throws -> Bool
    ) throws -> Bool {
        guard stored.isContainer else {
            guard kinds.contains(.value), let text = Self.text(of: stored), pattern.matches(text) else { return true }
            return try body(Match(tokens: tokens, kind: .value, value: stored))
        }
        guard tokens.count <= Tree.readableDepth else { throw session.damaged(.chunkCycle(id: open.first ?? 0)) }
        guard let id = StoredTree(stored).reference else {
            levels.append(Level(of: stored, at: tokens))
            return true
        }
        if try isEmpty(id) { return true }
        let tree = try session.opened(StoredTree(referenceTo: id)).tree
        guard tree.isContainer else { return try enter(tree, at: tokens, &levels, body) }
        guard open.insert(id).inserted else { throw session.damaged(.chunkCycle(id: id)) }
        levels.append(Level(of: tree, at: tokens, chunk: id))
        return true
    }

    private func close(_ level: Level) {
        if let id = level.chunk { open.remove(id) }
    }

    /// Returns the text of a scalar as a person would search for it; nil for null, which has no text.
    private static func text(of scalar: Tree) -> String? {
        switch scalar {
        case .null, .array, .object: nil
        case .string(let text): text
        case .bool, .integer, .double, .number: scalar.text
        }
    }

    /// Returns true if neither a chunk nor any chunk that it references contains the pattern.
    private func isEmpty(_ id: Int) throws -> Bool {
        if let known = isEmpty[id] { return known }
        guard open.count < ChunkReader.depthLimit, open.insert(id).inserted else {
            throw session.damaged(.chunkCycle(id: id))
        }
        defer { open.remove(id) }
        var body = try session.body(ofChunk: id)
        var isEmpty = !body.withUTF8 { pattern.mayMatch(json: UnsafeRawBufferPointer($0)) }
        if !isEmpty, pattern.isExpression {
            // The prefilter rules out little, and many actions may reference the chunk.
            let tree = try session.opened(StoredTree(referenceTo: id)).tree
            isEmpty = try forEachMatch(in: tree, at: []) { _ in false }
        }
        for reference in ChunkReference.ids(in: body) where isEmpty {
            isEmpty = try self.isEmpty(reference)
        }
        self.isEmpty[id] = isEmpty
        return isEmpty
    }
}
