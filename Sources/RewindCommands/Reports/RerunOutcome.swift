import RewindAnswers
import RewindReplay
import RewindTree
import RewindTimeline

/// The result of a re-run.
struct RerunOutcome: CommandReport {
    private let report: RerunReport

    init(_ report: RerunReport) {
        self.report = report
    }

    func encode(to encoder: any Encoder) throws {
        let finding = report.finding
        var (changes, errors, encodable): ([RecordedChange]?, [String?]?, Bool?)
        switch finding?.kind {
        case .otherState(let found), .impureState(let found), .changedInPlace(_, let found): changes = found.recorded
        case .otherError(let old, let new), .impureError(let old, let new): errors = [old, new]
        case .notEncodable: encodable = false
        case nil: break
        }
        let taken = report.taken.map { ($0.key.rawValue, $0.value) }
        try encoder.encode([
            "verdict": finding.map { $0.isImpurity ? "impure" : "diverged" } ?? "agrees", "rerun": report.rerun,
            "uncompared": report.uncompared, "taken": Dictionary(uniqueKeysWithValues: taken),
            "survived": report.survived.map(\.seq), "unfinished": report.unfinished.map(\.seq), "seq": finding?.seq,
            "type": finding?.type, "changes": changes, "errors": errors, "encodable": encodable,
        ])
    }

    /// Returns the lines: the result first, then the actions that were not re-run.
    func lines(style: TextStyle) -> [String] {
        var lines: [String] = []
        if let finding = report.finding {
            lines += Self.lines(for: finding, style: style)
            lines.append("\(BriefText.count(report.rerun, "action")) re-run before it")
        } else {
            lines.append(style.strong("no divergence: \(BriefText.count(report.rerun, "action")) re-run"))
        }
        return lines + notes
    }

    private static func lines(for finding: RerunReport.Finding, style: TextStyle) -> [String] {
        let action = "action \(finding.seq), \(finding.type)"
        func lines(_ headline: String, _ difference: StateDifference) -> [String] {
            [style.strong(headline)]
                + DifferenceText(style: style, width: Output.terminalColumns, indent: 2).lines(for: difference)
        }
        switch finding.kind {
        case .otherState(let difference):
            return lines("diverged at \(action): recorded → re-run", difference)
        case .otherError(let recorded, let rerun):
            return [
                style.strong("diverged at \(action): recorded → re-run"),
                "  error  \(style.removed(text(ofError: recorded))) → \(style.added(text(ofError: rerun)))",
            ]
        case .impureState(let difference):
            return lines("impure reducer at \(action): reduced once → reduced again from the same state", difference)
        case .impureError(let first, let second):
            return [
                style.strong("impure reducer at \(action): reduced once → reduced again from the same state"),
                "  error  \(style.removed(text(ofError: first))) → \(style.added(text(ofError: second)))",
            ]
        case .changedInPlace(let parent, let difference):
            return lines(
                "impure reducer: an earlier action changed the state at \(parent) in place, where \(action), starts",
                difference
            )
        case .notEncodable:
            return [style.strong("diverged at \(action): the new state cannot be encoded")]
        }
    }

    private static func text(ofError error: String?) -> String {
        error.map { BriefText.text(of: .string($0), limit: 60) } ?? "none"
    }

    private var notes: [String] {
        var notes: [String] = []
        for reason in ReducerObstacle.allCases {
            guard let types = report.taken[reason] else { continue }
            let count = types.values.reduce(0, +)
            let what =
                switch reason {
                case .reflected: "recorded by reflection"
                case .unregistered: "type not registered"
                case .lost: "payload missing"
                case .undecodable: "payload does not decode"
                case .afterUnknown: "state before it unknown"
                }
            let actions = BriefText.count(count, "action")
            notes.append("\(actions) not re-run, recorded effect used (\(what)): \(BriefText.counts(types))")
        }
        if report.uncompared > 0 {
            notes.append("\(BriefText.count(report.uncompared, "action")) not compared: recorded state unknown")
        }
        for action in report.survived {
            let type = TerminalText.line(action.type)
            notes.append("action \(action.seq), \(type), during which the app ended, was re-run completely")
        }
        for action in report.unfinished {
            let type = TerminalText.line(action.type)
            notes.append("action \(action.seq), \(type), during which the app ended, could not be re-run")
        }
        return notes
    }
}
