#if os(macOS) || os(Linux)

import RewindReplay
import RewindSession
import RewindTree

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
        return "Note: \(isOne ? "state" : "states")\(session) recovered by re-running \(actions), "
            + "whose effects were not written."
    }

    /// A line for each run of actions, then the next step.
    var lines: [String] {
        var lines = failures.prefix(Self.mostRuns).map { "Note: \(text(of: $0.failure, $0.reason))." }
        let rest = failures.dropFirst(Self.mostRuns).reduce(0) { $0 + $1.failure.count }
        if rest > 0 { lines.append("Note: the same goes for \(BriefText.count(rest, "more action")).") }
        if let hint = failures.lazy.compactMap({ hint(for: $0.reason) }).first { lines.append("Hint: \(hint)") }
        return lines
    }

    private func text(of failure: RecoveryReport.Failure, _ reason: RecoveryReport.Reason?) -> String {
        let (isOne, session) = (failure.count == 1, name.map { " in \($0)" } ?? "")
        let actions =
            isOne
            ? "action \(failure.last)"
            : failure.last - failure.first + 1 == failure.count
                ? "the actions \(failure.first)…\(failure.last)"
                : "\(failure.count) actions from \(failure.first) to \(failure.last)"
        let standsIn = "the state at \(failure.standsIn), the last known before \(isOne ? "it" : "them"), stands in"
        if reason == .underWay {
            return "\(actions)\(session) \(isOne ? "was" : "were") under way when the app ended, and led nowhere; "
                + standsIn
        }
        let because = reason.map { ": \(words(for: $0, failure))" } ?? ""
        return "what \(actions) led to\(session) is not known\(because); \(standsIn)"
    }

    private func words(for reason: RecoveryReport.Reason, _ failure: RecoveryReport.Failure) -> String {
        let first = failure.count == 1 ? "it" : "the first of them"
        return switch reason {
        case .underWay: "\(first) was under way when the app ended"
        case .lost: "the recording does not have the value of \(first)"
        case .reflected: "\(first) was only reflected, and cannot be re-run"
        case .unregistered(let type): "this tool does not know actions of type \(TerminalText.line(type))"
        case .undecodable(let type): "\(first) does not decode as \(TerminalText.line(type))"
        case .notEncodable(let type): "the state that \(TerminalText.line(type)) leads to cannot be encoded"
        case .otherState:
            "the state at \(failure.standsIn) is none that this version of the app can read and write again"
        case .doesNotMeet(let seq):
            "re-run, they do not lead to the recorded state at \(seq), so that a reducer is impure or another by now"
        case .diverges(let seq):
            "the reducers of this tool do not lead where the recording says at action \(seq), so that what they lead to "
                + "here cannot be trusted"
        }
    }

    private func hint(for reason: RecoveryReport.Reason?) -> String? {
        switch reason {
        case nil, .unregistered:
            let command = arguments.map { ShellWord.text($0) }.joined(separator: " ")
            return "The app's own tool, made with its reducers, recovers it: YOUR-TOOL \(command)"
        case .doesNotMeet, .diverges:
            return "rewind replay \(ShellWord.text(file)) --verify tells where the reducers lead elsewhere."
        case .otherState, .undecodable:
            return "rewind replay \(ShellWord.text(file)) --check tells what does not fit."
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

#endif
