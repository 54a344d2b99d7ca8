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
        defer { work.end() }
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

#endif
