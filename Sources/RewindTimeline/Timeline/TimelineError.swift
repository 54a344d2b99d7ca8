import Foundation

/// An error in accessing a point of a session.
package enum TimelineError: Error, Hashable, Sendable {
    /// The text is no REF.
    case malformedReference(String)
    /// The REF is outside the session, which ends with `last`.
    case referenceOutOfRange(String, last: Int)
    /// The REF leads to a state before the session's first one: the actions through `through` were pruned.
    case pruned(String, through: Int)
    /// The recording ended before its first state was written, or has not come to that yet.
    case noStates(isLive: Bool)
    /// There is no bookmark with this name.
    case noSuchBookmark(String)
    /// No action has a type that matches the pattern.
    case noActionOfType(String)
    /// There is no effect or note with this number.
    case noSuchEffect(Int)
    /// The session was not being recorded at this time, only from `from` to `to`, in microseconds since 1970.
    case notRecordedThen(String, from: Int64, to: Int64)
    /// The clock was set back during the recording, and never showed this time, only others from `from` to `to`, in
    /// microseconds since 1970.
    case neverOnTheClock(String, from: Int64, to: Int64)
    /// The range ends before it starts.
    case emptyRange(from: Int, to: Int)
    /// The session has no actions.
    case noActions
    /// There is nothing to undo or redo.
    case nothingToUndo
    case nothingToRedo
    /// The action was not applied to the state at the cursor.
    case notABranch(seq: Int, cursor: Int)
    /// The text is no EXPR, or the EXPR cannot be evaluated.
    case malformedExpression(QueryError)
    /// The text is no regular expression.
    case malformedPattern(String)
    /// Nothing matches the regular expression.
    case nothingMatches(String)
    /// The state at `ancestor` is not an ancestor of the state at `seq`.
    case notAnAncestor(Int, of: Int)
    /// No action led to the first state.
    case noActionLed(to: Int)
    /// In a binary search, the state given as good is bad, or the one given as bad is good.
    case goodIsBad(Int)
    case badIsGood(Int)
    /// In a binary search, a state at one end cannot be tested.
    case endIsUntestable(Int)
    /// Two sessions have more than `most` actions after their first difference, which is at `seq`.
    case tooManyToAlign(from: Int, most: Int)
}

extension TimelineError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformedReference(let text): "\"\(text)\" is not a point in time."
        case .referenceOutOfRange(let text, let last):
            (try? PointInTime(parsing: text))?.goesBack(from: last) == true
                ? "\(text) is before the start of the session, 0." : "\(text) is past the end of the session, \(last)."
        case .pruned(let text, let through): "\(text) was pruned, as were all actions up to \(through)."
        case .noStates(isLive: false): "The session has no states: it ended before the first one was written."
        case .noStates(isLive: true): "The session has no states yet."
        case .noSuchBookmark(let name): "No bookmark named \"\(name)\"."
        case .noActionOfType(let type): "No action has the type \(type)."
        case .noSuchEffect(let id): "No effect has the number \(id)."
        case .notRecordedThen(let text, let from, let to):
            "\(text) is outside the recording, which is from \(Self.time(from)) to \(Self.time(to))."
        case .neverOnTheClock(let text, let from, let to):
            "The clock was set back during the recording and never showed \(text), only times from \(Self.time(from)) to \(Self.time(to))."
        case .noActions: "The session has no actions."
        case .emptyRange(let from, let to): "The range ends at \(to), before its start at \(from)."
        case .nothingToUndo: "Nothing to undo: the cursor is at the start."
        case .nothingToRedo: "Nothing to redo: no action follows the cursor."
        case .notABranch(let seq, let cursor): "No branch at the cursor, \(cursor), starts with action \(seq)."
        case .malformedExpression(let problem): problem.message(about: .expression)
        case .malformedPattern(let text): "\"\(text)\" is not a regular expression."
        case .nothingMatches(let pattern): "\"\(pattern)\" matches nothing in the session."
        case .notAnAncestor(let ancestor, let seq): "State \(ancestor) does not lead to state \(seq)."
        case .noActionLed(let seq): "No action led to the initial state, \(seq)."
        case .goodIsBad(let seq): "The state at \(seq) is bad; the search must begin at a good one."
        case .badIsGood(let seq): "The state at \(seq) is good; the search must end at a bad one."
        case .endIsUntestable(let seq): "The state at \(seq), an end of the search, cannot be tested."
        case .tooManyToAlign(let seq, let most):
            "Too many actions after the first difference, at \(seq): at most \(most) are aligned."
        }
    }

    /// Returns a local time, to the millisecond, from microseconds since 1970.
    private static func time(_ microseconds: Int64) -> String {
        // The style truncates, and the nearest `Double` may be less than the time.
        let date = Date(timeIntervalSince1970: Double(microseconds / 1_000) / 1_000 + 0.000_25)
        let style = Date.ISO8601FormatStyle(
            dateTimeSeparator: .space,
            timeZoneSeparator: .colon,
            includingFractionalSeconds: true,
            timeZone: .current
        )
        let text = date.formatted(style)
        let zone = text.dropFirst("1970-01-01 00:00:00.000".count)
        return "\(text.dropLast(zone.count)) \(zone == "Z" ? "UTC" : zone)"
    }
}

extension PointInTime {
    /// Returns true if it names a state before an existing one; `last` is the end of the session.
    fileprivate func goesBack(from last: Int) -> Bool {
        switch base {
        case .seq(let seq) where seq > last: return false
        case .fromEnd: return steps >= 0
        default: return steps > 0
        }
    }
}
