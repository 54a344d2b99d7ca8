import RewindTimeline

extension SessionEnding {
    /// The ending as a clause.
    package var text: String {
        switch how {
        case .closed: return "closed" + tail
        case .live: return "still being recorded"
        case .unfinished: return "not closed; the latest actions may be missing"
        case .suspended: return "ended in the background after action \(last)" + tail
        case .crashed: break
        }
        guard let first = underWay.first else { return "crashed or killed after action \(last)" + tail }
        let actions = underWay.map { "\($0.seq) \(TerminalText.line($0.type))" }.joined(separator: ", ")
        let before = first.seq - 1
        let effects =
            unwritten > 0
            ? unwritten == 1
                ? "; the effect of \(before) was not saved"
                : "; the effects of the \(unwritten) actions up to \(before) were not saved" : ""
        return "crashed or killed during action \(actions)\(effects)"
    }

    /// The text for a recording that did not end normally; nil for one that did.
    var remark: String? { how == .closed && unwritten == 0 ? nil : text }

    private var tail: String {
        guard unwritten > 0 else { return "" }
        return "; \(BriefText.count(unwritten, "effect")) not saved"
    }
}

extension SessionLosses {
    /// Lines about the missing data, without what the text of the ending has.
    func lines(after ending: SessionEnding) -> [String] {
        var lines: [String] = []
        if actions > 0 {
            lines.append(
                "\(BriefText.count(actions, "action")) lost: the queue or disk was full, or the file was damaged"
            )
        }
        let others = effects - ending.unwritten
        if others > 0 {
            lines.append("\(BriefText.count(others, "effect")) not recorded, but recovered by a re-run")
        }
        return lines
    }
}
