import RewindReplay

/// The messages about states that the recording does not have.
struct RecoveryText {
    /// The maximum number of runs of actions shown.
    private static let mostRuns = 4

    /// The actions whose effects stay unknown, and the reasons; a reason is nil if the tool has no reducers.
    let failures: [(failure: RecoveryReport.Failure, reason: RecoveryReport.Reason?)]
    /// The name of the session, if there are several.
    var name: String?
    /// The path of the session.
    let file: String
    /// The arguments of the process, without its name.
    let arguments: [String]

    /// Returns a note that `count` actions were re-run; `isOne` if that was for one state.
    static func note(ofRecovering count: Int, isOne: Bool, in name: String? = nil) -> String {
        let actions = "\(grouped(count)) action\(count == 1 ? "" : "s")"
        let session = name.map { " of \($0)" } ?? ""
        return "Note: \(isOne ? "state" : "states")\(session) recovered by re-running \(actions)."
    }

    /// A line for each run of actions, then the next step.
    var lines: [String] {
        var lines = failures.prefix(Self.mostRuns).map { "Note: \(text(of: $0.failure, $0.reason))." }
        let rest = failures.dropFirst(Self.mostRuns).reduce(0) { $0 + $1.failure.count }
        if rest > 0 { lines.append("Note: … and \(BriefText.count(rest, "more action")).") }
        if let hint = failures.lazy.compactMap({ hint(for: $0.reason) }).first { lines += hint.printedLines() }
        return lines
    }

    private func text(of failure: RecoveryReport.Failure, _ reason: RecoveryReport.Reason?) -> String {
        let (isOne, session) = (failure.count == 1, name.map { " in \($0)" } ?? "")
        let actions =
            isOne
            ? "action \(failure.last)"
            : failure.last - failure.first + 1 == failure.count
                ? "actions \(failure.first)…\(failure.last)"
                : "\(failure.count) actions from \(failure.first) to \(failure.last)"
        let shown = "showing the state at \(failure.fallback)"
        if reason == .underWay { return "the app ended during \(actions)\(session); \(shown)" }
        let because = reason.map { ": \(words(for: $0, failure))" } ?? ""
        return "the effect of \(actions)\(session) is unknown\(because); \(shown)"
    }

    private func words(for reason: RecoveryReport.Reason, _ failure: RecoveryReport.Failure) -> String {
        let first = failure.count == 1 ? "it" : "the first"
        return switch reason {
        case .underWay: "the app ended during \(first)"
        case .lost: "\(first) was recorded without its payload"
        case .reflected: "\(first) was recorded by reflection, and cannot be re-run"
        case .unregistered(let type): "\(TerminalText.line(type)) is not a registered type"
        case .undecodable(let type): "\(first) does not decode as \(TerminalText.line(type))"
        case .notEncodable(let type): "the state after \(TerminalText.line(type)) cannot be encoded"
        case .otherState: "this version of the app does not read the state at \(failure.fallback) unchanged"
        case .doesNotMeet(let seq): "a re-run does not lead to the recorded state at \(seq)"
        case .diverges(let seq): "a re-run differs from the recording at action \(seq)"
        }
    }

    private func hint(for reason: RecoveryReport.Reason?) -> CommandError.Hint? {
        let file = ShellWord.path(file)
        switch reason {
        case nil, .unregistered:
            let command = arguments.map { ShellWord.text($0) }.joined(separator: " ")
            return .command("Recover it with the app's own tool", "YOUR-TOOL \(command)")
        case .doesNotMeet, .diverges:
            return .command("Find where the reducers differ", "rewind replay \(file) --verify")
        case .otherState, .undecodable:
            return .command("List what does not decode", "rewind replay \(file) --check")
        case .underWay, .lost, .reflected, .notEncodable: return nil
        }
    }

    /// Returns a number with a comma between thousands.
    private static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return String(
            digits.enumerated().flatMap { index, digit in
                index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
            }
        )
    }
}
