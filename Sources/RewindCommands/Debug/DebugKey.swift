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
        case pane(DebugView.Pane)
        case focus
        case open
        case ask(DebugView.Question)
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

    struct Press: Hashable {
        let key: TerminalEvent.Key
        var hasShift = false
    }

    let group: Group
    /// The name of the keys in the help.
    let name: String
    let meaning: String
    let commands: [Press: Command]

    private init(_ group: Group, _ name: String, _ meaning: String, _ commands: [Press: Command]) {
        (self.group, self.name, self.meaning, self.commands) = (group, name, meaning, commands)
    }

    private static func press(_ character: Character) -> Press { Press(key: .character(character)) }

    static let all: [DebugKey] = [
        DebugKey(
            .time,
            "↑ ↓  k j",
            "Previous, next action in the list",
            [
                Press(key: .up): .list(-1), Press(key: .down): .list(1), press("k"): .list(-1), press("j"): .list(1),
            ]
        ),
        DebugKey(
            .time,
            "← →",
            "Previous, next action on the branch",
            [Press(key: .left): .along(.back), Press(key: .right): .along(.forward)]
        ),
        DebugKey(
            .time,
            "Shift ← → ↑ ↓",
            "The same, skipping noise",
            [
                Press(key: .left, hasShift: true): .along(.back, isQuiet: true),
                Press(key: .right, hasShift: true): .along(.forward, isQuiet: true),
                Press(key: .up, hasShift: true): .along(.back, isQuiet: true),
                Press(key: .down, hasShift: true): .along(.forward, isQuiet: true),
            ]
        ),
        DebugKey(
            .time,
            "PgUp PgDn Home End",
            "Page up, down; first, last action",
            [
                Press(key: .pageUp): .page(-1), Press(key: .pageDown): .page(1), Press(key: .home): .first,
                Press(key: .end): .last,
            ]
        ),
        DebugKey(
            .time,
            "Space + -",
            "Play or pause; faster, slower",
            [press(" "): .play, press("+"): .speed(1), press("="): .speed(1), press("-"): .speed(-1)]
        ),
        DebugKey(.time, "u U", "Undo, redo a move", [press("u"): .undo(-1), press("U"): .undo(1)]),
        DebugKey(
            .finding,
            "[ ]",
            "Previous, next write of the selected value",
            [press("["): .writer(.back), press("]"): .writer(.forward)]
        ),
        DebugKey(.finding, "/", "Search", [press("/"): .ask(.search)]),
        DebugKey(.finding, "w", "Watch an EXPR or a POINTER", [press("w"): .ask(.watch)]),
        DebugKey(
            .finding,
            "n N",
            "Next, previous hit of the search or watch",
            [press("n"): .hit(.forward), press("N"): .hit(.back)]
        ),
        DebugKey(
            .finding,
            "c C",
            "Run forward, back to a breakpoint or watch",
            [press("c"): .run(.forward), press("C"): .run(.back)]
        ),
        DebugKey(
            .panes,
            "1 … 5",
            "Diff, State, Screen, Action, History",
            [
                press("1"): .pane(.diff), press("2"): .pane(.state), press("3"): .pane(.screen),
                press("4"): .pane(.action), press("5"): .pane(.history), press("h"): .pane(.history),
            ]
        ),
        DebugKey(
            .panes,
            "Tab",
            "Switch between list and pane",
            [Press(key: .tab): .focus, Press(key: .tab, hasShift: true): .focus]
        ),
        DebugKey(.panes, "Enter", "Expand or fold a value of the state", [Press(key: .enter): .open]),
        DebugKey(.list, ".", "Fold noise", [press("."): .fold]),
        DebugKey(.list, "f F", "Hide this type; show all", [press("f"): .hide, press("F"): .showAll]),
        DebugKey(.list, "B", "Branches", [press("B"): .branches]),
        DebugKey(.session, ":", "Go to a REF, or run a verb; :help lists them", [press(":"): .ask(.verb)]),
        DebugKey(.session, "b", "Bookmark", [press("b"): .ask(.bookmark)]),
        DebugKey(.session, "d", "Dispatch an action here: TYPE JSON", [press("d"): .ask(.dispatch)]),
        DebugKey(
            .session,
            "m e",
            "Mark the start of a test; export it",
            [press("m"): .mark, press("e"): .ask(.export)]
        ),
        DebugKey(
            .session,
            "? q",
            "Help; quit",
            [
                press("?"): .help, press("q"): .quit, Press(key: .control("c")): .quit, Press(key: .escape): .leave,
                Press(key: .control("z")): .suspend,
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
