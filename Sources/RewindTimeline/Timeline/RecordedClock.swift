import RewindSession

/// The times of a session in the order of the log, in runs within which no time is less than the one before: a clock
/// that is set back, or an imported file with reordered actions, begins a new run.
///
/// A time names the first place in the log where the clock showed it.
struct RecordedClock {
    /// States whose times do not decrease.
    struct Run {
        var seqs: ClosedRange<Int>
        /// The times of the first and the last of them, in microseconds since 1970.
        var times: ClosedRange<Int64>

        func overlaps(_ moments: Range<Int64>) -> Bool {
            times.lowerBound < moments.upperBound && times.upperBound >= moments.lowerBound
        }
    }

    /// The place of a time in the log.
    enum Place {
        /// The state then: after the last action until the time.
        case state
        /// The first action from the time on.
        case firstAction
        /// The last action until the time.
        case lastAction
    }

    /// The maximum number of days that are searched for a time of day.
    private static let longestSearch = 1_000

    private let session: SessionReader
    /// The time of the first state, if it is known.
    private let started: (seq: Int, at: Int64)?
    private let runs: [Run]
    /// The first action before which the clock was set back; nil if it never was.
    let setBack: Int?

    /// Reads the times of the actions after the first state; nil if there is none.
    ///
    /// - Complexity: Linear in the actions.
    init?(of session: SessionReader, first: Int, last: Int) throws {
        let started = first == 0 ? try session.facts()["started_at"].flatMap { Int64($0) } : nil
        var runs: [Run] = started.map { [Run(seqs: first...first, times: $0...$0)] } ?? []
        var setBack: Int?
        try session.forEachTime(in: first + 1...max(first + 1, last)) { seq, time in
            guard let run = runs.last, run.times.upperBound <= time else {
                // The first state has no time in the log that could be greater.
                if let run = runs.last, run.seqs.upperBound > first { setBack = setBack ?? seq }
                return runs.append(Run(seqs: seq...seq, times: time...time))
            }
            runs[runs.count - 1].seqs = run.seqs.lowerBound...seq
            runs[runs.count - 1].times = run.times.lowerBound...time
        }
        guard let end = runs.last, end.seqs.upperBound > first else { return nil }
        self.session = session
        self.started = started.map { (first, $0) }
        self.runs = runs
        self.setBack = setBack
    }

    /// The earliest and the latest time.
    var span: ClosedRange<Int64> {
        let (first, rest) = (runs[0].times, runs.dropFirst())
        return rest.reduce(first) {
            min($0.lowerBound, $1.times.lowerBound)...max($0.upperBound, $1.times.upperBound)
        }
    }

    /// Returns the microseconds of a written time: without a date, on the first day on which something was recorded
    /// before and after it. Nil if it is outside the recording.
    func moments(of written: WrittenTime) throws -> Range<Int64>? {
        var days = 0
        for run in runs where !written.hasDate {
            var time = run.times.lowerBound
            while days < Self.longestSearch, let day = written.day(of: time) {
                days += 1
                let last = try last(before: day.end, in: run) ?? run.seqs.lowerBound
                let recorded = Run(seqs: run.seqs, times: time...max(time, try self.time(of: last) ?? time))
                if recorded.overlaps(day.moments) { return day.moments }
                guard last < run.seqs.upperBound, let next = try self.time(of: last + 1), next > time else { break }
                time = next
            }
        }
        return written.moments(in: span)
    }

    /// Returns the place of a time in the log. If the clock showed the time more than once, that is the first one; for
    /// `.lastAction` the last one; and for a time measured from the state at `anchor`, the nearest one, before it if
    /// `isBefore`. Nil if the clock never showed it; an end of a range is then where the actions are on that side.
    func seq(_ place: Place, at moments: Range<Int64>, from anchor: Int? = nil, isBefore: Bool = false) throws -> Int? {
        var runs = runs
        if let anchor, let index = runs.firstIndex(where: { $0.seqs.contains(anchor) }) {
            runs =
                isBefore
                ? runs[...index].reversed() + runs[(index + 1)...] : Array(runs[index...]) + runs[..<index].reversed()
        } else if place == .lastAction {
            runs.reverse()
        }
        let covering = runs.filter { $0.overlaps(moments) }
        switch place {
        case .state:
            for run in covering {
                guard let seq = try last(before: moments.upperBound, in: run) else { continue }
                if covering.count == 1 { return seq }
                if let time = try time(of: seq), moments.contains(time) { return seq }
            }
            return try covering.first.flatMap { try last(before: moments.upperBound, in: $0) }
        case .firstAction:
            let run = covering.first ?? self.runs.first { $0.times.upperBound >= moments.lowerBound }
            return try run.map { try (last(before: moments.lowerBound, in: $0) ?? $0.seqs.lowerBound - 1) + 1 }
        case .lastAction:
            let run = covering.first ?? self.runs.last { $0.times.lowerBound < moments.upperBound }
            return try run.flatMap { try last(before: moments.upperBound, in: $0) }
        }
    }

    /// Returns the shortest range that holds all actions between two times; nil if there is none.
    func actions(between moments: Range<Int64>) throws -> ClosedRange<Int>? {
        var found: ClosedRange<Int>?
        for run in runs where run.overlaps(moments) {
            let start = try (last(before: moments.lowerBound, in: run) ?? run.seqs.lowerBound - 1) + 1
            guard let end = try last(before: moments.upperBound, in: run), start <= end else { continue }
            found = (found?.lowerBound ?? start)...end
        }
        return found
    }

    /// Returns the last state of a run before a time.
    private func last(before time: Int64, in run: Run) throws -> Int? {
        guard run.times.lowerBound < time else { return nil }
        guard run.times.upperBound >= time else { return run.seqs.upperBound }
        var (lower, upper) = (run.seqs.lowerBound, run.seqs.upperBound)
        while lower < upper {
            let middle = lower + (upper - lower + 1) / 2
            if try self.time(of: middle).map({ $0 < time }) ?? true { lower = middle } else { upper = middle - 1 }
        }
        return lower
    }

    /// Returns the time of a state, in microseconds since 1970; nil if it is unknown.
    func time(of seq: Int) throws -> Int64? {
        if let started, seq == started.seq { return started.at }
        return try session.row(seq, .at) { try $0.at }
    }
}

extension SessionReader {
    /// Calls `body` with each action and its time, in microseconds since 1970.
    fileprivate func forEachTime(in seqs: ClosedRange<Int>, _ body: (Int, Int64) -> Void) throws {
        try read { db in
            let sql = "SELECT seq, at FROM action WHERE seq BETWEEN ? AND ? ORDER BY seq"
            let rows = try db.rows(sql, [seqs.lowerBound, seqs.upperBound])
            while let row = try rows.next() {
                if let seq: Int = row.value(0), let time: Int64 = row.value(1) { body(seq, time) }
            }
        }
    }
}
