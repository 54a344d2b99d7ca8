/// What is to be done about a dispatch, as it is decided when it comes.
struct Admission {
    enum Kind {
        /// It is recorded.
        case recorded
        /// It is not to be recorded, and stands in the log with its neighbours that are not.
        case leftOut
        /// It brings the store to a state of the past.
        case restoration
        /// Nothing is noted of it: it changes no state while travel is locked, or the recorder is closed.
        case ignored
    }

    let entryPoint: EntryPoint
    let thread: ThreadID
    var kind = Kind.ignored
    /// An action of this thread that has led to the state as it is now.
    var outer: QueueEntry?
    /// Whether the state before it is asked for.
    var needsState = false
}

/// What the end of a dispatch takes from its beginning.
@usableFromInline
enum DispatchToken {
    case action(QueueEntry)
    /// It was left out, and travel needs the state that it leads to.
    case leftOut
    /// It brings the store to a state of the past.
    case restoration
}
