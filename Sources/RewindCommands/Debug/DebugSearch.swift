#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// Searches from the current seq.
struct DebugSearch {
    typealias Direction = DebugSession.Direction

    /// The number of actions searched at once: at first, and at most.
    private static let (firstWindow, window) = (256, 65_536)

    private let session: DebugSession
    private let work: ProgressReporter

    init(_ session: DebugSession, _ work: ProgressReporter = ProgressReporter()) {
        (self.session, self.work) = (session, work)
    }

    private var timeline: Timeline { session.timeline }
    private var states: DebugStates { session.states }

    /// Returns the next action on the branch that is not noise; the initial state counts as one.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func nextOfNote(_ direction: Direction, hiding hidden: Set<String>) throws -> Int? {
        let globs = RegisteredApp.currentPresentation.noise
        let condition = globs.map { _ in "AND name NOT GLOB ?" } + hidden.map { _ in "AND name <> ?" }
        let found = try first(direction, condition.joined(separator: " "), globs + hidden)
        return try found
            ?? (direction == .back && session.way(.back).first?.lowerBound == timeline.first ? timeline.first : nil)
    }

    /// Returns the nearest action on the branch for which an SQL condition holds.
    private func first(_ direction: Direction, _ condition: String, _ arguments: [String]) throws -> Int? {
        let ranges = try session.way(direction)
        let order = direction == .forward ? "" : " DESC"
        for range in direction == .forward ? ranges : ranges.reversed() {
            for page in direction == .forward ? range.pages() : range.pages().reversed() {
                try work.step("searching: \(page.lowerBound) of \(timeline.last)")
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
        let write = try writes(of: pointer) { $0.last.map { $0.seq < session.at } ?? false }.last
        return write.flatMap { $0.cause == .action && $0.seq < session.at ? ($0.seq, $0.pointer) : nil }
    }

    /// Returns the writes of a value up to the current seq, the latest first, until `isEnough` returns true.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func writes(of pointer: Pointer, until isEnough: ([Write]) -> Bool) throws -> [Write] {
        while true {
            var writes: [Write] = []
            try timeline.forEachWrite(of: pointer, through: session.at, latestFirst: true) { write in
                try work.step("searching: at \(write.seq)")
                writes.append(write)
                return !isEnough(writes)
            }
            // Actions before the last of them do not matter.
            var start = timeline.first
            if let last = writes.last, isEnough(writes) {
                start = try last.gap.map { try timeline.parent(of: $0.first) } ?? last.seq
            }
            let way = try session.path().compactMap { $0.after(start - 1) }
            guard try states.recover(allIn: way, work) else { return writes }
        }
    }

    /// Returns the next action on the branch that writes a value.
    private func nextWrite(of pointer: Pointer) throws -> Int? {
        while true {
            let seq = try timeline.nextWrite(of: pointer, after: session.at, toward: session.tip)
            let way = try session.way(.forward).compactMap { seq.map($0.before) ?? $0 }
            guard try states.recover(allIn: way, work) else { return seq }
        }
    }

    /// Returns the next action on any branch in which a text occurs.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func find(_ text: String, _ direction: Direction) throws -> TextFind? {
        let pattern = TextPattern(text)
        let all = timeline.first...timeline.last
        guard let range = direction == .forward ? all.after(session.at) : all.before(session.at) else { return nil }
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
                progress: { try work.step("searching: \($0) of \(self.timeline.last)") },
                { find in
                    if found?.seq != find.seq { found = find }
                    return direction == .back
                }
            )
            if let found { return found }
        }
        return nil
    }

    /// Returns the next hit of these stops on the branch; nil without a hit.
    ///
    /// - Throws: `SessionError`, `TimelineError.malformedExpression`, `CancellationError`.
    func nextHit(_ direction: Direction, of stops: [DebugStop]) throws -> DebugHit? {
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
        case .type(let glob): return try first(direction, "AND name GLOB ?", [glob])
        case .value(let pointer):
            if direction == .forward { return try nextWrite(of: pointer) }
            guard let parent = try session.neighbour(.back) else { return nil }
            while true {
                let write = try timeline.blame(pointer, at: parent)
                let start = try write.map { write in
                    try write.gap.map { try timeline.parent(of: $0.first) } ?? write.seq
                }
                let way = try session.way(.back).compactMap { $0.after((start ?? timeline.first) - 1) }
                if try states.recover(allIn: way, work) { continue }
                return write?.cause == .action ? write?.seq : nil
            }
        case .condition(let condition):
            let ranges = try session.way(direction)
            guard let latest = ranges.last?.upperBound else { return nil }
            _ = try states.recover(allIn: ranges, work)
            // Back, the search includes its start; forward, it begins after it.
            var start = direction == .forward ? session.at : latest
            while start >= timeline.first,
                let match = try timeline.firstMatch(
                    where: condition,
                    from: start,
                    isReversed: direction == .back,
                    onEvaluation: { try work.step("searching: \($0) of \(self.timeline.last)") }
                )
            {
                // Skips matches on other branches.
                if ranges.contains(where: { $0.contains(match.seq) }) { return match.seq }
                start = direction == .forward ? match.seq : match.seq - 1
            }
            return nil
        }
    }
}

#endif
