#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// What is said of a pointer at which nothing was found: that no recorded state has anything there, which mostly is a
/// mistake in typing, or else what `error` says.
enum MissingPointer {
    /// The error for `pointer`, which leads nowhere in the state at `seq`; `error` is given how far it leads there, and a
    /// seq whose state has a value there, where one is known.
    ///
    /// - Complexity: that of a value for each action that may have changed it.
    /// - Throws: `SessionError`, `CancellationError` after Ctrl-C.
    static func error(
        for pointer: Pointer,
        at seq: Int,
        in timeline: Timeline,
        or error: (_ holder: Pointer, _ elsewhere: Int?) -> CommandError
    ) throws -> CommandError {
        let (mistake, elsewhere) = try look(for: pointer, in: timeline)
        return try mistake ?? error(NearestPointers.holder(of: pointer, in: [timeline.state(at: seq)]), elsewhere)
    }

    /// Makes sure that none of `pointers` is one at which no recorded state has anything.
    ///
    /// - Throws: `CommandError.noSuchPointer`, `SessionError`, `CancellationError` after Ctrl-C.
    static func check(_ pointers: [Pointer], in timeline: Timeline) throws {
        for pointer in pointers {
            if let mistake = try look(for: pointer, in: timeline).mistake { throw mistake }
        }
    }

    /// The error for a pointer at which no recorded state has anything, or else a seq whose state has a value there. Both
    /// are nil where a state that was not read may have one, and for an index behind the last element.
    private static func look(
        for pointer: Pointer,
        in timeline: Timeline
    ) throws -> (mistake: CommandError?, elsewhere: Int?) {
        let work = LongWork()
        do {
            let seq = try timeline.seq(withValueAt: pointer) { try work.step("looking for \(pointer.description)") }
            if let seq { return (nil, seq) }
            let nearest = try NearestPointers(in: timeline)
            if nearest.isBehindElements(pointer) { return (nil, nil) }
            let pointers = try nearest.pointers(to: pointer)
            return (.noSuchPointer(pointer, nearest: pointers, holder: nearest.holder(of: pointer)), nil)
        } catch SessionError.damaged, is Timeline.UncertainPresence {
            return (nil, nil)
        }
    }
}

extension Timeline {
    /// The value at `pointer` in the state at `seq`, which is recovered if it is not known.
    ///
    /// - Throws: `CommandError.nothingAt`, `CommandError.noSuchPointer`, `SessionError`, `CancellationError`.
    func shownValue(at seq: Int, _ pointer: Pointer) throws -> Tree {
        try know(seq)
        if let value = try value(at: seq, pointer) { return value }
        throw try nothing(at: pointer, seq)
    }

    /// The difference between two states at and below `pointer`; states that are not known are recovered.
    ///
    /// - Throws: As `shownValue(at:_:)`.
    func shownDifference(from: Int, to: Int, at pointer: Pointer) throws -> StateDifference {
        try know(from, to)
        if let difference = try difference(from: from, to: to, at: pointer) { return difference }
        throw try nothing(at: pointer, to)
    }

    private func nothing(at pointer: Pointer, _ seq: Int) throws -> CommandError {
        try MissingPointer.error(for: pointer, at: seq, in: self) {
            .nothingAt(pointer, seq: seq, holder: $0, elsewhere: $1)
        }
    }
}

#endif
