#if os(macOS) || os(Linux)

import RewindSession

/// A note besides the output, on standard error.
enum Note {
    /// The recording was not closed, and cannot be finished here. See `FindingText.unfinished`.
    case unfinished(beside: Int?, SessionError?)
    /// No REF was given, so that the answer is about the state at the cursor, which is not the last one.
    case aboutCursor(seq: Int, last: Int)
    /// No session was named.
    case defaultSession(file: String)
    /// Only a copy was changed.
    case dryRun
    case noActions
    case noSessions(folder: String)
    case noMatch
    /// There were fewer steps than requested.
    case fewerSteps(taken: Int, asked: Int, isUndo: Bool)
    case noDifference(from: Int, to: Int)
    /// The exported test ends with an action whose effect is not in the recording.
    case effectNotRecorded(seq: Int)
    /// A reducer may treat a mask differently from the secret.
    case masks
    case moreRows(limit: Int)
    /// A pruned session is larger than requested.
    case boundNotMet(bytes: Int, limit: Int)
    case nobodyRecords(file: String)
    case recordingEnded
    case recorderGone

    var text: String {
        switch self {
        case .unfinished(let count, let reason): "Note: \(FindingText.unfinished(count, because: reason))."
        case .aboutCursor(let seq, let last):
            "Note: this is about \(seq), where the cursor is; the session goes on to \(last)."
        case .defaultSession(let file): "Note: the session is \(file)."
        case .dryRun: "Note: this is what would be; the session is as it was."
        case .noActions: "Note: there are no actions."
        case .noSessions(let folder): "Note: there is no *.rewind in \(folder == "." ? "this folder" : folder)."
        case .fewerSteps(let taken, let asked, let isUndo):
            "Note: \(BriefText.count(taken, "step")) of \(asked): there is nothing more to \(isUndo ? "undo" : "redo")."
        case .noMatch: "Note: no action matches."
        case .noDifference(let from, let to): "No difference between \(from) and \(to)."
        case .effectNotRecorded(let seq):
            "Note: what action \(seq) led to was not recorded; the test runs that far, and compares nothing there."
        case .masks:
            "Note: secrets are masked in this session, and a reducer may make something else of a mask."
        case .moreRows(let limit): "Note: there are more rows than \(limit). --limit \(limit * 10) prints more of them."
        case .boundNotMet(let bytes, let limit):
            "Note: \(bytes) bytes are more than \(limit): what follows the last state that is stored whole, and where a "
                + "branch begins that goes on after it, stays."
        case .nobodyRecords(let file): "Note: nobody is recording into \(file)."
        case .recordingEnded: "The recording has ended."
        case .recorderGone: "Note: the app ended without closing its recording. What it had dispatched is here."
        }
    }
}

#endif
