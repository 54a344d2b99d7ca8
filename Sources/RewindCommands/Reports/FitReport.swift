import RewindReplay
import RewindTree

/// A check of whether a session fits the app.
struct FitReport: CommandReport {
    /// A finding in JSON output.
    private struct Entry: Encodable {
        let finding: SessionFit.Finding

        func encode(to encoder: any Encoder) throws {
            var type: String?
            if case .action(let name) = finding.subject { type = name }
            let (kind, pointer, failure): (String, Pointer, DecodingFailure?) =
                switch finding.remark {
                case .filled(let pointer): ("filled", pointer, nil)
                case .ignored(let pointer): ("ignored", pointer, nil)
                case .changed(let pointer): ("changed", pointer, nil)
                case .notAnAction: ("not_an_action", .root, nil)
                case .undecodable(let failure): ("undecodable", failure.pointer, failure)
                }
            try encoder.encode([
                "seq": finding.seq, "subject": type == nil ? "state" : "action", "type": type, "kind": kind,
                "pointer": pointer.description, "reason": failure?.problem,
            ])
        }
    }

    private let fit: SessionFit

    init(_ fit: SessionFit) {
        self.fit = fit
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "verdict": fit.verdict.rawValue, "actions": fit.actions,
            "findings": fit.findings.map { Entry(finding: $0) },
            "unregistered": fit.unregistered, "reflected": fit.reflected, "unusable": fit.unusable,
        ])
    }

    /// Returns the verdict and its reasons.
    func lines(style: TextStyle) -> [String] {
        let headline =
            switch fit.verdict {
            case .fine: "ok: this version of the app reads and writes the session unchanged"
            case .risky: "risky: this version of the app changes some recorded values"
            case .impossible: "impossible: this version of the app cannot read the session"
            }
        return [style.strong(headline)] + fit.findings.map { "  \(TerminalText.line(text(of: $0)))" } + notes
    }

    /// The findings as warnings, for a command that was not asked to check.
    var warnings: [String] {
        fit.findings.map { TerminalText.line(text(of: $0)) }
    }

    /// The next step if the session belongs to another app.
    var hint: CommandError.Hint? {
        let strangers = fit.unregistered.values.reduce(0, +) + fit.reflected.values.reduce(0, +)
        guard !fit.unregistered.isEmpty, strangers == fit.actions else { return nil }
        return Wording.otherAppHint
    }

    private var notes: [String] {
        var notes: [String] = []
        if !fit.unusable.isEmpty {
            let share = "\(fit.unusable.values.reduce(0, +)) of \(BriefText.count(fit.actions, "action"))"
            notes.append("cannot run: \(share), \(BriefText.counts(fit.unusable))")
        }
        if !fit.unregistered.isEmpty { notes.append("not registered: \(BriefText.counts(fit.unregistered))") }
        if !fit.reflected.isEmpty { notes.append("recorded by reflection: \(BriefText.counts(fit.reflected))") }
        return notes
    }

    private func text(of finding: SessionFit.Finding) -> String {
        let (subject, root) = (name(of: finding.subject), "the whole value")
        switch finding.remark {
        case .filled(let pointer):
            return "\(subject): \(pointer.name(root: root)) is missing in the file; the type fills it in"
        case .ignored(let pointer):
            return "\(subject): \(pointer.name(root: root)) is in the file, but not in the type"
        case .changed(let pointer): return "\(subject): the type changes the value of \(pointer.name(root: root))"
        case .notAnAction(let action): return "\(subject): the type is not \(action), which the reducer takes"
        case .undecodable(let failure):
            let what = finding.subject == .state ? "the state at \(finding.seq)" : "action \(finding.seq)"
            return "\(subject): \(failure), first in \(what)"
        }
    }

    private func name(of subject: SessionFit.Subject) -> String {
        switch subject {
        case .state: "state"
        case .action(let type): type
        }
    }
}
