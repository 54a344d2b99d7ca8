import RewindSession
import RewindTree

/// Finds the actions that may have changed a value: from the index, and where that names too many pointers, from the
/// patches.
///
/// They are those whose patches name the value, what holds it or what is in it, or an element beside one that holds it,
/// which may have moved it in its array.
final class Touches {
    /// How many patches are read at a time.
    private static let page = 64

    private let session: SessionReader
    private let lineage: Lineage
    /// The elements of arrays that the index knows.
    private var elements: [Pointer: [Int]?] = [:]
    private var ids: (place: Pointer, ids: [Int]?)?
    /// For pointers, the last actions up to a seq.
    private var latest: [Int: (through: Int, found: Int)] = [:]
    /// For pointers, the first actions from a seq on.
    private var earliest: [Int: (from: Int, found: Int)] = [:]

    init(_ session: SessionReader, _ lineage: Lineage) {
        self.session = session
        self.lineage = lineage
    }

    /// The last action on the way to `seq` that may have changed the value at `place`; nil when none has.
    func last(_ place: Pointer, through seq: Int) throws -> Int? {
        let ids = try ids(for: place)
        var current = seq
        while let run = try lineage.run(endingWith: current) {
            let found = try ids.map { try lastIndexed($0, through: current) } ?? lastRead(place, in: run.seqs)
            if let found, found >= run.seqs.lowerBound { return found }
            current = run.parent
        }
        return nil
    }

    /// The first action in `seqs`, a part of a run, that may have changed the value at `place`; nil when none has.
    func first(_ place: Pointer, in seqs: ClosedRange<Int>) throws -> Int? {
        guard let ids = try ids(for: place) else { return try firstRead(place, in: seqs) }
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

    private func lastRead(_ place: Pointer, in seqs: ClosedRange<Int>) throws -> Int? {
        let stored = session.stored(place)
        let scope = Scope(of: stored).pointer
        var upper = seqs.upperBound
        while upper >= seqs.lowerBound {
            let lower = max(seqs.lowerBound, upper - Self.page + 1)
            let steps = try session.steps(in: lower...upper, concerning: scope)
            if let step = steps.first(where: { $0.touches(stored) }) { return step.seq }
            upper = lower - 1
        }
        return nil
    }

    private func firstRead(_ place: Pointer, in seqs: ClosedRange<Int>) throws -> Int? {
        let stored = session.stored(place)
        let scope = Scope(of: stored).pointer
        var lower = seqs.lowerBound
        while lower <= seqs.upperBound {
            let upper = min(seqs.upperBound, lower + Self.page - 1)
            let steps = try session.steps(in: lower...upper, concerning: scope)
            if let step = steps.last(where: { $0.touches(stored) }) { return step.seq }
            lower = upper + 1
        }
        return nil
    }

    private func ids(for place: Pointer) throws -> [Int]? {
        if let ids, ids.place == place { return ids.ids }
        let ids = try makeIDs(for: place)
        self.ids = (place, ids)
        return ids
    }

    private func makeIDs(for place: Pointer) throws -> [Int]? {
        guard var ids = try session.indexed(around: place) else { return nil }
        for (depth, token) in place.tokens.enumerated() where Scope.mayBeIndex(token) {
            let array = Pointer(Array(place.tokens.prefix(depth)))
            if elements[array] == nil { elements[array] = .some(try session.indexedElements(of: array)) }
            guard case .some(.some(let beside)) = elements[array] else { return nil }
            ids += beside
        }
        return Array(Set(ids))
    }
}

extension StoredStep {
    /// Whether the patch names the value at `place`, what holds it or what is in it, or an element beside one of those.
    fileprivate func touches(_ place: Pointer) -> Bool {
        operations?.contains { operation in
            switch operation {
            case .add(let path, _), .remove(let path), .replace(let path, _), .copy(_, let path):
                path.touches(place)
            case .move(let from, let path): from.touches(place) || path.touches(place)
            case .test: false
            }
        } ?? false
    }
}
