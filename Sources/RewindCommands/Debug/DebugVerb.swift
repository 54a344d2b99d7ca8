#if os(macOS) || os(Linux)

/// The verbs of the debugger, at its prompt and in the command line of its full screen. They have the names of gdb and
/// rr where those have one.
enum DebugVerb: String, CaseIterable {
    case step
    case back
    case next
    case reverseNext = "reverse-next"
    case `continue`
    case reverseContinue = "reverse-continue"
    case goto
    case undo
    case redo
    case when
    case list
    case action
    case diff
    case print
    case screen
    case blame
    case history
    case watch
    case `break`
    case delete
    case info
    case display
    case undisplay
    case search
    case reverseSearch = "reverse-search"
    case checkpoint
    case bookmark
    case dispatch
    case branches
    case run
    case export
    case help
    case quit

    /// A group of verbs in the help.
    enum Group: String, CaseIterable {
        case going = "Going"
        case seeing = "Seeing"
        case stopping = "Stopping"
        case keeping = "Keeping"
    }

    /// The other names, the shortest first.
    var otherNames: [String] {
        switch self {
        case .step: ["s", "stepi", "si"]
        case .back: ["rs", "reverse-step", "reverse-stepi"]
        case .next: ["n"]
        case .reverseNext: ["rn"]
        case .continue: ["c"]
        case .reverseContinue: ["rc"]
        case .goto: ["g", "jump", "restart"]
        case .list: ["l", "log"]
        case .diff: ["di"]
        case .print: ["p", "show"]
        case .break: ["b"]
        case .delete: ["d"]
        case .info: ["i"]
        case .search: ["/"]
        case .reverseSearch: ["?"]
        case .run: ["r", "replay"]
        case .help: ["h"]
        case .quit: ["q", "exit"]
        case .undo, .redo, .when, .action, .screen, .blame, .history, .watch, .display, .undisplay, .checkpoint,
            .bookmark, .dispatch, .branches, .export:
            []
        }
    }

    /// The arguments, as the help shows them.
    var argument: String {
        switch self {
        case .step, .back, .next, .reverseNext, .undo, .redo: "[N]"
        case .goto: "REF"
        case .list: "[REF]"
        case .action, .screen: "[REF]"
        case .diff: "[FROM] [TO] [POINTER]"
        case .print: "[REF] [POINTER]"
        case .blame, .history: "[POINTER]"
        case .watch: "EXPR | POINTER"
        case .break: "TYPE"
        case .delete, .undisplay: "[N]"
        case .display: "[POINTER]"
        case .search, .reverseSearch: "[TEXT]"
        case .bookmark: "[NAME [NOTE]]"
        case .dispatch: "TYPE [JSON]"
        case .export: "FILE [FROM]"
        case .help: "[VERB]"
        case .continue, .reverseContinue, .when, .info, .checkpoint, .branches, .run, .quit: ""
        }
    }

    /// The description in the help, without the final period.
    var meaning: String {
        switch self {
        case .step: "Go an action forward on the branch, or N"
        case .back: "Go an action back, or N"
        case .next: "Go to the next action that is no noise, such as that of loading"
        case .reverseNext: "Go back to the last action that is no noise"
        case .continue: "Run on to the next breakpoint or watch, or the end"
        case .reverseContinue: "Run back to the last breakpoint or watch, or the start"
        case .goto: "Go to a point in time; bookmarks and checkpoints are some, as :NAME"
        case .undo: "Take back the last move, or N"
        case .redo: "Make it again"
        case .when: "Tell where you are"
        case .list: "List the actions around here, or around REF"
        case .action: "Show the action whole"
        case .diff: "Show what the action changed, or what differs between two points in time"
        case .print: "Print the state, or the value at POINTER"
        case .screen: "Show the app's screen"
        case .blame: "Tell who wrote a value last; without POINTER, that of last time"
        case .history: "List the values that there were up to here, the latest first"
        case .watch: "Stop where EXPR begins to hold, or the value at POINTER becomes another"
        case .break: "Stop at actions of a type, with * and ?"
        case .delete: "Delete breakpoint or watch N, or all"
        case .info: "List breakpoints, watches, displays and checkpoints"
        case .display: "Print a value wherever you come to"
        case .undisplay: "Print it no more; without N, none"
        case .search: "Go to the next action in which TEXT occurs"
        case .reverseSearch: "Go back to the last one"
        case .checkpoint: "Keep this place, until you quit, as :1, :2 and so on"
        case .bookmark: "Write a bookmark into the session, or list those there are"
        case .dispatch: "Run an action through the app's reducer here, and add it to the session"
        case .branches: "List the branches"
        case .run: "Run the actions through the reducers again, to a breakpoint or divergence"
        case .export: "Write a test of this action, or of those from FROM on"
        case .help: "List the verbs, or tell about one"
        case .quit: "Leave"
        }
    }

    var group: Group {
        switch self {
        case .step, .back, .next, .reverseNext, .continue, .reverseContinue, .goto, .undo, .redo, .search,
            .reverseSearch:
            .going
        case .when, .list, .action, .diff, .print, .screen, .blame, .history, .branches, .run: .seeing
        case .watch, .break, .delete, .info, .display, .undisplay: .stopping
        case .checkpoint, .bookmark, .dispatch, .export, .help, .quit: .keeping
        }
    }

    /// Creates the verb with this name or prefix; the first one in the list if there are several.
    init?(named name: String) {
        guard !name.isEmpty else { return nil }
        let all = Self.allCases
        let found =
            all.first { $0.rawValue == name || $0.otherNames.contains(name) }
            ?? all.first { $0.rawValue.hasPrefix(name) }
            ?? all.first { $0.otherNames.contains { $0.count > 2 && $0.hasPrefix(name) } }
        guard let found else { return nil }
        self = found
    }

    /// Returns the name most similar to a mistyped one.
    static func nearest(to name: String) -> String? {
        NearestWord.of(name, in: allCases.map(\.rawValue) + allCases.flatMap(\.otherNames).filter { $0.count > 2 })
    }

    /// Returns the names with this prefix.
    static func names(beginningWith text: String) -> [String] {
        (allCases.map(\.rawValue) + allCases.flatMap(\.otherNames).filter { $0.count > 2 })
            .filter { $0.hasPrefix(text) }.sorted()
    }

    /// The verb with its arguments.
    var usage: String { argument.isEmpty ? rawValue : "\(rawValue) \(argument)" }

    /// The help of the verb.
    var help: [String] {
        let names = otherNames.isEmpty ? "" : "  (\(otherNames.joined(separator: ", ")))"
        return ["\(usage)\(names)", "  \(meaning)."]
    }

    /// Returns the help: all verbs by group, one per line.
    static func list(style: Style) -> [String] {
        DebugText.help(of: allCases.map { ($0.group, $0.name, $0.meaning) }, style: style)
    }

    private var name: String {
        otherNames.first.map { $0.count <= 2 ? "\(usage)  \($0)" : usage } ?? usage
    }
}

#endif
