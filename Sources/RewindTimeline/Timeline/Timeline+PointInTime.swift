import RewindSession

extension Timeline {
    /// An end of a range. A reference outside the recording is clamped to the first or the last action there.
    private enum End { case from, to }

    /// Returns the seq that `reference` names; for a time, the last action until then.
    ///
    /// - Complexity: Linear in the branches on the path; for a time, linear in the actions, once; for a type, linear in
    ///   the actions after its last one.
    /// - Throws: `TimelineError`, `SessionError`.
    package func seq(of reference: PointInTime) throws -> Int {
        try seq(of: reference, .state)
    }

    /// Returns the seqs of a range, including both ends. If an end is omitted, the range starts with the session, and
    /// ends with `end` or the session. A time at either end includes all actions at that time.
    ///
    /// - Throws: `TimelineError`, `.emptyRange` if the range ends before it starts; `SessionError`.
    package func seqs(of range: ReferenceRange?, end: Int? = nil) throws -> ClosedRange<Int> {
        if let range, let seqs = try actions(betweenTimesOf: range) { return seqs }
        let start = try range?.from.map { try seq(of: $0, as: .from, .firstAction) } ?? first
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
        let from = try range.from.map { try seq(of: $0, as: .from, .state) }
        return (from ?? first, try range.to.map(seqOfEnd) ?? last)
    }

    private func seqOfEnd(_ reference: PointInTime) throws -> Int {
        try seq(of: reference, as: .to, .lastAction)
    }

    private func seq(of reference: PointInTime, as end: End? = nil, _ place: RecordedClock.Place) throws -> Int {
        if let lead = reference.lead { return try seq(lead, before: reference, as: end, place) }
        let seq = try base(of: reference, place)
        guard seq >= 0, seq <= last else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
        let found =
            reference.steps < 0
            ? try forward(-reference.steps, from: seq, reference) : try back(reference.steps, from: seq, reference)
        guard !isPruned(found) else { throw TimelineError.pruned(reference.text, through: first) }
        return found
    }

    /// Finds an action by the clock: an action recorded earlier may be on another branch.
    private func seq(_ lead: Int64, before reference: PointInTime, as end: End?, _ place: RecordedClock.Place) throws
        -> Int
    {
        let clock = try clock(for: reference)
        let moments: Range<Int64>
        var anchor: Int?
        if case .time(let written) = reference.base {
            moments = try self.moments(of: written, reference)
        } else {
            let seq = try base(of: reference, place)
            guard seq >= 0, seq <= last else { throw TimelineError.referenceOutOfRange(reference.text, last: last) }
            guard !isPruned(seq) else { throw TimelineError.pruned(reference.text, through: first) }
            let time = try clock.time(of: seq) ?? (seq == first ? clock.time(of: first + 1) : nil)
            guard let time else { throw session.damaged(.actionMissing(seq: seq)) }
            let moment = min(time, .max - 1)
            moments = moment..<moment + 1
            anchor = seq
        }
        let span = clock.span
        guard case (let start, false) = moments.lowerBound.subtractingReportingOverflow(lead),
            case (let limit, false) = moments.upperBound.subtractingReportingOverflow(lead)
        else { throw TimelineError.notRecordedThen(reference.text, from: span.lowerBound, to: span.upperBound) }
        if limit <= span.lowerBound, end == .from { return first }
        if start > span.upperBound, end == .to { return last }
        guard limit > span.lowerBound, start <= span.upperBound else {
            throw TimelineError.notRecordedThen(reference.text, from: span.lowerBound, to: span.upperBound)
        }
        guard let seq = try clock.seq(place, at: start..<limit, from: anchor, isBefore: lead >= 0) else {
            throw TimelineError.neverOnTheClock(reference.text, from: span.lowerBound, to: span.upperBound)
        }
        return seq
    }

    /// Returns the actions between two times of a range whose ends are both times, the earlier one first; nil for any
    /// other range, and if there are none.
    private func actions(betweenTimesOf range: ReferenceRange) throws -> ClosedRange<Int>? {
        guard let from = range.from, from.isTime, case .time(let first) = from.base,
            let to = range.to, to.isTime, case .time(let last) = to.base
        else { return nil }
        let start = try moments(of: first, from).lowerBound
        let end = try moments(of: last, to).upperBound
        return start < end ? try clock(for: from).actions(between: start..<end) : nil
    }

    /// Returns the times of the recording.
    ///
    /// - Complexity: Linear in the actions, once.
    private func clock(for reference: PointInTime) throws -> RecordedClock {
        if let knownClock { return knownClock }
        guard last > first, let clock = try RecordedClock(of: session, first: first, last: last) else {
            throw TimelineError.referenceOutOfRange(reference.text, last: last)
        }
        knownClock = clock
        if let seq = clock.setBack { onSetBack?(seq) }
        return clock
    }

    private func base(of reference: PointInTime, _ place: RecordedClock.Place) throws -> Int {
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
        case .time(let written):
            let clock = try clock(for: reference)
            guard let seq = try clock.seq(place, at: moments(of: written, reference)) else {
                let span = clock.span
                throw TimelineError.neverOnTheClock(reference.text, from: span.lowerBound, to: span.upperBound)
            }
            return seq
        }
    }

    private func moments(of written: WrittenTime, _ reference: PointInTime) throws -> Range<Int64> {
        let clock = try clock(for: reference)
        guard let moments = try clock.moments(of: written) else {
            let span = clock.span
            throw TimelineError.notRecordedThen(reference.text, from: span.lowerBound, to: span.upperBound)
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
}
