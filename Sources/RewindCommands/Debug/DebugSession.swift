#if os(macOS) || os(Linux)

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
    /// What is known of the states.
    let known: DebugStates

    /// Begins at the session's cursor.
    ///
    /// - Throws: `SessionError`.
    init(_ timeline: Timeline) throws {
        self.timeline = timeline
        known = DebugStates(of: timeline)
        at = try timeline.cursor()
        tip = try timeline.tip()
        trail = [at]
        try known.see(at)
    }

    /// Takes a newer reading of the same session; who stands at its end stays there where `follows`.
    ///
    /// - Throws: `SessionError`.
    func update(_ newer: Timeline, follows: Bool) throws {
        let wasAtEnd = at == timeline.last
        timeline.session.close()
        timeline = newer
        known.begin(with: newer)
        at = follows && wasAtEnd ? newer.last : min(max(at, newer.first), newer.last)
        tip = try newer.tip(movingTo: at)
        try known.see(at)
    }

    // MARK: Going

    /// Goes to a seq, which the session has.
    ///
    /// - Throws: `SessionError`.
    func go(to seq: Int) throws {
        guard seq != at else { return }
        try known.see(seq)
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
        let seq = min(max(trail[index], timeline.first), timeline.last)
        try known.see(seq)
        (trailIndex, at) = (index, seq)
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
    func way(_ direction: Direction) throws -> [ClosedRange<Int>] {
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
}

extension ClosedRange<Int> {
    /// The part behind a number.
    func after(_ number: Int) -> ClosedRange? {
        upperBound > number ? Swift.max(lowerBound, number + 1)...upperBound : nil
    }

    /// The part before a number.
    func before(_ number: Int) -> ClosedRange? {
        lowerBound < number ? lowerBound...Swift.min(upperBound, number - 1) : nil
    }
}

#endif
