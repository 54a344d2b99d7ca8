import RewindSession
import RewindTree

/// A request to a running app: to travel, to dispatch one of its actions, or to change a bookmark. Nothing else is
/// possible.
package enum SteeringRequest: RemoteMessage {
    case undo(count: Int)
    case redo(count: Int)
    case jump(to: Int)
    /// Plays the recording at a multiple of its speed.
    case play(times: Double)
    /// Plays a number of actions a second.
    case playSteadily(perSecond: Double)
    case pause
    /// Dispatches an action with the type name and payload of the log.
    case dispatch(type: String, payload: Tree)
    /// Changes the bookmarks of the session.
    case bookmark(change: BookmarkChange)
    /// Lets only travel change a state in the past, from now on.
    case lock
    case unlock
    case status
    /// Skips an action, or applies a skipped one again: the app computes the states after it. For clients of Redux
    /// DevTools.
    case toggle(seq: Int)
    /// Replaces the app's history with a lifted state of Redux DevTools.
    case load(history: Tree)
}

extension SteeringRequest {
    /// The largest number in a request: of steps, of an action or of a pace.
    private static let largestNumber = 1 << 53

    /// The range of valid paces.
    package static let paces = 0.001...1000

    /// True if all numbers are in their ranges.
    var isValid: Bool {
        switch self {
        case .undo(let number), .redo(let number), .toggle(let number): (1...Self.largestNumber).contains(number)
        case .jump(let seq): (0...Self.largestNumber).contains(seq)
        case .play(let pace), .playSteadily(let pace): Self.paces.contains(pace)
        case .bookmark(change: .set(let bookmark, _)): (0...Self.largestNumber).contains(bookmark.seq)
        case .pause, .dispatch, .bookmark(change: .delete), .lock, .unlock, .status, .load: true
        }
    }
}

/// The contents of the file of a request.
struct AddressedRequest: RemoteMessage {
    /// The identifier of the app that the request is for.
    let app: String
    /// The time at which the client gives up, in microseconds since 1970.
    let until: Int64
    let request: SteeringRequest
}
