import RewindTimeline

/// The end of a recording.
package struct EndingReport: Encodable {
    private let ending: SessionEnding
    /// The number of actions whose effects were not saved.
    var unwritten: Int { ending.unwritten }

    package init(_ ending: SessionEnding) {
        self.ending = ending
    }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "how": ending.way.rawValue, "last": ending.last, "unwritten": ending.unwritten,
            "under_way": ending.underWay,
        ])
    }

    /// The ending as a clause.
    package var text: String {
        switch ending.way {
        case .closed: return "closed" + tail
        case .live: return "still being recorded"
        case .unfinished: return "not closed; the latest actions may be missing"
        case .crashed: break
        }
        guard let first = ending.underWay.first else { return "crashed or killed after action \(ending.last)" + tail }
        let actions = ending.underWay.map { "\($0.seq) \(TerminalText.line($0.type))" }.joined(separator: ", ")
        let before = first.seq - 1
        let effects =
            ending.unwritten > 0
            ? "; the effects of the \(BriefText.count(ending.unwritten, "action")) up to \(before) were not saved" : ""
        return "crashed or killed during action \(actions)\(effects)"
    }

    /// The text for a recording that did not end normally; nil for one that did.
    var remark: String? { ending.way == .closed && ending.unwritten == 0 ? nil : text }

    private var tail: String {
        guard ending.unwritten > 0 else { return "" }
        return "; \(BriefText.count(ending.unwritten, "effect")) not saved"
    }
}

/// The end of a recording, and its losses.
struct OutcomeReport: Encodable {
    private enum CodingKeys: String, CodingKey { case ending, lost, unrecordedEffects = "unrecorded_effects" }

    let ending: EndingReport
    private let lost, unrecordedEffects: Int

    /// Reads the ending and the losses.
    ///
    /// - Throws: `SessionError`.
    init(of session: SessionReader) throws {
        self.init(try session.ending(), try SessionLosses(of: session))
    }

    init(_ ending: SessionEnding, _ losses: SessionLosses) {
        (self.ending, lost, unrecordedEffects) = (EndingReport(ending), losses.actions, losses.effects)
    }

    /// Lines about the missing data.
    var losses: [String] {
        var lines: [String] = []
        if lost > 0 {
            lines.append("\(BriefText.count(lost, "action")) lost: the queue or disk was full, or the file was damaged")
        }
        // The text of the ending has the others.
        let others = unrecordedEffects - ending.unwritten
        if others > 0 {
            lines.append("\(BriefText.count(others, "effect")) not recorded, but recovered by a re-run")
        }
        return lines
    }
}
