import RewindSession

extension Timeline {
    /// An end of a range. A reference outside the recording is clamped to the first or the last action there.
    private enum End { case from, to }

    /// Returns the seq that `reference` names; for a time, the last action until then.
    ///
    /// - Complexity: Linear in the branches on the path; O(log *n*) for a time; for a type, linear in the actions after
    ///   its last one.
    /// - Throws: `TimelineError`, `SessionError`.
    package func seq(of reference: PointInTime) throws -> Int {
        try seq(of: reference) { try seq(before: $0.upperBound) }
    }

    /// Returns the seqs of a range, including both ends. If an end is omitted, the range starts with the session, and
    /// ends with `end` or the session. A time at either end includes all actions at that time.
    ///
    /// - Throws: `TimelineError`, `.emptyRange` if the range ends before it starts; `SessionError`.
    package func seqs(of range: ReferenceRange?, end: Int? = nil) throws -> ClosedRange<Int> {
        let start = try range?.from.map { try seq(of: $0, as: .from) { try seq(before: $0.lowerBound) + 1 } } ?? first
        let end = try range?.to.map(seqOfEnd) ?? end ?? last
        guard start <= end else { throw TimelineError.emptyRange(from: start, to: end) }
        return start...end
    }

    /// Returns the actions of `range`, including both ends; all actions of the session if it is nil.
    ///
    /// - Throws: `TimelineError`, `.emptyRange` if there is no action in the range, and `.noActions` if there is none at
    ///   all; `SessionError`.
    package func actions(of range: ReferenceRange?) throws -> ClosedRange<Int> {
        guard last > first else { throw TimelineError.noActions }
        let seqs = try seqs(of: range)
        // No action leads to the first state.
        let start = max(seqs.lowerBound, first + 1)
        guard start <= seqs.upperBound else { throw TimelineError.emptyRange(from: start, to: seqs.upperBound) }
        return start...seqs.upperBound
    }

    /// Returns the two states to compare for `range`: those at its ends, by default the first and the last one.
    ///
    /// - Throws: `TimelineError`, `SessionError`.
    package func states(of range: ReferenceRange) throws -> (from: Int, to: Int) {
        let from = try range.from.map { try seq(of: $0, as: .from) { try seq(before: $0.upperBound) } }
        return (from ?? first, try range.to.map(seqOfEnd) ?? last)
    }

    private func seqOfEnd(_ reference: PointInTime) throws -> Int {
        try seq(of: reference, as: .to) { try seq(before: $0.upperBound) }
    }

    private func seq(of reference: PointInTime, as end: End? = nil, at time: (Range<Int64>) throws -> Int) throws -> Int
    {
        if let lead = reference.lead { return try seq(lead, before: reference, as: end, at: time) }
        let seq = try base(of: reference, at: time)
        guard seq >= 0, seq <= last else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        let found =
            reference.steps < 0
            ? try forward(-reference.steps, from: seq, reference) : try back(reference.steps, from: seq, reference)
        guard !isPruned(found) else { throw TimelineError.pruned(reference.text, through: first) }
        return found
    }

    /// Finds an action by the clock: an action recorded earlier may be on another branch.
    private func seq(
        _ lead: Int64,
        before reference: PointInTime,
        as end: End?,
        at time: (Range<Int64>) throws -> Int
    ) throws -> Int {
        guard last > first else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        let recorded = try recordedSpan()
        let moments: Range<Int64>
        if case .time(let written) = reference.base {
            moments = try self.moments(of: written, reference)
        } else {
            let seq = try base(of: reference, at: time)
            guard seq >= 0, seq <= last else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
            guard !isPruned(seq) else { throw TimelineError.pruned(reference.text, through: first) }
            let moment = min(seq == first ? recorded.lowerBound : try self.time(of: seq), .max - 1)
            moments = moment..<moment + 1
        }
        guard case (let start, false) = moments.lowerBound.subtractingReportingOverflow(lead),
            case (let limit, false) = moments.upperBound.subtractingReportingOverflow(lead)
        else { throw TimelineError.notRecordedThen(reference.text, from: recorded.lowerBound, to: recorded.upperBound) }
        if limit <= recorded.lowerBound, end == .from { return first }
        if start > recorded.upperBound, end == .to { return last }
        guard limit > recorded.lowerBound, start <= recorded.upperBound else {
            throw TimelineError.notRecordedThen(reference.text, from: recorded.lowerBound, to: recorded.upperBound)
        }
        return try time(start..<limit)
    }

    /// Returns the time span of the recording, as far as its actions and its first state exist.
    private func recordedSpan() throws -> ClosedRange<Int64> {
        let second = try time(of: first + 1)
        let started = first == 0 ? try session.facts()["started_at"].flatMap { Int64($0) } : nil
        let start = min(started ?? second, second)
        return start...max(start, try time(of: last))
    }

    private func time(of seq: Int) throws -> Int64 {
        guard let time = try session.time(of: seq) else { throw session.damaged(.actionMissing(seq: seq)) }
        return time
    }

    private func base(of reference: PointInTime, at time: (Range<Int64>) throws -> Int) throws -> Int {
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
        case .effect(let id):
            guard let effect = try session.effect(id)?.effect else { throw TimelineError.noSuchEffect(id) }
            return effect.seq
        case .time(let written): return try time(try moments(of: written, reference))
        }
    }

    private func moments(of written: WrittenTime, _ reference: PointInTime) throws -> Range<Int64> {
        guard last > first, let start = try session.time(of: first + 1), let end = try session.time(of: last) else {
            throw TimelineError.referenceOutOfRange(reference.text, last: last)
        }
        guard let moments = written.moments(in: start...max(start, end)) else {
            throw TimelineError.notRecordedThen(reference.text, from: start, to: end)
        }
        return moments
    }

    private func back(_ count: Int, from start: Int, _ reference: PointInTime) throws -> Int {
        var seq = start
        for _ in 0..<count {
            if seq < first { break }
            guard seq > 0 else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
            seq = seq == first ? first - 1 : try parent(of: seq)
        }
        return seq
    }

    /// Goes forward on the cursor's branch if it passes `start`, otherwise on the newest one.
    private func forward(_ count: Int, from start: Int, _ reference: PointInTime) throws -> Int {
        guard start >= first else { return start }
        let path = try path(from: start, to: tip(movingTo: start))
        guard count < path.count else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        return path[count]
    }

    /// Returns the last action before a time; by default the first state.
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
    /// Returns the time at which action `seq` was dispatched, in microseconds since 1970; nil if there is no such
    /// action.
    fileprivate func time(of seq: Int) throws -> Int64? {
        try row(seq, .at) { try $0.at }
    }
}
