import RewindTimeline
import RewindTree

/// The debugger's position in a session and its moves, for the prompt and the full screen. Moves follow one branch to
/// its end.
final class DebugSession {
    enum Direction {
        case forward
        case back

        /// Returns true if a search in this direction that began at `start` wrapped around to get to `seq`.
        func hasWrapped(from start: Int, to seq: Int) -> Bool {
            self == .forward ? seq <= start : seq >= start
        }
    }

    private static let longestTrail = 1_000

    private(set) var timeline: Timeline
    /// The current seq.
    private(set) var at: Int
    /// The end of the branch that moves follow.
    private(set) var tip: Int
    /// The pointer of the selected value.
    var pointer: Pointer?
    private(set) var stops: [DebugStop] = []
    private var lastNumber = 0
    /// The visited seqs; `trailIndex` is the current one.
    private var trail: [Int]
    private var trailIndex = 0
    /// The recovered states.
    let states: DebugStates

    /// Creates a debugger session at a seq, by default that of the session's cursor.
    ///
    /// - Throws: `SessionError`.
    init(_ timeline: Timeline, at seq: Int? = nil) throws {
        self.timeline = timeline
        states = DebugStates(of: timeline)
        at = try seq ?? timeline.cursor()
        tip = try timeline.tip(movingTo: at)
        trail = [at]
        try states.recover(at)
    }

    /// Switches to a newer reading of the same session. If `follows`, a position at the end stays at the end.
    ///
    /// - Throws: `SessionError`.
    func update(_ newer: Timeline, follows: Bool) throws {
        let wasAtEnd = at == timeline.last
        timeline.session.close()
        timeline = newer
        states.begin(with: newer)
        at = follows && wasAtEnd ? newer.last : min(max(at, newer.first), newer.last)
        tip = try newer.tip(movingTo: at)
        try states.recover(at)
    }

    // MARK: Moving

    /// Moves to a seq that exists in the session.
    ///
    /// - Throws: `SessionError`.
    func go(to seq: Int) throws {
        guard seq != at else { return }
        try states.recover(seq)
        tip = try timeline.tip(movingTo: seq, from: tip)
        at = seq
        trail = trail.prefix(trailIndex + 1).suffix(Self.longestTrail) + [seq]
        trailIndex = trail.count - 1
    }

    /// Moves back through the visited seqs, or forward again. Returns false if there are no more.
    ///
    /// - Throws: `SessionError`.
    func retrace(_ steps: Int) throws -> Bool {
        let index = max(0, min(trail.count - 1, trailIndex + steps))
        guard index != trailIndex else { return false }
        let seq = min(max(trail[index], timeline.first), timeline.last)
        try states.recover(seq)
        (trailIndex, at) = (index, seq)
        tip = try timeline.tip(movingTo: at, from: tip)
        return true
    }

    /// Returns the next action on the branch, from the current seq or another one; nil at its end.
    ///
    /// - Throws: `SessionError`.
    func neighbor(_ direction: Direction, of seq: Int? = nil) throws -> Int? {
        let seq = seq ?? at
        switch direction {
        case .back:
            guard seq > timeline.first else { return nil }
            let parent = try timeline.parent(of: seq)
            return parent >= timeline.first ? parent : nil
        case .forward:
            guard seq != tip else { return nil }
            return try timeline.redoTarget(from: seq, toward: tip, steps: 1)
        }
    }

    /// Moves by `count` actions along the branch. Returns the number of actions moved, which is less at its end.
    ///
    /// - Complexity: Linear in the branches on the way; back, in the actions.
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

    /// Returns the actions ahead on the branch, or behind, as ranges, oldest first; the current seq, or another one to
    /// begin at, is excluded.
    func way(_ direction: Direction, from seq: Int? = nil) throws -> [ClosedRange<Int>] {
        let seq = seq ?? at
        return switch direction {
        case .forward: try timeline.path(from: seq, to: tip).ranges.compactMap { $0.after(seq) }
        case .back: try path(to: seq).compactMap { $0.before(seq) }
        }
    }

    /// Returns the path to the current seq, or another one, as ranges: from the first state, or from the oldest ancestor
    /// that was not pruned.
    ///
    /// - Throws: `SessionError`.
    func path(to seq: Int? = nil) throws -> [ClosedRange<Int>] {
        let seq = seq ?? at
        do {
            return try timeline.path(from: timeline.first, to: seq).ranges
        } catch TimelineError.notAnAncestor {
            return try timeline.path(to: seq).ranges
        }
    }

    // MARK: Stops

    /// Adds a stop. Returns it with its number.
    func add(_ kind: DebugStop.Kind, isTemporary: Bool = false) -> DebugStop {
        lastNumber += 1
        let stop = DebugStop(number: lastNumber, kind: kind, isTemporary: isTemporary)
        stops.append(stop)
        return stop
    }

    /// Removes the temporary ones of the stops that were hit.
    func hit(_ hit: DebugHit) {
        for stop in hit.stops where stop.isTemporary { _ = delete(stop.number) }
    }

    /// Removes a stop, or all. Returns true if there was one.
    func delete(_ number: Int?) -> Bool {
        let count = stops.count
        stops.removeAll { number == nil || $0.number == number }
        return stops.count < count
    }
}

extension ClosedRange<Int> {
    /// Returns the part after a number.
    func after(_ number: Int) -> ClosedRange? {
        upperBound > number ? Swift.max(lowerBound, number + 1)...upperBound : nil
    }

    /// Returns the part before a number.
    func before(_ number: Int) -> ClosedRange? {
        lowerBound < number ? lowerBound...Swift.min(upperBound, number - 1) : nil
    }
}
