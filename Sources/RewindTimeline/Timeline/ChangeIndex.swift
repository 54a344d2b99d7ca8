import RewindSession
import RewindTree

/// Finds the actions that may have changed the value at a pointer.
///
/// These are the actions whose patches contain the pointer, one of its ancestors, or a descendant; or, for a value in
/// an array, an element at or before its index, which may have moved it. They come from the session's index or, if that
/// has too many pointers to look each up, from the patches.
final class ChangeIndex {
    /// The maximum number of pointers for an index lookup; with more, patches are read instead.
    private static let maximumPointers = 4_096
    /// The maximum number of preceding array elements to look up one by one.
    private static let maximumElements = 20_000
    /// The number of patches read at once.
    private static let page = 64

    private let session: SessionReader
    private let lineage: Lineage
    /// The index's ids for the elements of arrays; nil if there are too many.
    private var elements: [Pointer: [(index: Int, id: Int)]?] = [:]
    /// The last requested pointer and the ids of the pointers that may change it; nil if there are too many.
    private var known: (pointer: Pointer, ids: [Int]?)?
    private var knownSet: (pointers: Set<Pointer>, ids: [Int]?)?
    /// For each id, the last action up to a seq.
    private var latest: [Int: (through: Int, found: Int)] = [:]
    /// For each id, the first action from a seq on.
    private var earliest: [Int: (from: Int, found: Int)] = [:]

    init(of session: SessionReader, _ lineage: Lineage) {
        self.session = session
        self.lineage = lineage
    }

    /// Returns the last action on the way to `seq` that may have changed the value at `pointer`; nil if none exists.
    ///
    /// - Complexity: One probe for each related pointer in the index, per branch on the way.
    /// - Throws: `SessionError`.
    func last(changing pointer: Pointer, through seq: Int) throws -> Int? {
        let ids = try ids(changing: pointer)
        var current = seq
        while let run = try lineage.run(endingWith: current) {
            let found = try ids.map { try lastIndexed($0, through: current) } ?? lastRead(pointer, in: run.seqs)
            if let found, found >= run.seqs.lowerBound { return found }
            current = run.parent
        }
        return nil
    }

    /// Returns the first action in `seqs`, a part of a run, that may have changed the value at `pointer`; nil if there
    /// is none.
    ///
    /// - Complexity: One probe for each related pointer in the index.
    /// - Throws: `SessionError`.
    func first(changing pointer: Pointer, in seqs: ClosedRange<Int>) throws -> Int? {
        guard let ids = try ids(changing: pointer) else { return try firstRead(pointer, in: seqs) }
        var first: Int?
        for id in ids {
            if let known = earliest[id], known.from <= seqs.lowerBound, known.found >= seqs.lowerBound {
                first = min(first ?? .max, known.found)
                continue
            }
            let found = try session.firstChange(of: id, from: seqs.lowerBound) ?? .max
            earliest[id] = (seqs.lowerBound, found)
            first = min(first ?? .max, found)
        }
        return first.flatMap { seqs.contains($0) ? $0 : nil }
    }

    /// Returns the actions in `range`, in order, that may have changed the value at one of `pointers`.
    ///
    /// - Complexity: One probe for each related pointer in the index, and linear in the result; linear in the patches
    ///   if there are too many pointers.
    /// - Throws: `SessionError`.
    func seqs(changing pointers: Set<Pointer>, in range: ClosedRange<Int>) throws -> [Int] {
        if knownSet?.pointers != pointers {
            var ids: Set<Int>? = []
            for pointer in pointers { ids = try self.ids(changing: pointer).flatMap { ids?.union($0) } }
            knownSet = (pointers, ids?.sorted())
        }
        if let ids = knownSet?.ids { return try session.seqs(ofChanges: ids, in: range) }
        var seqs: Set<Int> = []
        for pointer in pointers {
            for page in Self.pages(of: range) { seqs.formUnion(try touching(pointer, in: page)) }
        }
        return seqs.sorted()
    }

    // MARK: Index lookups

    private func lastIndexed(_ ids: [Int], through seq: Int) throws -> Int? {
        var last: Int?
        for id in ids {
            if let known = latest[id], known.found <= seq, seq <= known.through {
                last = max(last ?? 0, known.found)
                continue
            }
            let found = try session.lastChange(of: id, through: seq) ?? -1
            latest[id] = (seq, found)
            last = max(last ?? 0, found)
        }
        return last
    }

    private func ids(changing pointer: Pointer) throws -> [Int]? {
        if let known, known.pointer == pointer { return known.ids }
        let ids = try makeIDs(changing: pointer)
        known = (pointer, ids)
        return ids
    }

    private func makeIDs(changing pointer: Pointer) throws -> [Int]? {
        guard let inside = try session.indexedPointers(inside: pointer, limit: Self.maximumPointers) else { return nil }
        var ids = Set(inside.map(\.id))
        for holder in pointer.selfAndAncestors {
            if let id = try session.indexedPointer(holder.indexText) { ids.insert(id) }
        }
        for (depth, token) in pointer.tokens.enumerated() where Pointer.mayBeIndex(token) {
            let array = Pointer(Array(pointer.tokens.prefix(depth)))
            let index = Pointer.index(of: token) ?? .max
            if elements[array] == nil { elements[array] = .some(try indexedElements(of: array)) }
            if case .some(.some(let elements)) = elements[array] {
                for element in elements where element.index <= index { ids.insert(element.id) }
            } else {
                // The array has many pointers, but the elements before this one may be few.
                guard index <= Self.maximumElements else { return nil }
                let text = array.indexText
                for token in (0..<index).lazy.map(String.init) + ["-"] {
                    if let id = try session.indexedPointer("\(text)/\(token)") { ids.insert(id) }
                }
            }
        }
        return Array(ids)
    }

    private func indexedElements(of array: Pointer) throws -> [(index: Int, id: Int)]? {
        try session.indexedPointers(inside: array, limit: Self.maximumPointers)?.compactMap { id, rest in
            // In RFC 6901, "-" is the position after the last element, where an element can be added.
            if rest == "-" { return (0, id) }
            return Pointer.index(of: rest).map { ($0, id) }
        }
    }

    // MARK: Patch scans

    private func lastRead(_ pointer: Pointer, in seqs: ClosedRange<Int>) throws -> Int? {
        for page in Self.pages(of: seqs).reversed() {
            if let last = try touching(pointer, in: page).last { return last }
        }
        return nil
    }

    private func firstRead(_ pointer: Pointer, in seqs: ClosedRange<Int>) throws -> Int? {
        for page in Self.pages(of: seqs) {
            if let first = try touching(pointer, in: page).first { return first }
        }
        return nil
    }

    private static func pages(of seqs: ClosedRange<Int>) -> some BidirectionalCollection<ClosedRange<Int>> {
        (0...(seqs.upperBound - seqs.lowerBound) / page).lazy.map { number in
            let start = seqs.lowerBound + number * page
            return start...min(start + page - 1, seqs.upperBound)
        }
    }

    private func touching(_ pointer: Pointer, in seqs: ClosedRange<Int>) throws -> [Int] {
        try session.storedPatches(in: seqs, concerning: pointer.scope).reversed().filter { patch in
            patch.operations?.contains { $0.changedPointers.contains { $0.touches(pointer) } } == true
        }.map(\.seq)
    }
}
