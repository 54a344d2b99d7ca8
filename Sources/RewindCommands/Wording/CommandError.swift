#if os(macOS) || os(Linux)

import RewindTree

/// What can be wrong with what a command was asked.
package enum CommandError: Error, Hashable, Sendable {
    /// The text is no JSON Pointer.
    case malformedPointer(String)
    /// No recorded state has a value there. `nearest` are pointers that may have been meant, `holder` is how far the
    /// pointer leads.
    case noSuchPointer(Pointer, nearest: [Pointer], holder: Pointer)
    /// The state has no value there; the one at `elsewhere` has. `holder` is how far the pointer leads in it.
    case nothingAt(Pointer, seq: Int, holder: Pointer, elsewhere: Int? = nil)
    /// No state on the way to `seq` has a value there; the one at `elsewhere` has.
    case neverAnything(Pointer, seq: Int, holder: Pointer, elsewhere: Int? = nil)
    /// No action from the one to the other wrote the value there.
    case notWritten(Pointer, from: Int, to: Int)
    /// The condition held for none of so many values that were written there.
    case noValueHeld(Pointer, values: Int)
    /// Two sessions have more than so many actions from where they part on.
    case tooManyToAlign(from: Int, most: Int)
    /// The text occurs nowhere in the session.
    case textNotFound(String)
    /// A number that must be at least `least` is not.
    case countTooSmall(option: String, least: Int = 1)
    /// A file with the name of the output exists.
    case outputExists(path: String)
    case outputIsFolder(path: String)
    /// The output is a device, a pipe or a socket.
    case outputIsNoFile(path: String)
    /// The output is the session that the command reads, which was given as `input`.
    case outputIsInput(path: String, input: String)
    /// The name of the output is that of a file beside a session.
    case outputIsSideFile(path: String, session: String)
    /// The port is another program's.
    case portTaken(UInt16)
    /// No session was named, and there is none here, or there are several.
    case noSession
    case severalSessions([String])
    /// No action led to the first state.
    case noActionLed(seq: Int)
    /// The tool does not know what the app's screens look like.
    case noScreens
    /// Standard output did not take the data.
    case outputFailed(reason: String)
    /// No action makes the condition hold; `holdsAlready` where the search began.
    case conditionNeverHeld(from: Int, holdsAlready: Bool)
    /// The state that a bisection takes for good is bad, or the one that it takes for bad is good.
    case goodIsBad(seq: Int)
    case badIsGood(seq: Int)
    /// The command of a bisection cannot tell of an end of the search whether it is good.
    case endIsUntestable(seq: Int)
    /// The command of a bisection gave up at a state, or never began.
    case testAborted(seq: Int, TestFailure)
    /// A bookmark of that name is there already.
    case bookmarkExists(String, seq: Int)
    /// The tool has no such command; `nearest` is the one that was probably meant.
    case noSuchCommand(String, nearest: String?)
    /// The tool was made without the app's reducer.
    case noReducer
    /// The text is no action in JSON.
    case malformedAction(String)
    /// The session is being recorded: what is dispatched must go through its app. `command` does that.
    case dispatchedWhileRecording(path: String, command: String)
    /// A re-run in a process of its own ended at an action whose reducer trapped.
    case rerunTrapped(seq: Int, type: String)
    /// A re-run in a process of its own could not be done; `reason` is the sentence that it ended with.
    case rerunRefused(reason: String?)
    /// Nobody said what source code calls the app's reducer.
    case noReducerName
    /// No action is behind the one and up to the other.
    case nothingBetween(from: Int, to: Int)
    /// The page would have more bytes than it may; with the actions from the one to the other it would not.
    case pageTooLarge(limit: Int, from: Int, fits: Int?, output: String)
    /// The value of an option that changes the actions of a re-run makes no sense.
    case malformedChange(option: String, String)
}

/// Why the command of a bisection came to no answer. Codes are those of `errno`.
package enum TestFailure: Hashable, Sendable {
    case signal(Int32)
    case status(Int32)
    case notStarted(code: Int32)
    /// The state could not be given to it.
    case noInput(code: Int32)
}

#endif
