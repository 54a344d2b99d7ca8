import RewindSession

extension Timeline {
    /// The seq that `reference` names; of a time, the last action until then.
    ///
    /// - Complexity: that of the branches on the way; O(log *n*) for a time, and for a type linear in the actions behind
    ///   its last one.
    /// - Throws: `TimelineError`, `SessionError`.
    package func seq(of reference: Reference) throws -> Int {
        try seq(of: reference) { try seq(before: $0.upperBound) }
    }

    /// The seqs of a range, both ends among them; where one is left out, it begins with the session, and ends with it or
    /// with `end`. A time means all that happened at it, at both ends.
    ///
    /// - Throws: `TimelineError`, among them `emptyRange` where it ends before it begins; `SessionError`.
    package func seqs(of range: ReferenceRange, end: Int? = nil) throws -> ClosedRange<Int> {
        let start = try range.from.map { try seq(of: $0) { try seq(before: $0.lowerBound) + 1 } } ?? first
        let end = try range.to.map(seq) ?? end ?? last
        guard start <= end else { throw TimelineError.emptyRange(from: start, to: end) }
        return start...end
    }

    private func seq(of reference: Reference, at time: (Range<Int64>) throws -> Int) throws -> Int {
        let seq = try base(of: reference, at: time)
        guard seq >= 0, seq <= last else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        let found =
            reference.steps < 0
            ? try forward(-reference.steps, from: seq, reference) : try back(reference.steps, from: seq, reference)
        guard !isPruned(found) else { throw TimelineError.pruned(reference.text, through: first) }
        return found
    }

    private func base(of reference: Reference, at time: (Range<Int64>) throws -> Int) throws -> Int {
        switch reference.base {
        case .seq(let number): return number
        case .fromEnd(let count): return last + 1 - count
        case .start: return first
        case .end: return last
        case .cursor: return try cursor()
        case .bookmark(let name):
            guard let marked = try session.bookmark(name) else { throw TimelineError.noSuchBookmark(name) }
            return marked
        case .type(let glob):
            guard let seq = try session.lastSeq(ofType: glob) else { throw TimelineError.noActionOfType(glob) }
            return seq
        case .time(let written):
            guard last > first, let start = try session.time(of: first + 1), let end = try session.time(of: last) else {
                throw TimelineError.referenceOutOfRange(reference.text, last: last)
            }
            guard let moments = written.moments(in: start...max(start, end)) else {
                throw TimelineError.notRecordedThen(reference.text, from: start, to: end)
            }
            return try time(moments)
        }
    }

    private func back(_ count: Int, from start: Int, _ reference: Reference) throws -> Int {
        var seq = start
        for _ in 0..<count {
            if seq < first { break }
            guard seq > 0 else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
            seq = seq == first ? first - 1 : try parent(of: seq)
        }
        return seq
    }

    /// Forward on the branch of the cursor, where that comes by, else on the newest one.
    private func forward(_ count: Int, from start: Int, _ reference: Reference) throws -> Int {
        guard start >= first else { return start }
        let path = try path(from: start, to: tip(movingTo: start))
        guard count < path.count else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        return path[count]
    }

    /// The last action before a time; where none is, the first state.
    private func seq(before time: Int64) throws -> Int {
        var (lower, upper) = (first, last)
        while lower < upper {
            let middle = lower + (upper - lower + 1) / 2
            if try session.time(of: middle).map({ $0 < time }) ?? true { lower = middle } else { upper = middle - 1 }
        }
        return lower
    }
}

extension SessionReader {
    /// When action `seq` was dispatched, in microseconds since 1970; nil when there is no such action.
    fileprivate func time(of seq: Int) throws -> Int64? {
        try row(seq, .at) { try $0.at }
    }

    /// The last action of a type that `glob` matches, nil when there is none.
    ///
    /// - Complexity: linear in the actions behind it.
    fileprivate func lastSeq(ofType glob: String) throws -> Int? {
        let sql = """
            SELECT seq FROM action WHERE type IN (SELECT id FROM action_type WHERE name GLOB ?)
            ORDER BY seq DESC LIMIT 1
            """
        return try read { try $0.fetchOne(Int.self, sql, [glob]) }
    }
}
