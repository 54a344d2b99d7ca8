import RewindSession
import RewindTree
import RewindUpkeep

/// A note besides the output, on standard error.
enum Note {
    /// The recording was not closed, and cannot be finished here. See `SessionCheck.Finding.unfinished`.
    case unfinished(beside: Int?, SessionError?)
    /// No REF was given, so that the answer is about the state at the cursor, which is not the last one.
    case aboutCursor(seq: Int, last: Int)
    /// The answer depends on the times of actions, and the clock was set back before this one.
    case setBack(seq: Int)
    /// No session was named.
    case defaultSession(file: String)
    /// Only a copy was changed.
    case dryRun
    /// What a pattern of scrub matches is gone with the other values, or was never there.
    case nothingLeftToMatch(String)
    case noActions
    case noSessions(folder: String)
    case noMatch
    case noEffects
    case noEffectMatches
    /// No effect began within the range; one that ended there may have begun before it.
    case noEffectBegan
    /// There were fewer steps than requested.
    case fewerSteps(taken: Int, isUndo: Bool)
    case noDifference(from: Int, to: Int)
    /// The exported test ends with an action whose effect is not in the recording.
    case effectNotRecorded(seq: Int)
    /// The exported test takes the recorded effects of actions that cannot run; the numbers of each type.
    case stepsNotRun([String: Int], first: Int, of: Int)
    /// A reducer may treat a mask differently from the secret.
    case masks
    /// Members of the app's state that decoding does not restore.
    case lostMembers([Pointer])
    case moreRows(limit: Int)
    /// The form of the exported file cannot contain parts of the session.
    case notExported([String])
    /// A pruned session is larger than requested.
    case boundNotMet(bytes: Int, limit: Int)
    case nobodyRecords(file: String)
    case recordingEnded
    case recorderGone
    /// The address of the page is valid only until the server ends.
    case tokenNotKept(folder: String)
    /// A history followed one element of an array.
    case oneElement(of: Pointer, file: String)

    var text: String {
        switch self {
        case .unfinished(let count, let reason):
            "Note: \(TerminalText.line(SessionCheck.Finding.unfinished(count, because: reason)))."
        case .aboutCursor(let seq, let last): "Note: at the cursor, \(seq) of \(last)."
        case .setBack(let seq):
            "Note: the clock was set back before action \(seq); a time means the first place in the log with it."
        case .defaultSession(let file): "Note: using \(file)."
        case .dryRun: "Note: dry run; nothing was changed."
        case .nothingLeftToMatch(let pattern): "Note: beside the other values, nothing matches \(pattern)."
        case .noActions: "Note: the session has no actions."
        case .noSessions(let folder): "Note: no *.rewind in \(folder == "." ? "this folder" : folder)."
        case .fewerSteps(let taken, let isUndo):
            "Note: only \(BriefText.count(taken, "step")) to \(isUndo ? "undo" : "redo")."
        case .tokenNotKept(let folder): "Note: the token of the page cannot be kept in \(folder)."
        case .noMatch: "Note: no action matches."
        case .noEffects: "Note: the session has no effects."
        case .noEffectMatches: "Note: no effect matches."
        case .noEffectBegan: "Note: no effect that matches began within this range."
        case .noDifference(let from, let to): "Note: no difference between \(from) and \(to)."
        case .effectNotRecorded(let seq):
            "Note: the effect of action \(seq) was not recorded; the test runs it, but compares nothing there."
        case .stepsNotRun(let types, let first, let count):
            "Note: \(types.values.reduce(0, +)) of \(BriefText.count(count, "action")) cannot run, so the test takes "
                + "their recorded effects: \(BriefText.counts(types)), first \(first)."
        case .masks:
            "Note: this session contains masks, which a reducer may treat differently from the secrets."
        case .lostMembers(let members):
            "Note: these members of the state are not encoded, so a state read from the session does not have them: "
                + members.map { $0.description.isEmpty ? "(root)" : $0.description }.joined(separator: ", ")
        case .moreRows(let limit):
            "Note: only the first \(BriefText.count(limit, "row")); to see more, use --limit \(limit * 10)."
        case .notExported(let parts):
            parts.count > 2
                ? "Note: the file does not contain \(parts.dropLast().joined(separator: ", ")), and \(parts[parts.count - 1])."
                : "Note: the file does not contain \(parts.joined(separator: " and "))."
        case .boundNotMet(let bytes, let limit):
            "Note: \(bytes) bytes remain, more than \(limit): actions after the last snapshot, and the start of a branch "
                + "that continues after it, cannot be pruned."
        case .nobodyRecords(let file): "Note: \(file) is not being recorded."
        case .recordingEnded: "Note: the recording has ended."
        case .recorderGone: "Note: the app ended without closing the recording."
        case .oneElement(let array, let file):
            "Note: this is the history of one element. List the writes of its array:\n  rewind history "
                + "\(ShellWord.path(file)) \(ShellWord.text(array.description))"
        }
    }
}
