import RewindTimeline

/// Recovers states lazily, as they are shown: a log may be long.
final class DebugStates {
    private var timeline: Timeline
    private var notes: [String] = []
    /// Runs work that may take long, so that it can be interrupted.
    var working: (() throws -> Void) throws -> Void = { try $0() }
    private lazy var recoverer = StateRecoverer(
        write: { [unowned self] in notes.append($0) },
        working: { [unowned self] in try working($0) }
    )

    init(of timeline: Timeline) {
        self.timeline = timeline
        begin(with: timeline)
    }

    /// Continues with a newer reading, in which nothing is recovered yet.
    func begin(with timeline: Timeline) {
        self.timeline = timeline
        timeline.recovery = recoverer.recover
    }

    /// Returns the notes about states since the last call.
    func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// Recovers the state at a seq, and the effect of its action. Damage is ignored here, and reported when the state
    /// is shown.
    ///
    /// - Throws: `CancellationError`.
    func recover(_ seq: Int) throws {
        try ignoringDamage {
            try timeline.know(seq)
            if seq > timeline.first { try timeline.know(listed: seq...seq) }
        }
    }

    /// Recovers the effects of listed actions.
    ///
    /// - Throws: `CancellationError`.
    func recover(listed range: ClosedRange<Int>) throws {
        try ignoringDamage { try timeline.know(listed: range) }
    }

    /// Recovers the states of all actions in ranges. Returns true if any was recovered.
    ///
    /// - Complexity: Linear in the actions that were not requested before.
    /// - Throws: `SessionError`, `ReplayError`, `CancellationError`.
    func recover(allIn ranges: [ClosedRange<Int>], _ work: ProgressReporter) throws -> Bool {
        var isNew = false
        guard let first = ranges.first?.lowerBound, let last = ranges.last?.upperBound else { return false }
        for page in ranges.flatMap({ $0.pages() }) {
            try work.step("recovering states", at: page.lowerBound, of: first...max(first, last))
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
    /// Splits the range into pages, between which Ctrl-C is checked. Pages end before multiples of their size, so that
    /// the pages of overlapping ranges are the same.
    func pages() -> [ClosedRange] {
        let size = 65_536
        return (lowerBound / size...upperBound / size).map { page in
            Swift.max(lowerBound, page * size)...Swift.min(upperBound, (page + 1) * size - 1)
        }
    }
}
