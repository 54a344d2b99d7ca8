#if os(macOS) || os(Linux)

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
        case ask(DebugInput.Question)
        case play
        case speed(Int)
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
        (self.group, self.name, self.meaning, self.commands) = (group, name, meaning, commands)
    }

    static let all: [DebugKey] = [
        DebugKey(
            .time,
            "↑ ↓  k j",
            "Previous, next action in the list",
            [.key(.up): .list(-1), .key(.down): .list(1), "k": .list(-1), "j": .list(1)]
        ),
        DebugKey(
            .time,
            "← →",
            "Previous, next action on the branch",
            [.key(.left): .along(.back), .key(.right): .along(.forward)]
        ),
        DebugKey(
            .time,
            "Shift ← → ↑ ↓",
            "The same, skipping noise",
            [
                .shift(.left): .along(.back, isQuiet: true), .shift(.right): .along(.forward, isQuiet: true),
                .shift(.up): .along(.back, isQuiet: true), .shift(.down): .along(.forward, isQuiet: true),
            ]
        ),
        DebugKey(
            .time,
            "PgUp PgDn Home End",
            "Page up, down; first, last action",
            [.key(.pageUp): .page(-1), .key(.pageDown): .page(1), .key(.home): .first, .key(.end): .last]
        ),
        DebugKey(
            .time,
            "Space + -",
            "Play or pause; faster, slower",
            [" ": .play, "+": .speed(1), "=": .speed(1), "-": .speed(-1)]
        ),
        DebugKey(.time, "u U", "Undo, redo a move", ["u": .undo(-1), "U": .undo(1)]),
        DebugKey(
            .finding,
            "[ ]",
            "Previous, next write of the selected value",
            ["[": .writer(.back), "]": .writer(.forward)]
        ),
        DebugKey(.finding, "/", "Search", ["/": .ask(.search)]),
        DebugKey(.finding, "w", "Watch an EXPR or a POINTER", ["w": .ask(.watch)]),
        DebugKey(
            .finding,
            "n N",
            "Next, previous hit of the search or watch",
            ["n": .hit(.forward), "N": .hit(.back)]
        ),
        DebugKey(
            .finding,
            "c C",
            "Run forward, back to a breakpoint or watch",
            ["c": .run(.forward), "C": .run(.back)]
        ),
        DebugKey(
            .panes,
            "1 … 5",
            "Diff, State, Screen, Action, History",
            [
                "1": .pane(.diff), "2": .pane(.state), "3": .pane(.screen), "4": .pane(.action), "5": .pane(.history),
                "h": .pane(.history),
            ]
        ),
        DebugKey(.panes, "Tab", "Switch between list and pane", [.key(.tab): .focus, .shift(.tab): .focus]),
        DebugKey(.panes, "Enter", "Expand or fold a value of the state", [.key(.enter): .open]),
        DebugKey(.list, ".", "Fold noise", [".": .fold]),
        DebugKey(.list, "f F", "Hide this type; show all", ["f": .hide, "F": .showAll]),
        DebugKey(.list, "B", "Branches", ["B": .branches]),
        DebugKey(.session, ":", "Go to a REF, or run a verb; :help lists them", [":": .ask(.verb)]),
        DebugKey(.session, "b", "Bookmark", ["b": .ask(.bookmark)]),
        DebugKey(.session, "d", "Dispatch an action here: TYPE JSON", ["d": .ask(.dispatch)]),
        DebugKey(.session, "m e", "Mark the start of a test; export it", ["m": .mark, "e": .ask(.export)]),
        DebugKey(
            .session,
            "? q",
            "Help; quit",
            [
                "?": .help, "q": .quit, .key(.control("c")): .quit, .key(.escape): .leave,
                .key(.control("z")): .suspend,
            ]
        ),
    ]

    private static let commands = all.reduce(into: [Press: Command]()) { commands, key in
        commands.merge(key.commands) { first, _ in first }
    }

    static func command(for press: Press) -> Command? { commands[press] }

    /// Returns the help: all keys by group, one per line.
    static func list(style: Style) -> [String] {
        DebugText.help(of: all.map { ($0.group, $0.name, $0.meaning) }, style: style) + [
            "",
            style.faint("The wheel scrolls; a click selects an action, a tab or a value. Hold Shift to select text."),
        ]
    }
}

#endif
