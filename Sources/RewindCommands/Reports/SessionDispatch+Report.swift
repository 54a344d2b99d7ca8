import RewindReplay
import RewindSession
import RewindTimeline

extension SessionDispatch {
    /// Returns a line with the cursor's move, and one with the reducer's error, if it threw.
    func lines(style: TextStyle) -> [String] {
        let record = dispatch.record
        let branch = record.parent == record.seq - 1 ? "" : ", on a branch from \(record.parent)"
        return [style.strong("cursor \(cursor) → \(record.seq)") + branch]
            + (record.error.map { [style.warning("the reducer threw: \(TerminalText.line($0))")] } ?? [])
    }

    /// The changes and the screen.
    var report: any CommandReport {
        get throws { DispatchReport(self, view: CursorReport(from: dispatch.before, to: dispatch.after)) }
    }

    private struct DispatchReport: CommandReport {
        private let added: SessionDispatch
        private let view: CursorReport

        init(_ added: SessionDispatch, view: CursorReport) {
            (self.added, self.view) = (added, view)
        }

        func lines(style: TextStyle) -> [String] { added.lines(style: style) + view.lines(style: style) }

        func encode(to encoder: any Encoder) throws {
            let record = added.dispatch.record
            try encoder.encode([
                "from": added.cursor, "to": record.seq, "parent": record.parent, "error": record.error,
                "changes": view.changes, "screen": OrNull(wrappedValue: view.screen),
            ])
        }
    }
}
