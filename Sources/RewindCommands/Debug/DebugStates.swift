#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// Sees to it that what is looked at is known, as far as it can be: no more than that, as a log may be long.
final class DebugStates {
    private var timeline: Timeline
    private var states: UnknownStates
    /// What was seen to already.
    private var seqs: Set<Int> = []
    private var lists: Set<ClosedRange<Int>> = []
    private var told: Set<String> = []
    private var notes: [String] = []
    /// Runs what may take long, so that it can be interrupted.
    var working: (() throws -> Void) throws -> Void = { try $0() }

    init(of timeline: Timeline) {
        (self.timeline, states) = (timeline, UnknownStates(of: timeline))
        begin(with: timeline)
    }

    /// Goes on with a newer reading, in which nothing was recovered.
    func begin(with timeline: Timeline) {
        self.timeline = timeline
        (seqs, lists) = ([], [])
        states = UnknownStates(
            of: timeline,
            write: { [unowned self] note in if told.insert(note).inserted { notes.append(note) } },
            working: { [unowned self] body in try working(body) }
        )
    }

    /// What there is to tell about states since the last time.
    func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// Sees to the state at a seq, and to what its action did. What is wrong with a session is told where that is looked at.
    ///
    /// - Throws: `CancellationError`.
    func see(_ seq: Int) throws {
        guard !seqs.contains(seq) else { return }
        try telling {
            try states.prepare(seq)
            if seq > timeline.first { try states.recover(in: seq...seq) }
        }
        seqs.insert(seq)
    }

    /// Sees to actions that are listed.
    ///
    /// - Throws: `CancellationError`.
    func list(_ range: ClosedRange<Int>) throws {
        guard lists.insert(range).inserted else { return }
        try telling { try states.recover(in: range) }
    }

    /// Sees to all actions in ranges; gives whether any was recovered.
    ///
    /// - Complexity: linear in the actions that it has not seen to yet.
    /// - Throws: `SessionError`, `ReplayError`, `CancellationError`.
    func know(_ ranges: [ClosedRange<Int>], _ work: LongWork) throws -> Bool {
        var isNew = false
        for page in ranges.flatMap({ $0.pages() }) {
            try work.step("looking for states that are not known, at \(page.lowerBound) of \(timeline.last)")
            if try states.prepare(allIn: [page]) { isNew = true }
        }
        return isNew
    }

    /// Who wrote a value, and what.
    ///
    /// - Throws: `SessionError`, `TimelineError`, `CommandError`, `CancellationError`.
    func blame(_ pointer: Pointer, at seq: Int, _ work: LongWork) throws -> BlameReport {
        try BlameReport(of: pointer, at: seq, in: timeline, states: states) { try work.step($0) }
    }

    private func telling(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CancellationError {
            throw error
        } catch {}
    }
}

extension ClosedRange<Int> {
    /// The range in parts that are looked at at once, between two looks at Ctrl-C. They end before the multiples of a
    /// number, so that parts of overlapping ranges are the same.
    func pages() -> [ClosedRange] {
        let size = 65_536
        return (lowerBound / size...upperBound / size).map { page in
            Swift.max(lowerBound, page * size)...Swift.min(upperBound, (page + 1) * size - 1)
        }
    }
}

#endif
