import RewindSession
import RewindTimeline
import RewindTree

/// Where somebody who looks for a bug stands in a session, and what takes them elsewhere: one meaning of each move, for
/// the prompt and for the full screen. Moves go along one branch, from where one stands to its end.
final class DebugSession {
    enum Direction {
        case forward
        case back
    }

    /// How many actions are looked at between two looks at Ctrl-C.
    private static let window = 65_536
    private static let longestTrail = 1_000

    private(set) var timeline: Timeline
    /// The seq whose state is looked at.
    private(set) var at: Int
    /// The end of the branch that moves go along.
    private(set) var tip: Int
    /// The value in mind.
    var pointer: Pointer?
    private(set) var stops: [DebugStop] = []
    private var lastNumber = 0
    /// Where one was, and which of that is now.
    private var trail: [Int]
    private var trailIndex = 0

    /// Begins at the session's cursor.
    ///
    /// - Throws: `SessionError`.
    init(_ timeline: Timeline) throws {
        self.timeline = timeline
        at = try timeline.cursor()
        tip = try timeline.tip()
        trail = [at]
    }

    /// Takes a newer reading of the same session; who stands at its end stays there where `follows`.
    ///
    /// - Throws: `SessionError`.
    func update(_ newer: Timeline, follows: Bool) throws {
        let wasAtEnd = at == timeline.last
        timeline.session.close()
        timeline = newer
        at = follows && wasAtEnd ? newer.last : min(max(at, newer.first), newer.last)
        tip = try newer.tip(movingTo: at)
    }

    // MARK: Going

    /// Goes to a seq, which the session has.
    ///
    /// - Throws: `SessionError`.
    func go(to seq: Int) throws {
        guard seq != at else { return }
        tip = try timeline.tip(movingTo: seq, from: tip)
        at = seq
        trail = trail.prefix(trailIndex + 1).suffix(Self.longestTrail) + [seq]
        trailIndex = trail.count - 1
    }

    /// Goes back to where one was before the last moves, or forward again; gives whether there was anything.
    ///
    /// - Throws: `SessionError`.
    func retrace(_ steps: Int) throws -> Bool {
        let index = max(0, min(trail.count - 1, trailIndex + steps))
        guard index != trailIndex else { return false }
        trailIndex = index
        at = min(max(trail[index], timeline.first), timeline.last)
        tip = try timeline.tip(movingTo: at, from: tip)
        return true
    }

    /// The action next to this one on the branch; nil at its end.
    ///
    /// - Throws: `SessionError`.
    func neighbour(_ direction: Direction) throws -> Int? {
        switch direction {
        case .back:
            guard at > timeline.first else { return nil }
            let parent = try timeline.parent(of: at)
            return parent >= timeline.first ? parent : nil
        case .forward:
            guard at != tip else { return nil }
            return try timeline.redoTarget(from: at, toward: tip, steps: 1)
        }
    }

    /// Goes so many actions along the branch, as far as it leads; gives how many.
    ///
    /// - Complexity: linear in the branches on the way; back, in the actions.
    /// - Throws: `SessionError`.
    func step(_ direction: Direction, _ count: Int = 1) throws -> Int {
        let ranges = try way(direction)
        var left = count
        for range in direction == .forward ? ranges : ranges.reversed() {
            if left > range.count {
                left -= range.count
                continue
            }
            let seq = direction == .forward ? range.lowerBound + left - 1 : range.upperBound - left + 1
            try go(to: seq)
            return count
        }
        if let end = direction == .forward ? ranges.last?.upperBound : ranges.first?.lowerBound { try go(to: end) }
        return count - left
    }

    /// What is ahead on the branch, or behind, in runs, oldest first; where one stands is none of it.
    private func way(_ direction: Direction) throws -> [ClosedRange<Int>] {
        switch direction {
        case .forward: try timeline.path(from: at, to: tip).ranges.compactMap { $0.after(at) }
        case .back: try path().compactMap { $0.before(at) }
        }
    }

    /// The way to where one stands, in runs: from the first state, or from where it came out of what was pruned.
    ///
    /// - Throws: `SessionError`.
    func path() throws -> [ClosedRange<Int>] {
        do {
            return try timeline.path(from: timeline.first, to: at).ranges
        } catch TimelineError.notAnAncestor {
            return try timeline.path(to: at).ranges
        }
    }

    // MARK: Finding

