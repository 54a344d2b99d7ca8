import SessionFile
import Timeline

/// What is said where an answer rests on states that the recording does not have: after actions whose effects are not
/// known, the last known state stands in.
enum UnknownNote {
    /// Tells of the actions up to each of `seqs`, one after the other on its branch, whose effects are not known, and
    /// what comes of that.
    ///
    /// - Complexity: O(their number).
    /// - Throws: `SessionError`.
    static func tell(about seqs: Int..., in timeline: Timeline, so consequence: String? = nil) throws {
        var told: [Writing.Gap] = []
        for seq in seqs {
            guard let gap = try timeline.gap(endingWith: seq) else { continue }
            // Who goes from one of them to the next hears of both at once.
            if told.contains(where: { $0.first == gap.first && $0.last >= gap.last }) { continue }
            told.append(gap)
            let them = gap.count == 1 ? "it" : "them"
            let what = consequence ?? "the last known state before \(them) stands in"
            Output.message("Note: what \(text(of: gap)) led to is not known; \(what).")
        }
    }

    /// Tells of the actions in `ranges` whose effects are not known; `name` is that of the session, where there are
    /// several.
    ///
    /// - Complexity: linear in the actions.
    /// - Throws: `SessionError`.
    static func tell(aboutThoseIn ranges: [ClosedRange<Int>], of timeline: Timeline, name: String? = nil) throws {
        guard let gap = try timeline.unknownEffects(in: ranges) else { return }
        let (each, session) = (gap.count == 1 ? "it" : "each", name.map { " in \($0)" } ?? "")
        Output.message(
            "Note: what \(text(of: gap)) led to\(session) is not known; the last known state before \(each) stands in."
        )
    }

    /// Actions in words.
    private static func text(of gap: Writing.Gap) -> String {
        if gap.count == 1 { return "action \(gap.last)" }
        return gap.last - gap.first + 1 == gap.count
            ? "the actions \(gap.first)…\(gap.last)"
            : "\(gap.count) actions from \(gap.first) to \(gap.last)"
    }
}
