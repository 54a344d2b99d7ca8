/// A key of the full screen and its effect. The help is made from this list.
struct DebugKey {
    enum Command: Equatable {
        /// Moves by a number of actions, in the order of the log.
        case list(Int)
        /// Moves by one action along the branch; skips noise if `isQuiet`.
        case along(DebugSession.Direction, isQuiet: Bool = false)
        /// Moves by a number of pages.
        case page(Int)
        case first
        case last
        case writer(DebugSession.Direction)
        /// Moves to the next match of the last search or watch.
        case hit(DebugSession.Direction)
        case run(DebugSession.Direction)
        case undo(Int)
        case pane(DebugPanes.Pane)
        case focus
        case open
        case zoom
        /// Moves the divider between the list and the pane.
        case divide(Int)
        /// Scrolls the pane sideways by a number of cells.
        case shift(Int)
        case copyValue
        case copyPointer
        case ask(DebugInput.Question)
        case mark
        case hide
        case showAll
        case fold
        case branches
        case help
        case suspend
        case leave
        case quit
    }

    enum Group: String, CaseIterable {
        case time = "Time"
        case finding = "Finding"
        case panes = "Panes"
        case list = "List"
        case session = "Session"
    }

    struct Press: Hashable, ExpressibleByExtendedGraphemeClusterLiteral {
        let key: TerminalEvent.Key
        var hasShift = false

        init(key: TerminalEvent.Key, hasShift: Bool = false) {
            (self.key, self.hasShift) = (key, hasShift)
        }

        init(extendedGraphemeClusterLiteral character: Character) {
            key = .character(character)
        }

        static func key(_ key: TerminalEvent.Key) -> Press { Press(key: key) }
        static func shift(_ key: TerminalEvent.Key) -> Press { Press(key: key, hasShift: true) }
    }

    let group: Group
    /// The name of the keys in the help.
    let name: String
    let meaning: String
    private let commands: [Press: Command]

    private init(_ group: Group, _ name: String, _ meaning: String, _ commands: [Press: Command]) {
        self.group = group
        self.name = name
        self.meaning = meaning
        self.commands = commands
    }

    static let all: [DebugKey] = [
        DebugKey(
            .time,
            "↑ ↓  k j",
            "Previous, next action",
            [.key(.up): .list(-1), .key(.down): .list(1), "k": .list(-1), "j": .list(1)]
        ),
        DebugKey(
            .time,
            "← →",
            "The same, on the branch",
            [.key(.left): .along(.back), .key(.right): .along(.forward)]
        ),
        DebugKey(
            .time,
            "Shift ← →",
            "The same, without noise",
            [
                .shift(.left): .along(.back, isQuiet: true), .shift(.right): .along(.forward, isQuiet: true),
                .shift(.up): .along(.back, isQuiet: true), .shift(.down): .along(.forward, isQuiet: true),
            ]
        ),
        DebugKey(.time, "PgUp PgDn", "Page up, down", [.key(.pageUp): .page(-1), .key(.pageDown): .page(1)]),
        DebugKey(
            .time,
            "g G",
            "First, last action",
            ["g": .first, "G": .last, .key(.home): .first, .key(.end): .last]
        ),
        DebugKey(.time, "u U", "Undo, redo a move", ["u": .undo(-1), "U": .undo(1)]),
        DebugKey(.finding, "/", "Search", ["/": .ask(.search)]),
        DebugKey(.finding, "w", "Watch an EXPR or POINTER", ["w": .ask(.watch)]),
        DebugKey(.finding, "n N", "Next, previous hit", ["n": .hit(.forward), "N": .hit(.back)]),
        DebugKey(.finding, "c C", "Run to a stop, run back", ["c": .run(.forward), "C": .run(.back)]),
        DebugKey(.finding, "[ ]", "Previous, next write", ["[": .writer(.back), "]": .writer(.forward)]),
        DebugKey(
            .panes,
            "1 … 5",
            "Select a pane",
            [
                "1": .pane(.diff), "2": .pane(.state), "3": .pane(.screen), "4": .pane(.action), "5": .pane(.history),
                "h": .pane(.history),
            ]
        ),
        DebugKey(.panes, "Tab", "To the pane, to the list", [.key(.tab): .focus, .shift(.tab): .focus]),
        DebugKey(.panes, "Enter", "Expand, or show the value", [.key(.enter): .open]),
        DebugKey(.panes, "z < >", "Zoom; move the divider", ["z": .zoom, "<": .divide(-1), ">": .divide(1)]),
        DebugKey(.panes, "H L", "Scroll the pane sideways", ["H": .shift(-8), "L": .shift(8)]),
        DebugKey(.panes, "y Y", "Copy the value, pointer", ["y": .copyValue, "Y": .copyPointer]),
        DebugKey(.list, "&", "Show only some types", ["&": .ask(.filter)]),
        DebugKey(.list, "f F", "Hide this type; show all", ["f": .hide, "F": .showAll]),
        DebugKey(.list, ".", "Fold noise", [".": .fold]),
        DebugKey(.list, "B", "Branches", ["B": .branches]),
        DebugKey(.session, ":", "Go to REF, or verb (:help)", [":": .ask(.verb)]),
        DebugKey(.session, "b", "Bookmark", ["b": .ask(.bookmark)]),
        DebugKey(.session, "d", "Dispatch TYPE JSON here", ["d": .ask(.dispatch)]),
        DebugKey(.session, "m e", "Start, export a test", ["m": .mark, "e": .ask(.export)]),
        DebugKey(
            .session,
            "? q",
            "Help; quit",
            [
                "?": .help, "q": .quit, .key(.control("c")): .leave, .key(.escape): .leave,
                .key(.control("z")): .suspend,
            ]
        ),
    ]

    private static let commands = all.reduce(into: [Press: Command]()) { commands, key in
        commands.merge(key.commands) { first, _ in first }
    }

    static func command(for press: Press) -> Command? { commands[press] }

    /// Returns the help: all keys by group, in two columns if one does not fit.
    static func list(style: TextStyle, fitting size: TerminalFrame.Size? = nil) -> [String] {
        let note = style.faint("The wheel scrolls, a click selects. Hold Shift to select text.")
        let groups = Group.allCases.map { group in
            DebugText.help(of: all.map { ($0.group, $0.name, $0.meaning) }, style: style, group)
        }
        let lines = groups.flatMap(\.self)
        guard let size, size.rows < lines.count + 2, size.columns >= 2 * columnWidth else { return lines + ["", note] }
        let left = groups.prefix(2).flatMap(\.self)
        let right = groups.dropFirst(2).flatMap(\.self)
        let rows = (0..<max(left.count, right.count)).map { row in
            Cells.padded(row < left.count ? left[row] : "", to: columnWidth) + (row < right.count ? right[row] : "")
        }
        return rows + ["", note]
    }

    private static let columnWidth = 39
}
