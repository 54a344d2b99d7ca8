import RewindSession
import RewindTimeline
import RewindTree

/// Searches from the current seq, or another one.
struct DebugSearch {
    typealias Direction = DebugSession.Direction

    /// The number of actions searched at once: at first, and at most.
    private static let (firstWindow, window) = (256, 65_536)

    private let session: DebugSession
    private let work: ProgressReporter
    private let at: Int

    init(_ session: DebugSession, _ work: ProgressReporter = ProgressReporter(), at seq: Int? = nil) {
        self.session = session
        self.work = work
        at = seq ?? session.at
    }

    private var timeline: Timeline { session.timeline }
    private var states: DebugStates { session.states }

    /// Shows the progress of a search from the current seq.
    private func step(at seq: Int, _ direction: Direction) throws {
        let (first, last) = (timeline.first, timeline.last)
        let seqs = direction == .forward ? min(at, last)...last : first...max(at, first)
        try work.step("searching", at: seq, of: seqs, isReversed: direction == .back)
    }

    /// Returns the next action on the branch that is not hidden and, unless `showsNoise`, not noise; the initial state
    /// counts as one.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func nextOfNote(_ direction: Direction, hiding hidden: Set<String> = [], showsNoise: Bool = false) throws -> Int? {
        let globs = showsNoise ? [] : RegisteredApp.currentPresentation.noise
        let condition = globs.map { _ in "AND name NOT GLOB ?" } + hidden.map { _ in "AND name <> ?" }
        let found = try first(direction, condition.joined(separator: " "), globs + hidden)
        return try found
            ?? (direction == .back && session.way(.back, from: at).first?.lowerBound == timeline.first
                ? timeline.first : nil)
    }

    /// Returns the nearest action on the branch for which an SQL condition holds.
    private func first(_ direction: Direction, _ condition: String, _ arguments: [String]) throws -> Int? {
        let ranges = try session.way(direction, from: at)
        let order = direction == .forward ? "" : " DESC"
        for range in direction == .forward ? ranges : ranges.reversed() {
            for page in direction == .forward ? range.pages() : range.pages().reversed() {
                try step(at: page.lowerBound, direction)
                var found: Int?
                try timeline.session.forEachRow(
                    .type,
                    "WHERE seq BETWEEN ? AND ? \(condition) ORDER BY seq\(order) LIMIT 1",
                    [page.lowerBound, page.upperBound] + arguments
                ) {
                    found = $0.seq
                    return false
                }
                if let found { return found }
            }
        }
        return nil
    }

    /// Returns the action that wrote the selected value before this one, or that writes it next, and the value's
    /// pointer there.
    ///
    /// - Throws: `SessionError`.
    func writer(_ direction: Direction, of pointer: Pointer) throws -> (seq: Int, pointer: Pointer)? {
        if direction == .forward { return try nextWrite(of: pointer).map { ($0, pointer) } }
        let write = try writes(of: pointer) { $0.last.map { $0.seq < at } ?? false }.last
        return write.flatMap { $0.cause == .action && $0.seq < at ? ($0.seq, $0.pointer) : nil }
    }

    /// Returns the writes of a value up to the current seq, the latest first, until `isEnough` returns true.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func writes(of pointer: Pointer, until isEnough: ([Write]) -> Bool) throws -> [Write] {
        while true {
            var writes: [Write] = []
            try timeline.forEachWrite(of: pointer, through: at, latestFirst: true) { write in
                try step(at: write.seq, .back)
                writes.append(write)
                return !isEnough(writes)
            }
            // Actions before the last of them do not matter.
            var start = timeline.first
            if let last = writes.last, isEnough(writes) {
                start = try last.gap.map { try timeline.parent(of: $0.first) } ?? last.seq
            }
            let way = try session.path(to: at).compactMap { $0.after(start - 1) }
            guard try states.recover(allIn: way, work) else { return writes }
        }
    }

    /// Returns the next action on the branch that writes a value.
    private func nextWrite(of pointer: Pointer) throws -> Int? {
        while true {
            let seq = try timeline.nextWrite(of: pointer, after: at, toward: session.tip)
            let way = try session.way(.forward, from: at).compactMap { seq.map($0.before) ?? $0 }
            guard try states.recover(allIn: way, work) else { return seq }
        }
    }

    /// Returns the next action on any branch in which a text occurs. If `wraps`, a search that reaches the end continues
    /// at the other one.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func find(_ text: String, _ direction: Direction, wraps: Bool = false) throws -> TextFind? {
        let (pattern, all) = (TextPattern(text), timeline.first...timeline.last)
        let (before, after) = (all.before(at), all.after(at))
        let found = try (direction == .forward ? after : before).flatMap { try find(pattern, direction, in: $0) }
        guard found == nil, wraps else { return found }
        return try find(pattern, direction, in: direction == .forward ? all.lowerBound...at : at...all.upperBound)
    }

    private func find(_ pattern: TextPattern, _ direction: Direction, in range: ClosedRange<Int>) throws -> TextFind? {
        // Near matches are found first; going back, the last match of each page.
        var (size, pages) = (Self.firstWindow, [range][...])
        while let rest = pages.popFirst() {
            let count = min(size, rest.count)
            let page =
                direction == .forward
                ? rest.lowerBound...rest.lowerBound + count - 1 : rest.upperBound - count + 1...rest.upperBound
            size = min(size * 2, Self.window)
            if count < rest.count {
                pages = [
                    direction == .forward
                        ? page.upperBound + 1...rest.upperBound : rest.lowerBound...page.lowerBound - 1
                ]
            }
            try states.recover(listed: page)
            _ = try states.recover(allIn: [page], work)
            var found: TextFind?
            try timeline.session.forEachFind(
                of: pattern,
                in: page,
                progress: { try step(at: $0, direction) },
                { find in
                    if found?.seq != find.seq { found = find }
                    return direction == .back
                }
            )
            if let found { return found }
        }
        return nil
    }

    /// Returns the next hit of these stops on the branch; nil without a hit. If `wraps`, a search that reaches the end of
    /// the branch continues at the other one.
    ///
    /// - Throws: `SessionError`, `TimelineError.malformedExpression`, `CancellationError`.
    func nextHit(_ direction: Direction, of stops: [DebugStop], wraps: Bool = false) throws -> DebugHit? {
        if let hit = try nearestHit(direction, of: stops) { return hit }
        guard wraps, let first = try session.path(to: at).first?.lowerBound else { return nil }
        let tip = session.tip
        if direction == .forward { return try DebugSearch(session, work, at: first).nearestHit(.forward, of: stops) }
        // A search back excludes its start.
        let last = try session.neighbor(.back, of: tip).flatMap {
            try DebugSearch(session, work, at: $0).nearestHit(.forward, of: stops)
        }
        return try last ?? DebugSearch(session, work, at: tip).nearestHit(.back, of: stops)
    }

    private func nearestHit(_ direction: Direction, of stops: [DebugStop]) throws -> DebugHit? {
        var hit: DebugHit?
        for stop in stops {
            guard let seq = try next(direction, stop.kind) else { continue }
            if let best = hit {
                if seq == best.seq {
                    hit = DebugHit(seq: seq, stops: best.stops + [stop])
                    continue
                }
                guard direction == .forward ? seq < best.seq : seq > best.seq else { continue }
            }
            hit = DebugHit(seq: seq, stops: [stop])
        }
        return hit
    }

    private func next(_ direction: Direction, _ kind: DebugStop.Kind) throws -> Int? {
        switch kind {
        case .type(let glob, let condition):
            var seq = try first(direction, "AND name GLOB ?", [glob])
            while let found = seq, let condition {
                _ = try states.recover(allIn: [found...found], work)
                if try timeline.holds(condition, at: found) { break }
                seq = try DebugSearch(session, work, at: found).first(direction, "AND name GLOB ?", [glob])
            }
            return seq
        case .effect(let glob):
            let ranges = try session.way(direction, from: at)
            for range in direction == .forward ? ranges : ranges.reversed() {
                try step(at: range.lowerBound, direction)
                let isLast = direction == .back
                if let seq = try timeline.session.moment(ofEffects: glob, in: range, isLast: isLast) { return seq }
            }
            return nil
        case .value(let pointer):
            if direction == .forward { return try nextWrite(of: pointer) }
            guard let parent = try session.neighbor(.back, of: at) else { return nil }
            while true {
                let write = try timeline.blame(pointer, at: parent)
                let start = try write.map { write in
                    try write.gap.map { try timeline.parent(of: $0.first) } ?? write.seq
                }
                let way = try session.way(.back, from: at).compactMap { $0.after((start ?? timeline.first) - 1) }
                if try states.recover(allIn: way, work) { continue }
                return write?.cause == .action ? write?.seq : nil
            }
        case .condition(let condition):
            let ranges = try session.way(direction, from: at)
            guard let latest = ranges.last?.upperBound else { return nil }
            _ = try states.recover(allIn: ranges, work)
            // Back, the search includes its start; forward, it begins after it.
            var start = direction == .forward ? at : latest
            while start >= timeline.first,
                let match = try timeline.firstMatch(
                    where: condition,
                    from: start,
                    isReversed: direction == .back,
                    onEvaluation: { try step(at: $0, direction) }
                )
            {
                // Skips matches on other branches.
                if ranges.contains(where: { $0.contains(match.seq) }) { return match.seq }
                start = direction == .forward ? match.seq : match.seq - 1
            }
            return nil
        }
    }

    // MARK: Counting

    /// The number of actions and of hits up to which hits are counted.
    private static let (mostActions, mostHits) = (100_000, 1_000)

    /// Returns all actions in which a text occurs; nil if counting would take long.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func hits(of text: String) throws -> [Int]? {
        let all = timeline.first...timeline.last
        guard all.count <= Self.mostActions else { return nil }
        _ = try states.recover(allIn: [all], work)
        var seqs: [Int] = []
        try timeline.session.forEachFind(
            of: TextPattern(text),
            progress: { try work.step("counting", at: $0, of: all) },
            { find in
                if seqs.last != find.seq { seqs.append(find.seq) }
                return true
            }
        )
        return seqs
    }

    /// Returns all hits of a stop on the branch; nil if counting would take long.
    ///
    /// - Throws: `SessionError`, `TimelineError.malformedExpression`, `CancellationError`.
    func hits(of stop: DebugStop) throws -> [Int]? {
        guard timeline.last - timeline.first <= Self.mostActions, var seq = try session.path(to: at).first?.lowerBound
        else { return nil }
        var seqs: [Int] = []
        while let hit = try DebugSearch(session, work, at: seq).nearestHit(.forward, of: [stop]) {
            guard seqs.count < Self.mostHits else { return nil }
            seqs.append(hit.seq)
            seq = hit.seq
        }
        return seqs
    }
}
