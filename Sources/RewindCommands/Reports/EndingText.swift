import RewindSession
import RewindTree

/// How a recording ended, and what it could not keep, in words and as JSON.
enum EndingText {
    /// A clause.
    static func text(of ending: SessionEnding) -> String {
        switch ending.way {
        case .closed: return "closed" + tail(of: ending)
        case .live: return "still being recorded"
        case .unfinished: return "not closed, and its latest actions may be missing"
        case .crashed: break
        }
        guard let first = ending.underWay.first else {
            return "crashed or killed after action \(ending.last)" + tail(of: ending)
        }
        let actions = ending.underWay.map { "\($0.seq) \(TerminalText.line($0.type))" }.joined(separator: ", ")
        let before = first.seq - 1
        let effects =
            ending.unwritten > 0
            ? "; what the \(BriefText.count(ending.unwritten, "action")) up to \(before) led to "
                + "was never written" : ""
        return "crashed or killed during action \(actions)\(effects)"
    }

    private static func tail(of ending: SessionEnding) -> String {
        guard ending.unwritten > 0 else { return "" }
        return ", with \(BriefText.count(ending.unwritten, "effect")) never written"
    }

    /// What is told where a recording did not end as it should; nil where it did.
    static func remark(on ending: SessionEnding) -> String? {
        ending.way == .closed && ending.unwritten == 0 ? nil : text(of: ending)
    }

    /// Lines about what is missing.
    static func lines(for losses: SessionLosses) -> [String] {
        var lines: [String] = []
        if losses.actions > 0 {
            let (count, was) = (BriefText.count(losses.actions, "action"), losses.actions == 1 ? "was" : "were")
            lines.append("\(count) \(was) lost: there was no room, and nothing is left but the number")
        }
        if losses.effects > 0 {
            let (count, was) = (BriefText.count(losses.effects, "effect"), losses.effects == 1 ? "was" : "were")
            lines.append("\(count) \(was) not recorded on their own: the actions are there, and can be re-run")
        }
        return lines
    }

    /// The members of a JSON object that tell of both.
    static func json(_ ending: SessionEnding, _ losses: SessionLosses) -> [(String, Tree)] {
        [
            ("ending", json(ending)), ("lost", .integer(Int64(losses.actions))),
            ("unrecorded_effects", .integer(Int64(losses.effects))),
        ]
    }

    /// The JSON object that tells how a recording ended.
    static func json(_ ending: SessionEnding) -> Tree {
        [
            "how": .string(ending.way.rawValue), "last": .integer(Int64(ending.last)),
            "under_way": Tree(
                elements: ending.underWay.map { ["seq": .integer(Int64($0.seq)), "type": .string($0.type)] }
            ),
            "unwritten": .integer(Int64(ending.unwritten)),
        ]
    }
}
