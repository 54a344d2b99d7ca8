import RewindReplay
import RewindTree

/// An action of a re-run with changed actions: its outcome, or only the progress.
struct WhatIfStepReport: CommandReport {
    let step: WhatIfStep

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "seq": step.seq, "type": step.type, "outcome": step.outcome?.rawValue, "apart": step.apart?.tree,
        ])
    }

    func lines(style: TextStyle) -> [String] {
        let outcome =
            switch step.outcome {
            case .skipped: "skipped"
            case .edited: "edited"
            case .moved: "moved"
            case .added: "added"
            case .other: "has another effect"
            case .applied: "could not be re-run"
            case .unknown: "effect unknown"
            case nil: ""
            }
        let apart = step.apart.map { $0.isEmpty ? "states meet" : "states diverge" } ?? ""
        let texts = [outcome, apart].filter { !$0.isEmpty }
        guard !texts.isEmpty else { return [] }
        return ["\(step.seq)  \(style.name(TerminalText.line(step.type)))  \(texts.joined(separator: "; "))"]
    }
}

extension WhatIfStep {
    /// Decodes a step from JSON; nil if it is something else.
    init?(_ tree: Tree) {
        guard case .integer(let seq)? = tree.child("seq"), case .string(let type)? = tree.child("type"),
            tree.child("verdict") == nil
        else { return nil }
        self.init(seq: Int(clamping: seq), type: type)
        if case .string(let text)? = tree.child("outcome") { outcome = Outcome(rawValue: text) }
        if let patch = tree.child("apart") { apart = try? Patch(tree: patch) }
    }
}
