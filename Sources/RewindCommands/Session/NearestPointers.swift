import RewindTree
import RewindTimeline

/// Finds pointers similar to one without a value.
struct NearestPointers {
    /// The maximum number of suggestions.
    private static let limit = 3
    /// The maximum number of indexed pointers compared.
    private static let mostIndexed = 50_000

    private let states: [Tree]
    private let session: SessionReader

    /// Reads the candidates: the last state, the one at the cursor and the first one, and the index.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    init(in timeline: Timeline) throws {
        var seqs = [timeline.last, try timeline.cursor(), timeline.first]
        seqs = seqs.indices.filter { !seqs[..<$0].contains(seqs[$0]) }.map { seqs[$0] }
        states = seqs.compactMap { try? timeline.state(at: $0) }
        session = timeline.session
    }

    /// Returns the longest part of `pointer` that exists in the last state.
    func holder(of pointer: Pointer) -> Pointer {
        Self.holder(of: pointer, in: states.prefix(1))
    }

    /// Returns the longest part of `pointer` that exists in one of the states.
    static func holder(of pointer: Pointer, in states: some Sequence<Tree>) -> Pointer {
        let depths = states.map { state in
            var (value, depth): (Tree?, Int) = (state, 0)
            while depth < pointer.tokens.count, let child = value?.child(pointer.tokens[depth]) {
                (value, depth) = (child, depth + 1)
            }
            return depth
        }
        return Pointer(Array(pointer.tokens.prefix(depths.max() ?? 0)))
    }

    /// Returns true if `pointer` leads past the end of an array, which is not a typing error.
    func isBehindElements(_ pointer: Pointer) -> Bool {
        let holder = Self.holder(of: pointer, in: states)
        guard let token = pointer.tokens.dropFirst(holder.tokens.count).first else { return false }
        let isInArray = states.contains { if case .array? = $0[holder] { true } else { false } }
        return isInArray && (token == "-" || Pointer.index(of: token) != nil)
    }

    /// Returns at most three similar pointers: those that continue from the longest existing part, or else indexed ones
    /// with nearly the same last token.
    ///
    /// - Complexity: Linear in the members there, and in the index.
    /// - Throws: `SessionError`.
    func pointers(to pointer: Pointer) throws -> [Pointer] {
        if pointer.tokens.last == "", let parent = pointer.parent, states.contains(where: { $0[parent] != nil }) {
            return [parent]
        }
        let beside = try besidePointers(to: pointer)
        guard beside.isEmpty, let token = pointer.tokens.last else { return beside }
        var near: [(pointer: Pointer, distance: Int)] = []
        var shapes: Set<Pointer> = []
        try session.forEachIndexedPointer(limit: Self.mostIndexed) { other in
            guard let last = other.tokens.last, Pointer.index(of: last) == nil,
                let distance = NearestWord.distance(from: token, to: last),
                shapes.insert(Self.shape(of: other)).inserted
            else { return }
            near.append((other, distance))
        }
        near.sort { ($0.distance, $0.pointer.description) < ($1.distance, $1.pointer.description) }
        return near.prefix(Self.limit).map(\.pointer)
    }

    /// Returns pointers that differ in the first missing token, and perhaps in later ones.
    private func besidePointers(to pointer: Pointer) throws -> [Pointer] {
        let holder = Self.holder(of: pointer, in: states)
        let rest = pointer.tokens.dropFirst(holder.tokens.count)
        guard let token = rest.first else { return [] }
        var names = Set(try session.indexedMembers(of: holder))
        for case .object(let object)? in states.map({ $0[holder] }) { names.formUnion(object.keys) }
        let near = names.compactMap { name in
            NearestWord.distance(from: token, to: name).map { (name: name, distance: $0) }
        }
        .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        return try near.prefix(Self.limit).map { near in
            let member = holder.appending(near.name)
            let whole = Pointer(member.tokens + rest.dropFirst())
            if rest.count == 1 || states.contains(where: { $0[whole] != nil }) { return whole }
            // Pointers that exist only in the index cannot be followed further here.
            guard states.contains(where: { $0[member] != nil }) else { return member }
            return try besidePointers(to: whole).first ?? member
        }
    }

    /// Returns the pointer with all array indices replaced by 0.
    private static func shape(of pointer: Pointer) -> Pointer {
        Pointer(pointer.tokens.map { Pointer.index(of: $0) == nil ? $0 : "0" })
    }
}
