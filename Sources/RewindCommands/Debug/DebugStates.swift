#if os(macOS) || os(Linux)

import RewindTimeline
import RewindTree

/// Recovers states lazily, as they are shown: a log may be long.
final class DebugStates {
    private var timeline: Timeline
    private var notes: [String] = []
    /// Runs what may take long, so that it can be interrupted.
    var working: (() throws -> Void) throws -> Void = { try $0() }
    private lazy var recoverer = StateRecoverer(
        write: { [unowned self] in notes.append($0) },
        working: { [unowned self] in try working($0) }
    )

    init(of timeline: Timeline) {
        self.timeline = timeline
        begin(with: timeline)
    }

    /// Goes on with a newer reading, in which nothing was recovered.
    func begin(with timeline: Timeline) {
        self.timeline = timeline
        timeline.recovery = recoverer.recover
    }

    /// Returns the notes about states since the last call.
    func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// Recovers the state at a seq, and the effect of its action. What is wrong with a session is reported where that is
    /// shown.
    ///
    /// - Throws: `CancellationError`.
    func see(_ seq: Int) throws {
        try ignoringDamage {
            try timeline.know(seq)
            if seq > timeline.first { try timeline.know(listed: seq...seq) }
        }
    }

    /// Recovers the effects of actions that are listed.
    ///
    /// - Throws: `CancellationError`.
    func list(_ range: ClosedRange<Int>) throws {
        try ignoringDamage { try timeline.know(listed: range) }
    }

    /// Recovers the states of all actions in ranges; gives whether any was recovered.
    ///
    /// - Complexity: linear in the actions that were not asked for before.
    /// - Throws: `SessionError`, `ReplayError`, `CancellationError`.
    func know(_ ranges: [ClosedRange<Int>], _ work: LongWork) throws -> Bool {
        var isNew = false
        for page in ranges.flatMap({ $0.pages() }) {
            try work.step("looking for states that are not known, at \(page.lowerBound) of \(timeline.last)")
            if try timeline.know(allIn: [page]) { isNew = true }
        }
        return isNew
    }

    private func ignoringDamage(_ body: () throws -> Void) throws {
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
