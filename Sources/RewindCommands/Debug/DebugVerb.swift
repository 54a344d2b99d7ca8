/// The verbs of the debugger, at its prompt and in the command line of its full screen. They have the names of gdb and
/// rr where those have one.
enum DebugVerb: String, CaseIterable {
    case step
    case back
    case next
    case reverseNext = "reverse-next"
    case `continue`
    case reverseContinue = "reverse-continue"
    case finish
    case goto
    case undo
    case redo
    case when
    case list
    case action
    case diff
    case print
    case screen
    case why
    case blame
    case history
    case watch
    case `break`
    case tbreak
    case delete
    case info
    case display
    case undisplay
    case search
    case reverseSearch = "reverse-search"
    case bookmark
    case dispatch
    case branches
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

    /// The group, the arguments as the help shows them, the other names, the shortest first, and the description
    /// without the final period.
    private var entry: (group: Group, argument: String, otherNames: [String], meaning: String) {
        switch self {
        case .step: (.going, "[N]", ["s", "stepi", "si"], "Go forward one action on the branch, or N")
        case .back: (.going, "[N]", ["rs", "rsi", "reverse-step", "reverse-stepi"], "Go back one action, or N")
        case .next: (.going, "[N]", ["n"], "Go to the next action, skipping noise such as loading")
        case .reverseNext: (.going, "[N]", ["rn"], "Go to the previous action, skipping noise")
        case .continue: (.going, "[N]", ["c"], "Run to the next breakpoint or watch, or to the Nth")
        case .reverseContinue: (.going, "[N]", ["rc"], "Run back to the previous breakpoint or watch, or to the Nth")
        case .finish: (.going, "", [], "Go to the end of the effect in which the action was dispatched")
        case .goto: (.going, "REF", ["g", "jump"], "Go to a point in time")
        case .undo: (.going, "[N]", [], "Undo the last move, or N")
        case .redo: (.going, "[N]", [], "Redo a move, or N")
        case .when: (.seeing, "", [], "Show the current action")
        case .list: (.seeing, "[REF]", ["l", "bt", "log", "where"], "List the actions around here, or around REF")
        case .action: (.seeing, "[REF]", [], "Show the action with its payload and changes")
        case .diff:
            (.seeing, "[FROM] [TO] [POINTER]", ["di"], "Show what the action changed, or the difference of two states")
        case .print: (.seeing, "[REF] [POINTER]", ["p", "show"], "Print the state, or the value at POINTER")
        case .screen: (.seeing, "[REF]", [], "Show the app's screen")
        case .why: (.seeing, "[REF] [POINTER]", [], "Show what caused the action, or the last write of a value")
        case .blame:
            (.seeing, "[POINTER]", [], "Show which action last wrote a value; by default, the previous POINTER")
        case .history: (.seeing, "[POINTER]", [], "List the values up to here, newest first")
        case .watch:
            (.stopping, "EXPR | POINTER", ["w"], "Stop where EXPR becomes true, or the value at POINTER changes")
        case .break:
            (.stopping, "TYPE [if EXPR]", ["b"], "Stop at actions of a type, or at effect:NAME; * and ? are wildcards")
        case .tbreak: (.stopping, "TYPE [if EXPR]", [], "Like break, but only for the next stop there")
        case .delete: (.stopping, "[N]", ["d"], "Delete breakpoint or watch N, or all")
        case .info: (.stopping, "[WHAT]", ["i"], "List breakpoints, watches and displays, or one of these kinds")
        case .display: (.stopping, "[POINTER]", [], "Print a value after each move")
        case .undisplay: (.stopping, "[N]", [], "Delete display N, or all")
        case .search: (.going, "[TEXT]", ["/"], "Go to the next action that contains TEXT")
        case .reverseSearch: (.going, "[TEXT]", ["?"], "Go to the previous action that contains TEXT")
        case .bookmark: (.keeping, "[NAME [NOTE]]", [], "Set a bookmark in the session, or list all")
        case .dispatch: (.keeping, "TYPE [JSON]", [], "Run a new action through the reducer here, and record it")
        case .branches: (.seeing, "", [], "List the branches")
        case .export: (.keeping, "FILE [FROM]", [], "Write a test of this action, or of all from FROM on")
        case .help: (.keeping, "[VERB]", ["h"], "List the verbs, or describe one")
        case .quit: (.keeping, "", ["q", "exit"], "Quit")
        }
    }

    var group: Group { entry.group }
    var argument: String { entry.argument }
    var otherNames: [String] { entry.otherNames }
    var meaning: String { entry.meaning }

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

    /// The verbs that do what users of gdb expect of these, which the debugger does not have.
    static let replacements: [String: DebugVerb] = [
        "up": .why, "down": .finish, "frame": .when, "run": .goto, "start": .goto, "until": .goto, "advance": .goto,
        "x": .print, "call": .dispatch, "set": .dispatch, "checkpoint": .bookmark, "rwatch": .watch, "awatch": .watch,
        "disable": .delete, "enable": .break, "clear": .delete, "tb": .tbreak,
    ]

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
    static func list(style: TextStyle) -> [String] {
        let entries = allCases.map { ($0.group, $0.name, $0.meaning) }
        return Group.allCases.flatMap { DebugText.help(of: entries, style: style, $0) }
    }

    private var name: String {
        otherNames.first.map { $0.count <= 2 ? "\(usage)  \($0)" : usage } ?? usage
    }
}
