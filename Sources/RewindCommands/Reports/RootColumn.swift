import RewindSession
import RewindTimeline

/// The root of each action of a log, as a column: its REF, "?" if it is not known, and nothing for a root itself.
final class RootColumn {
    let width: Int
    private let names: RootNames

    /// Returns the column; nil if the session has no causes.
    ///
    /// - Throws: `SessionError`.
    init?(of timeline: Timeline) throws {
        let session = timeline.session
        guard try session.hasCauses() else { return nil }
        names = RootNames(of: session)
        let effect = try RecordedCause.effect(session.lastEffect()).shortReference
        width = max(String(timeline.last).count, effect.count)
    }

    func cell(for record: ActionRecord) -> String {
        Cells.padded(text(for: record), to: width, isRight: true)
    }

    private func text(for record: ActionRecord) -> String {
        guard let cause = record.cause else { return "" }
        // A list is no place to report damage.
        let root = (try? names.root(of: cause)) ?? nil
        return root.map { RecordedCause($0).shortReference } ?? "?"
    }
}
