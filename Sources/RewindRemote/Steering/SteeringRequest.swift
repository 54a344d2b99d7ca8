import RewindSession
import RewindTree

/// A request to a running app: to travel, to dispatch one of its actions, or to change a bookmark. Nothing else is
/// possible.
package enum SteeringRequest: Hashable, Sendable {
    /// The speed at which a recording is played back.
    package enum Pace: Hashable, Sendable {
        /// A multiple of the recorded speed.
        case recorded(times: Double)
        /// A number of actions a second.
        case steady(perSecond: Double)
    }

    case undo(Int)
    case redo(Int)
    case jump(to: Int)
    case play(Pace)
    case pause
    /// Dispatches an action with the type name and payload of the log.
    case dispatch(type: String, payload: Tree)
    /// Changes the bookmarks of the session.
    case bookmark(BookmarkChange)
    /// Lets only travel change a state in the past, from now on.
    case lock
    case unlock
    case status
    /// Skips an action, or applies a skipped one again: the app computes the states after it. For clients of Redux
    /// DevTools.
    case toggle(Int)
    /// Replaces the app's history with a lifted state of Redux DevTools.
    case load(Tree)
}

extension SteeringRequest {
    /// The request as JSON text, for another machine.
    package var text: String { Tree(members: members).text }

    /// Reads a request from its text; nil if it is not a valid one.
    package init?(text: String) {
        guard let tree = try? Tree(parsing: Array(text.utf8)) else { return nil }
        self.init(tree)
    }

    /// The largest number in a request: of steps, of an action or of a pace.
    private static let largestNumber = 1 << 53

    /// The range of valid paces.
    package static let paces = 0.001...1000

    /// The contents of the file of a request.
    var members: [(String, Tree)] {
        switch self {
        case .undo(let count): [("verb", "undo"), ("count", .integer(Int64(count)))]
        case .redo(let count): [("verb", "redo"), ("count", .integer(Int64(count)))]
        case .jump(let seq): [("verb", "jump"), ("seq", .integer(Int64(seq)))]
        case .play(.recorded(let times)): [("verb", "play"), ("times", Tree(times))]
        case .play(.steady(let perSecond)): [("verb", "play"), ("perSecond", Tree(perSecond))]
        case .pause: [("verb", "pause")]
        case .dispatch(let type, let payload): [("verb", "dispatch"), ("type", .string(type)), ("payload", payload)]
        case .bookmark(.set(let bookmark, let old)):
            [("verb", "bookmark"), ("name", .string(bookmark.name)), ("seq", .integer(Int64(bookmark.seq)))]
                + [("note", bookmark.note), ("replacing", old)].compactMap { name, text in
                    text.map { (name, .string($0)) }
                } + [("at", .integer(bookmark.at))]
        case .bookmark(.delete(let name)): [("verb", "deleteBookmark"), ("name", .string(name))]
        case .lock: [("verb", "lock")]
        case .unlock: [("verb", "unlock")]
        case .status: [("verb", "status")]
        case .toggle(let seq): [("verb", "toggle"), ("seq", .integer(Int64(seq)))]
        case .load(let history): [("verb", "import"), ("history", history)]
        }
    }

    /// Reads the contents of the file of a request; nil if they are not a valid request.
    package init?(_ tree: Tree) {
        let verb = tree.child("verb")?.string
        switch verb {
        case "undo", "redo":
            guard let count = tree.child("count")?.int, (1...Self.largestNumber).contains(count) else { return nil }
            self = verb == "undo" ? .undo(count) : .redo(count)
        case "jump":
            guard let seq = tree.child("seq")?.int, (0...Self.largestNumber).contains(seq) else { return nil }
            self = .jump(to: seq)
        case "play":
            if let times = Self.pace(tree.child("times")) {
                self = .play(.recorded(times: times))
            } else if let perSecond = Self.pace(tree.child("perSecond")) {
                self = .play(.steady(perSecond: perSecond))
            } else {
                return nil
            }
        case "pause": self = .pause
        case "dispatch":
            guard let type = tree.child("type")?.string, let payload = tree.child("payload") else { return nil }
            self = .dispatch(type: type, payload: payload)
        case "bookmark", "deleteBookmark":
            guard let change = Self.bookmarkChange(tree, isDeletion: verb == "deleteBookmark") else { return nil }
            self = .bookmark(change)
        case "lock": self = .lock
        case "unlock": self = .unlock
        case "status": self = .status
        case "toggle":
            guard let seq = tree.child("seq")?.int, (1...Self.largestNumber).contains(seq) else { return nil }
            self = .toggle(seq)
        case "import":
            guard let history = tree.child("history"), case .object = history else { return nil }
            self = .load(history)
        default: return nil
        }
    }

    private static func bookmarkChange(_ tree: Tree, isDeletion: Bool) -> BookmarkChange? {
        guard let name = tree.child("name")?.string else { return nil }
        if isDeletion { return .delete(name: name) }
        guard let seq = tree.child("seq")?.int, (0...largestNumber).contains(seq),
            let at = tree.child("at")?.int
        else { return nil }
        let bookmark = Bookmark(name: name, seq: seq, note: tree.child("note")?.string, at: Int64(at))
        return .set(bookmark, replacing: tree.child("replacing")?.string)
    }

    private static func pace(_ tree: Tree?) -> Double? {
        let pace: Double
        switch tree {
        case .integer(let value): pace = Double(value)
        case .double(let value): pace = value
        default: return nil
        }
        return paces.contains(pace) ? pace : nil
    }
}
