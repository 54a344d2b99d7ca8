#if os(macOS) || os(Linux)

import RewindSession
import RewindTree
import RewindTimeline

/// Finds the pointers that were probably meant by one that leads nowhere.
struct NearestPointers {
    /// How many are told at the most.
    private static let limit = 3
    /// How many pointers of the index are compared at the most.
    private static let mostIndexed = 50_000

    private let states: [Tree]
    private let session: SessionReader

    /// What there is in a session to mean: its last state, that of its cursor and its first one, and its index.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    init(in timeline: Timeline) throws {
        var seqs = [timeline.last, try timeline.cursor(), timeline.first]
        seqs = seqs.indices.filter { !seqs[..<$0].contains(seqs[$0]) }.map { seqs[$0] }
        states = seqs.compactMap { try? timeline.state(at: $0) }
        session = timeline.session
    }

    /// The longest part of the way to `pointer` that is in the last state.
    func holder(of pointer: Pointer) -> Pointer {
        Self.holder(of: pointer, in: states.prefix(1))
    }

    /// The longest part of the way to `pointer` that is in one of the states.
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

    /// Returns whether the way to `pointer` ends in an array that has too few elements, which is no mistake in typing.
    func isBehindElements(_ pointer: Pointer) -> Bool {
        let holder = Self.holder(of: pointer, in: states)
        guard let token = pointer.tokens.dropFirst(holder.tokens.count).first else { return false }
        let isInArray = states.contains { if case .array? = $0[holder] { true } else { false } }
        return isInArray && (token == "-" || Pointer.index(of: token) != nil)
    }

    /// The pointers nearest to `pointer`, at most three: those that lead on from where its way ends, and where none do,
    /// those of the index with nearly the same last token.
    ///
    /// - Complexity: linear in the members there, and in the index.
    /// - Throws: `SessionError`.
    func pointers(to pointer: Pointer) throws -> [Pointer] {
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

    /// Those that differ in the first token that leads nowhere, and perhaps in others behind it.
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
            // What only the index has leads no farther here.
            guard states.contains(where: { $0[member] != nil }) else { return member }
            return try besidePointers(to: whole).first ?? member
        }
    }

    /// The pointer without what tells elements of an array apart.
    private static func shape(of pointer: Pointer) -> Pointer {
        Pointer(pointer.tokens.map { Pointer.index(of: $0) == nil ? $0 : "0" })
    }
}

#endif
