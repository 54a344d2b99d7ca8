/// The decision about a dispatch, made when it arrives.
struct Admission {
    enum Kind {
        /// The action is recorded.
        case recorded
        /// The action is excluded. In the log, one row stands for it and the excluded actions next to it.
        case excluded
        /// The action restores a state in the past.
        case restoration
        /// The action is ignored: travel is locked, so that it changes no state, or the recorder is closed.
        case ignored
    }

    let entryPoint: EntryPoint
    let thread: ThreadID
    var kind = Kind.ignored
    /// An unfinished action of this thread, whose resulting state is the current one.
    var outer: QueueEntry?
    /// True if the state before the action is needed.
    var needsState = false
}

/// The information that `begin` passes to the end of a dispatch.
@usableFromInline
enum DispatchToken {
    case action(QueueEntry)
    /// The action was excluded, and travel needs the resulting state.
    case excluded
    /// The action restores a state in the past.
    case restoration
}

extension DispatchToken? {
    /// The cause of what begins in the dispatch; nil if it is that of the caller.
    @usableFromInline var cause: Cause? {
        guard case .action(let entry) = self, entry.owner != nil else { return nil }
        return Cause(entry)
    }

    /// Runs the dispatch, which is the cause of what begins in it.
    @inlinable
    func running<Result, Failure: Error>(_ dispatch: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let cause else { return try dispatch() }
        return try cause.run(dispatch)
    }
}
