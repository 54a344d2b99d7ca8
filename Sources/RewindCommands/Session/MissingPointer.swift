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
        let work = LongWork()
        defer { work.end() }
        var elsewhere: Int?
        do {
            elsewhere = try timeline.seq(withValueAt: pointer) { try work.step("looking for \(pointer.description)") }
            let nearest = try NearestPointers(in: timeline)
            if elsewhere == nil, !nearest.isBehindElements(pointer) {
                return .noSuchPointer(
                    pointer,
                    nearest: try nearest.pointers(to: pointer),
                    holder: nearest.holder(of: pointer)
                )
            }
        } catch SessionError.damaged, is Timeline.UncertainPresence {
            // A state that was not read may have something there.
        }
        return error(NearestPointers.holder(of: pointer, in: [try timeline.state(at: seq)]), elsewhere)
    }

    /// Makes sure that none of `pointers` is one at which no recorded state has anything.
    ///
    /// - Throws: `CommandError.noSuchPointer`, `SessionError`, `CancellationError` after Ctrl-C.
    static func check(_ pointers: [Pointer], in timeline: Timeline) throws {
        for pointer in pointers {
            let error = try error(for: pointer, at: timeline.last, in: timeline) {
                .nothingAt(pointer, seq: timeline.last, holder: $0, elsewhere: $1)
            }
            if case .noSuchPointer = error { throw error }
        }
    }
}

#endif
