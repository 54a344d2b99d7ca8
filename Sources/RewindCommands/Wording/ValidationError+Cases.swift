#if os(macOS) || os(Linux)

import ArgumentParser

/// The messages for invalid options and combinations of options.
extension ValidationError {
    static let emptySessionPath = ValidationError("The path of the session file is empty.")
    static let emptyOtherPath = ValidationError("The path of the other session file is empty.")
    static let emptyOutputPath = ValidationError("The path of the output file is empty.")
    static let emptyFolderPath = ValidationError("The path of the folder is empty.")
    static let emptyCondition = ValidationError("The condition of --where is empty.")
    static let emptyText = ValidationError("The text to look for is empty.")
    static let filteredGraph = ValidationError(
        "--graph draws all actions of a range: leave out what leaves out some of them."
    )
    static let aroundAndMore = ValidationError("--around is a range of its own: leave out other ranges, and --slowest.")
    static let slowestAndMore = ValidationError(
        "--slowest says how many, and in which order: leave out -n, --reverse, --fold."
    )
    static let followAndMore = ValidationError(
        "--follow takes POINTER, --type, --status and -n: leave out other options."
    )
    static let points = ValidationError("Give at most two REFs, or FROM..TO, and one POINTER.")
    static let statAndMore = ValidationError("--stat counts changes: leave out --full and --format.")
    static let onePoint = ValidationError("Give at most one REF and one POINTER.")
    static let rangeAndPointer = ValidationError("Give at most one range, FROM..TO, and one POINTER.")
    static let oneRange = ValidationError("Give at most one range: FROM..TO.")
    static let actionAndMore = ValidationError("--action shows an action whole: leave out POINTER, --depth and --raw.")
    static let allAndCount = ValidationError("--count is of all: leave out --all and -n.")
    static let screenPoints = ValidationError("Give at most two REFs.")
    static let noPointer = ValidationError("Give a POINTER: where in the state.")
    static let deletedWithoutName = ValidationError("Name the bookmark to delete.")
    static let deletedWithMore = ValidationError("--delete takes a name alone.")
    static let noteWithoutName = ValidationError("--note needs the name of the bookmark.")
    static let twoTests = ValidationError("Say what is bad in one way: --where EXPR, or -- and a command, not both.")
    static let noTest = ValidationError("Say what is bad: either --where EXPR, or -- and a command.")
    static let timeout = ValidationError("--timeout takes a number of seconds above 0.")
    static let rerunKinds = ValidationError("--verify, --check and changes to the actions do not go together.")
    static let eachOfOthers = ValidationError("--each tells of actions that are left out: it goes with --skip alone.")
    static let reducerName = ValidationError("The name of the reducer is a word or an expression on one line.")
    static let pageWithoutOutput = ValidationError("A page is a file: name it with --output.")
    static let testOptionsOfOthers = ValidationError("--at, --reducer and --module are for a test.")
    static let bytesOfOthers = ValidationError("--bytes is for a page.")
    static let forceWithoutOutput = ValidationError("--force overwrites a file: name it with --output.")
    static let moduleName = ValidationError("The name of the module is one word.")
    static let repairWithoutOutput = ValidationError("--repair and --output go together.")
    static let rebuildAndRepair = ValidationError("Give either --rebuild or --repair.")
    static let pruningBounds = ValidationError("Give one of --actions, --bytes and --age.")
    static let scrubTargets = ValidationError("Give either POINTERs or --matching.")
    static let jumpWithoutReference = ValidationError("jump needs a REF: where to.")
    static let dispatchWithoutAction = ValidationError("dispatch needs an action, as JSON.")
    static let pace = ValidationError("--speed and --rate are for play: give one of them.")
    static let paceOutOfRange = ValidationError("--speed and --rate take a number from 0.001 to 1000.")

    static func verbWithValue(_ verb: String) -> ValidationError {
        let more =
            switch verb {
            case "undo", "redo": ": -n says how many steps"
            case "play": ": --speed or --rate says how fast"
            default: ""
            }
        return ValidationError("\(verb) takes neither a REF nor JSON\(more).")
    }

    static func malformedDuration(_ text: String) -> ValidationError {
        ValidationError("\"\(text)\" is no duration: write 90s, 30m, 12h or 7d.")
    }
}

#endif
