#if os(macOS) || os(Linux)

import RewindTree
import RewindTimeline

/// What is said of a pointer at which nothing was found: that no recorded state has anything there, which mostly is a
/// mistake in typing, or else what `error` says.
enum MissingPointer {
    /// The error for `pointer`, which leads nowhere in the state at `seq`; `error` is given how far it leads there, and a
    /// seq whose state has a value there, where one is known.
    ///
    /// - Complexity: linear in the actions that wrote what holds it.
    /// - Throws: `SessionError`, `CancellationError` after Ctrl-C.
    static func error(
        for pointer: Pointer,
        at seq: Int,
        in timeline: Timeline,
        or error: (_ holder: Pointer, _ elsewhere: Int?) -> CommandError
    ) throws -> CommandError {
        let work = LongWork()
        defer { work.end() }
        switch try timeline.presence(of: pointer, progress: { try work.step("looking for \(pointer.description)") }) {
        case .somewhere(let elsewhere):
            let state = try timeline.state(at: seq)
            return error(NearestPointers.holder(of: pointer, in: [state]), elsewhere)
        case .nowhere:
            let nearest = try NearestPointers(in: timeline)
            return .noSuchPointer(
                pointer,
                nearest: try nearest.pointers(to: pointer),
                holder: nearest.holder(of: pointer)
            )
        }
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
