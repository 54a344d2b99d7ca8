import ArgumentParser

/// The messages for invalid options and combinations of options.
extension ValidationError {
    static let emptySessionPath = ValidationError("The path of the session file is empty.")
    static let emptyOtherPath = ValidationError("The path of the other session file is empty.")
    static let emptyImportPath = ValidationError("The path of the file to import is empty.")
    static let passwordInAddress = ValidationError(
        "Other users can see a password in an argument; set REWIND_DATABASE or PGPASSWORD."
    )
    static let filesAndDatabase = ValidationError("Give session files or --database, not both.")
    static let whatToForget = ValidationError("Name sessions, or use one of --text and --where.")
    static let fleetBounds = ValidationError("Use one of --days and --sessions.")
    static let jobs = ValidationError("The number of jobs is from 1 to 64.")
    static let emptyOutputPath = ValidationError("The path of the output file is empty.")
    static let emptyFolderPath = ValidationError("The path of the folder is empty.")
    static let emptyCondition = ValidationError("The EXPR is empty.")
    static let emptyText = ValidationError("The text to search for is empty.")
    static let filteredGraph = ValidationError("--graph draws every action: it takes no filter, POINTER or --patch.")
    static let byCause = ValidationError(
        "--by-cause cannot be combined with --graph, --patch, --reverse, --follow or --json."
    )
    static let aroundAndRange = ValidationError("--around cannot be combined with a range.")
    static let followAndMore = ValidationError(
        "--follow can only be combined with POINTER, --type, --status and -n."
    )
    static let referencesAndPointer = ValidationError("Give at most two REFs, or FROM..TO, and one POINTER.")
    static let statAndMore = ValidationError("--stat cannot be combined with --full or --format.")
    static let referenceAndPointer = ValidationError("Give at most one REF and one POINTER.")
    static let rangeAndPointer = ValidationError("Give at most one range, FROM..TO, and one POINTER.")
    static let oneRange = ValidationError("Give at most one range: FROM..TO.")
    static let actionAndMore = ValidationError("--action cannot be combined with POINTER, --depth or --raw.")
    static let countAndFact = ValidationError("--count cannot be combined with --by.")
    static let countAndLimit = ValidationError("--count cannot be combined with -n.")
    static let allAndCount = ValidationError("--count cannot be combined with --all or -n.")
    static let oneCondition = ValidationError("Give one EXPR or POINTER.")
    static let noPointer = ValidationError("Give a POINTER.")
    static let deletedWithoutName = ValidationError("Name the bookmark to delete.")
    static let deletedWithMore = ValidationError("--delete takes only a name.")
    static let noteWithoutName = ValidationError("--note needs the name of the bookmark.")
    static let noTest = ValidationError(
        "Give the command that tests a state, after --. For a condition, use rewind watch."
    )
    static let timeout = ValidationError("--timeout must be a positive number of seconds.")
    static let rerunKinds = ValidationError("--verify, --check and changes to the actions cannot be combined.")
    static let endOfOthers = ValidationError("--to needs a change to the actions, or --output.")
    static let eachOfOthers = ValidationError("--each needs changed actions, and no --output.")
    static let flowTest = ValidationError("--flow takes --app, and neither a range, --at nor --reducer.")
    static let flowsAndMore = ValidationError("--flows can only be combined with --edit-effect and --output.")
    static let editedEffects = ValidationError("--edit-effect needs --flows, a number, and an outcome as JSON.")
    static let reducerName = ValidationError("--reducer must be a name or an expression on one line.")
    static let noQuery = ValidationError("Give a query, as an argument or on standard input.")
    static let forceWithoutOutput = ValidationError("--force needs --output.")
    static let moduleName = ValidationError("--module must be a single word.")
    static let repairWithoutOutput = ValidationError("--repair and --output need each other.")
    static let rebuildAndRepair = ValidationError("--rebuild and --repair cannot be combined.")
    static let pruningBounds = ValidationError("Give one of --actions, --bytes or --age.")
    static let scrubTargets = ValidationError("Give POINTERs, --key or --matching.")
    static let dryRunWithOutput = ValidationError("--dry-run and --output cannot be combined.")
    static let speed = ValidationError("Only play takes --speed.")
    static let historyChange = ValidationError(
        "toggle takes --action, import takes --history, and other verbs neither."
    )
    static let speedOutOfRange = ValidationError("--speed must be from 0.001 to 1000.")

    static func malformedGlob(_ text: String) -> ValidationError {
        ValidationError(
            "\"\(text)\" is not a pattern: it is empty, or a \"[\" is not closed. To match that character, write [[]."
        )
    }

    /// Checks patterns with `*`, `?` and `[…]`.
    ///
    /// - Throws: `ValidationError`.
    static func checkGlobs(_ globs: [String]) throws {
        for glob in globs {
            let text = glob.hasPrefix("!") ? glob.dropFirst() : glob[...]
            // A "]" right after the bracket is one of its characters.
            if text.isEmpty || text.replacing(#/\[\^?.[^\]]*\]/#, with: "").contains("[") { throw malformedGlob(glob) }
        }
    }

    static func missing(_ argument: String) -> ValidationError {
        ValidationError("Missing expected argument '\(argument)'")
    }

    static func ownCommand(_ verb: String) -> ValidationError {
        ValidationError("travel has no verb \(verb); the command is: rewind \(verb)")
    }

    static func malformedStart(_ text: String) -> ValidationError {
        ValidationError("\"\(text)\" is not a day such as 2026-11-22, or a duration such as 30m, 12h or 7d.")
    }

    static func malformedDuration(_ text: String) -> ValidationError {
        ValidationError("\"\(text)\" is not a duration such as 90s, 30m, 12h or 7d.")
    }
}