    /// The next action on the branch that says something; the first state counts as one.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func nextOfNote(_ direction: Direction, hiding hidden: Set<String>, _ work: LongWork) throws -> Int? {
        let globs = Noise.usual.globs
        let condition = globs.map { _ in "AND name NOT GLOB ?" } + hidden.map { _ in "AND name <> ?" }
        let found = try first(direction, condition.joined(separator: " "), globs + hidden, work)
        return try found
            ?? (direction == .back && way(.back).first?.lowerBound == timeline.first ? timeline.first : nil)
    }

    /// The nearest action on the branch of which a condition in SQL holds.
    private func first(
        _ direction: Direction,
        _ condition: String,
        _ arguments: [String],
        _ work: LongWork
    ) throws -> Int? {
        let ranges = try way(direction)
        let order = direction == .forward ? "" : " DESC"
        for range in direction == .forward ? ranges : ranges.reversed() {
            for page in range.pages(of: Self.window, isReversed: direction == .back) {
                try work.step("at \(page.lowerBound) of \(timeline.last)")
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

    /// The action that wrote the value in mind before this one, or that will write it next: and where it is there.
    ///
    /// - Throws: `SessionError`.
    func writer(_ direction: Direction, of pointer: Pointer, _ work: LongWork) throws -> (seq: Int, pointer: Pointer)? {
        if direction == .forward {
            return try timeline.nextWrite(of: pointer, after: at, toward: tip).map { ($0, pointer) }
        }
        var found: (seq: Int, pointer: Pointer)?
        try timeline.forEachWrite(of: pointer, through: at, latestFirst: true) { write in
            try work.step("at \(write.seq)")
            if write.cause == .action, write.seq < at { found = (write.seq, write.pointer) }
            return found == nil && write.seq >= at
        }
        return found
    }

    /// The next action on any branch in which a text occurs.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    func find(_ text: String, _ direction: Direction, _ work: LongWork) throws -> TextFind? {
        let pattern = TextPattern(text)
        let range =
            direction == .forward ? at + 1...max(at + 1, timeline.last) : timeline.first...max(timeline.first, at - 1)
        guard direction == .forward ? at < timeline.last : at > timeline.first else { return nil }
        // What is near is found first; back, of each page the last.
        var (size, pages) = (256, [range][...])
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
            var found: TextFind?
            try timeline.session.forEachFind(
                of: pattern,
                in: page,
                progress: { try work.step("looking for \(text), at \($0) of \(self.timeline.last)") },
                { find in
                    if found?.seq != find.seq { found = find }
                    return direction == .back
                }
            )
            if let found { return found }
        }
        return nil
    }

    // MARK: Stops

    /// Adds a stop; gives its number.
    func add(_ kind: DebugStop.Kind) -> DebugStop {
        lastNumber += 1
        let stop = DebugStop(number: lastNumber, kind: kind)
        stops.append(stop)
        return stop
    }

    /// Takes a stop away, or all; gives whether there was one.
    func delete(_ number: Int?) -> Bool {
        let count = stops.count
        stops.removeAll { number == nil || $0.number == number }
        return stops.count < count
    }

    /// Where the next of these stops is on the branch; nil where none is.
    ///
    /// - Throws: `SessionError`, `TimelineError.malformedExpression`, `CancellationError`.
    func nextHit(_ direction: Direction, of stops: [DebugStop], _ work: LongWork) throws -> DebugHit? {
        var hit: DebugHit?
        for stop in stops {
            guard let seq = try next(direction, stop.kind, work) else { continue }
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

    private func next(_ direction: Direction, _ kind: DebugStop.Kind, _ work: LongWork) throws -> Int? {
        switch kind {
        case .type(let glob): return try first(direction, "AND name GLOB ?", [glob], work)
        case .value(let pointer):
            if direction == .forward { return try timeline.nextWrite(of: pointer, after: at, toward: tip) }
            guard let parent = try neighbour(.back) else { return nil }
            let write = try timeline.blame(pointer, at: parent)
            return write?.cause == .action ? write?.seq : nil
        case .condition(let condition):
            let ranges = try way(direction)
            guard let latest = ranges.last?.upperBound else { return nil }
            // Back, the search looks at where it starts, too; forward, at what comes after that.
            var start = direction == .forward ? at : latest
            while start >= timeline.first,
                let match = try timeline.firstMatch(
                    where: condition,
                    from: start,
                    isReversed: direction == .back,
                    onLook: { try work.step("looking, at \($0) of \(self.timeline.last)") }
                )
            {
                // What is on another branch is none of ours.
                if ranges.contains(where: { $0.contains(match.seq) }) { return match.seq }
                start = direction == .forward ? match.seq : match.seq - 1
            }
            return nil
        }
    }
}

extension ClosedRange<Int> {
    /// The part behind a number.
    fileprivate func after(_ number: Int) -> ClosedRange? {
        upperBound > number ? Swift.max(lowerBound, number + 1)...upperBound : nil
    }

    /// The part before a number.
    fileprivate func before(_ number: Int) -> ClosedRange? {
        lowerBound < number ? lowerBound...Swift.min(upperBound, number - 1) : nil
    }

    /// The range in parts of at most so many numbers.
    fileprivate func pages(of size: Int, isReversed: Bool) -> [ClosedRange] {
        let pages = stride(from: lowerBound, through: upperBound, by: size).map {
            $0...Swift.min(upperBound, $0 + size - 1)
        }
        return isReversed ? pages.reversed() : pages
    }
}
