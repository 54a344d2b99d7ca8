import RewindTimeline

/// What is said where an answer is about the state at the cursor because no REF was given.
enum CursorNote {
    /// Tells of the cursor, unless it is where the session ends and is expected to be.
    static func tell(about seq: Int, in timeline: Timeline) {
        guard seq != timeline.last else { return }
        Output.message("Note: this is about \(seq), where the cursor is; the session goes on to \(timeline.last).")
    }
}
