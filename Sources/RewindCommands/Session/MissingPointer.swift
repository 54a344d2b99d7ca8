import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// The error for a pointer without a value: no recorded state has one there, which is probably a typing error, or else
/// the caller's error.
enum MissingPointer {
    /// Returns the error for `pointer`, which has no value in the state at `seq`. `error` receives the longest part of
    /// the pointer that exists there and, if known, a seq whose state has a value at the pointer.
    ///
    /// - Complexity: The cost of reading a value, for each action that may have changed it.
    /// - Throws: `SessionError`, `CancellationError` after Ctrl-C.
    static func error(
        for pointer: Pointer,
        at seq: Int,
        in timeline: Timeline,
        or error: (_ holder: Pointer, _ elsewhere: Int?) -> CommandError
    ) throws -> CommandError {
        let (mistake, elsewhere) = try find(for: pointer, in: timeline)
        return try mistake ?? error(NearestPointers.holder(of: pointer, in: [timeline.state(at: seq)]), elsewhere)
    }

    /// Returns the error for a state without a value at the pointer.
    ///
    /// - Throws: `SessionError`, `CancellationError` after Ctrl-C.
    static func nothing(at pointer: Pointer, _ seq: Int, in timeline: Timeline) throws -> CommandError {
        try error(for: pointer, at: seq, in: timeline) { .nothingAt(pointer, seq: seq, holder: $0, elsewhere: $1) }
    }

    /// Checks that some recorded state has a value at each of the pointers.
    ///
    /// - Throws: `CommandError.noSuchPointer`, `SessionError`, `CancellationError` after Ctrl-C.
    static func check(_ pointers: [Pointer], in timeline: Timeline) throws {
        for pointer in pointers {
            if let mistake = try find(for: pointer, in: timeline).mistake { throw mistake }
        }
    }

    /// Recovers all unknown states. Returns true if there were any.
    private static func recoversAny(in timeline: Timeline) throws -> Bool {
        guard timeline.first < timeline.last else { return false }
        let actions = timeline.first + 1...timeline.last
        guard try !timeline.seqsOfUnknownEffects(in: [actions]).isEmpty else { return false }
        try timeline.know(listed: actions)
        return true
    }

    /// Returns an error if no recorded state has a value at the pointer, or else a seq whose state has one. Both are
    /// nil if an unread state may have one, and for an index after the last element.
    private static func find(
        for pointer: Pointer,
        in timeline: Timeline
    ) throws -> (mistake: CommandError?, elsewhere: Int?) {
        let work = ProgressReporter()
        do {
            func search() throws -> Int? {
                try timeline.seq(withValueAt: pointer) { try work.step("searching for \(pointer.description)") }
            }
            if let seq = try search() ?? (recoversAny(in: timeline) ? search() : nil) { return (nil, seq) }
            let nearest = try NearestPointers(in: timeline)
            if nearest.isBehindElements(pointer) { return (nil, nil) }
            let pointers = try nearest.pointers(to: pointer)
            let mistake = CommandError.noSuchPointer(
                pointer,
                nearest: pointers,
                holder: nearest.holder(of: pointer),
                isFolder: DefaultSession.isFolder(pointer.description)
            )
            return (mistake, nil)
        } catch SessionError.damaged, is Timeline.UncertainPresence {
            return (nil, nil)
        }
    }
}

extension Session {
    /// Returns the difference between two states at and below `pointer`.
    ///
    /// - Throws: `CommandError.nothingAt`, `CommandError.noSuchPointer`, `RecordedSessionError`.
    func shownDifference(from: Int, to: Int, at pointer: Pointer) throws -> (Diff.Answer, StateDifference) {
        let question = Diff(from: PointInTime(seq: from), to: PointInTime(seq: to), at: JSONPointer(pointer))
        let answer = try answer(question)
        if let difference = answer.difference { return (answer, difference) }
        throw try MissingPointer.nothing(at: pointer, to, in: timeline)
    }
}
