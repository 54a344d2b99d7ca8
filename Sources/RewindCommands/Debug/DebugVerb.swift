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
        case going = "Moving"
        case seeing = "Viewing"
        case stopping = "Stopping"
        case keeping = "Other"
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
        case .step: "Go forward one action on the branch, or N"
        case .back: "Go back one action, or N"
        case .next: "Go to the next action, skipping noise such as loading"
        case .reverseNext: "Go to the previous action, skipping noise"
        case .continue: "Run to the next breakpoint or watch, or the end"
        case .reverseContinue: "Run back to the previous breakpoint or watch, or the start"
        case .goto: "Go to a point in time; bookmarks and checkpoints are :NAME"
        case .undo: "Undo the last move, or N"
        case .redo: "Redo a move, or N"
        case .when: "Show the current action"
        case .list: "List the actions around here, or around REF"
        case .action: "Show the action with its payload and changes"
        case .diff: "Show what the action changed, or the difference of two states"
        case .print: "Print the state, or the value at POINTER"
        case .screen: "Show the app's screen"
        case .blame: "Show which action last wrote a value; by default, the previous POINTER"
        case .history: "List the values up to here, newest first"
        case .watch: "Stop where EXPR becomes true, or the value at POINTER changes"
        case .break: "Stop at actions of a type; * and ? are wildcards"
        case .delete: "Delete breakpoint or watch N, or all"
        case .info: "List breakpoints, watches, displays and checkpoints"
        case .display: "Print a value after each move"
        case .undisplay: "Delete display N, or all"
        case .search: "Go to the next action that contains TEXT"
        case .reverseSearch: "Go to the previous action that contains TEXT"
        case .checkpoint: "Remember this action as :1, :2, … until you quit"
        case .bookmark: "Set a bookmark in the session, or list all"
        case .dispatch: "Run a new action through the reducer here, and record it"
        case .branches: "List the branches"
        case .run: "Re-run the actions, to the first breakpoint or divergence"
        case .export: "Write a test of this action, or of all from FROM on"
        case .help: "List the verbs, or describe one"
        case .quit: "Quit"
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
