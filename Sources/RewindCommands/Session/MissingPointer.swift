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
        var elsewhere: Int?
        do {
            elsewhere = try Self.elsewhere(pointer, in: timeline)
            guard elsewhere != nil else { return try noSuchPointer(pointer, in: timeline) }
        } catch SessionError.damaged {
            // A state that cannot be read may have something there.
        }
        return error(NearestPointers.holder(of: pointer, in: [try timeline.state(at: seq)]), elsewhere)
    }

    /// Makes sure that none of `pointers` is one at which no recorded state has anything. Where a state cannot be read,
    /// it may have something there.
    ///
    /// - Throws: `CommandError.noSuchPointer`, `SessionError`, `CancellationError` after Ctrl-C.
    static func check(_ pointers: [Pointer], in timeline: Timeline) throws {
        for pointer in pointers {
            do {
                if try elsewhere(pointer, in: timeline) == nil { throw try noSuchPointer(pointer, in: timeline) }
            } catch SessionError.damaged {}
        }
    }

    /// A seq whose state has a value at `pointer`.
    private static func elsewhere(_ pointer: Pointer, in timeline: Timeline) throws -> Int? {
        let work = LongWork()
        defer { work.end() }
        return try timeline.seq(withValueAt: pointer) { try work.step("looking for \(pointer.description)") }
    }

    private static func noSuchPointer(_ pointer: Pointer, in timeline: Timeline) throws -> CommandError {
        let nearest = try NearestPointers(in: timeline)
        return .noSuchPointer(
            pointer,
            nearest: try nearest.pointers(to: pointer),
            holder: nearest.holder(of: pointer)
        )
    }
}

#endif
