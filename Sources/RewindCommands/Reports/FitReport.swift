import RewindReplay
import RewindTree

/// Whether a session fits the app, as lines for people and as JSON.
struct FitReport {
    private let fit: SessionFit

    init(_ fit: SessionFit) {
        self.fit = fit
    }

    /// The verdict, and what it is based on.
    func lines(style: Style) -> [String] {
        let headline =
            switch fit.verdict {
            case .fine: "fine: this version of the app reads and writes all that was recorded"
            case .risky: "risky: this version of the app does not write all that was recorded as it was"
            case .impossible: "impossible: this version of the app cannot read all that was recorded"
            }
        return [style.strong(headline)] + fit.findings.map { "  \(TerminalText.line(text(of: $0)))" } + notes
    }

    /// What there is to say to somebody who did not ask.
    var warnings: [String] {
        fit.findings.map { TerminalText.line(text(of: $0)) }
    }

    /// The next step, where the session is one of another app.
    var hint: String? {
        let strangers = fit.unregistered.values.reduce(0, +) + fit.reflected.values.reduce(0, +)
        guard !fit.unregistered.isEmpty, strangers == fit.actions else { return nil }
        return "This tool knows none of the session's types: an app's own tool, made of the library RewindCommands, "
            + "re-runs its sessions."
    }

    private var notes: [String] {
        var notes: [String] = []
        if !fit.unregistered.isEmpty { notes.append("not registered: \(TypeCounts.text(fit.unregistered))") }
        if !fit.reflected.isEmpty { notes.append("only reflected: \(TypeCounts.text(fit.reflected))") }
        return notes
    }

    private func text(of finding: SessionFit.Finding) -> String {
        let subject = name(of: finding.subject)
        switch finding.remark {
        case .filled(let pointer): return "\(subject): \(place(pointer)) is not in the file; the type fills it in"
        case .ignored(let pointer): return "\(subject): \(place(pointer)) is in the file; the type has no place for it"
        case .changed(let pointer): return "\(subject): the type makes another value of \(place(pointer))"
        case .notAnAction(let action): return "\(subject): the reducer takes \(action), which the type is not"
        case .undecodable(let failure):
            let what = finding.subject == .state ? "the state at \(finding.seq)" : "action \(finding.seq)"
            return "\(subject): \(DecodingText.text(of: failure)), first in \(what)"
        }
    }

    private func name(of subject: SessionFit.Subject) -> String {
        switch subject {
        case .state: "state"
        case .action(let type): type
        }
    }

    private func place(_ pointer: Pointer) -> String {
        pointer == .root ? "the whole value" : pointer.description
    }

    /// The JSON document.
    var json: Tree {
        Tree(members: [
            ("verdict", .string(fit.verdict.rawValue)),
            ("actions", .integer(Int64(fit.actions))),
            ("findings", Tree(elements: fit.findings.map(json))),
            ("unregistered", TypeCounts.json(fit.unregistered)),
            ("reflected", TypeCounts.json(fit.reflected)),
        ])
    }

    private func json(_ finding: SessionFit.Finding) -> Tree {
        var members: [(String, Tree)] = [("seq", .integer(Int64(finding.seq)))]
        switch finding.subject {
        case .state: members.append(("subject", "state"))
        case .action(let type): members += [("subject", "action"), ("type", .string(type))]
        }
        func add(_ kind: String, _ pointer: Pointer) {
            members += [("kind", .string(kind)), ("pointer", .string(pointer.description))]
        }
        switch finding.remark {
        case .filled(let pointer): add("filled", pointer)
        case .ignored(let pointer): add("ignored", pointer)
        case .changed(let pointer): add("changed", pointer)
        case .notAnAction: add("not_an_action", .root)
        case .undecodable(let failure):
            add("undecodable", failure.pointer)
            members.append(("reason", .string(DecodingText.reason(of: failure))))
        }
        return Tree(members: members)
    }
}

/// Numbers of actions by type.
enum TypeCounts {
    /// Each type with how often it is there, the most frequent first.
    static func text(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(TerminalText.line($0.key)) (\($0.value))" }
            .joined(separator: ", ")
    }

    static func json(_ counts: [String: Int]) -> Tree {
        Tree(members: counts.map { ($0.key, .integer(Int64($0.value))) })
    }
}

/// Why a value does not decode, in words.
enum DecodingText {
    static func text(of failure: DecodingFailure) -> String {
        let place = failure.pointer == .root ? "the whole value" : failure.pointer.description
        return "\(place) \(reason(of: failure))"
    }

    static func reason(of failure: DecodingFailure) -> String {
        let reason =
            switch failure.reason {
            case .missing: "is missing"
            case .otherKind(let expected, let found): "should be \(expected), and is \(found)"
            case .refused(let kind): "is a \(kind) that the type does not take"
            case .threw(let type): "does not decode: \(type)"
            }
        return failure.isMasked ? "\(reason), the mask of a secret" : reason
    }
}
