/// What the dispatching threads hand to the writer.
///
/// Sound to send because actions and states are values: whoever dispatches keeps copies of its own. A class instance
/// inside one may change before it is read; then its later value is recorded.
enum Entry<State>: @unchecked Sendable {
    /// The state before the first action, nil in a store that starts without one.
    case initial(State?)
    /// An action and the state it led to.
    case done(Dispatch, state: State?, duration: Int)
    /// An action that was under way when the recorder was closed.
    case unfinished(Dispatch)
    /// Actions for which there was no room, and the state that the last of them led to.
    case gap(ClosedRange<Int>, at: Int, state: State?)
}
