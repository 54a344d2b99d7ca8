import RewindSession

/// The lines of a log, in columns.
struct LogLines {
    let style: Style
    let cursor: Int
    let last: Int
    let typeWidth: Int
    private let times = TimeText()

    init(style: Style, cursor: Int, last: Int, typeWidth: Int) {
        self.style = style
        self.cursor = cursor
        self.last = last
        self.typeWidth = typeWidth
    }

    /// The line for one action, behind the columns of a graph where there is one.
    func line(for record: ActionRecord, in graph: LogGraph? = nil) -> String {
        let seq = String(record.seq)
        let padding = String(repeating: " ", count: max(0, String(last).count - seq.count))
        let name = TerminalText.line(record.type)
        let type = name + String(repeating: " ", count: max(0, typeWidth - name.count))
        let cursorMark = record.seq == cursor ? style.strong(">") : graph == nil ? " " : "*"
        let columns = graph?.cell(mark: cursorMark) ?? cursorMark
        return [
            "\(columns) \(statusMark(for: record)) \(padding)\(seq)", style.faint(times.time(record.at)),
            style.name(type), ChangeText.summary(of: record.patch), record.error.map { style.warning("failed: \($0)") },
            // Where the line to it cannot be seen.
            graph?.isCrowded == true && record.parent != record.seq - 1
                ? style.faint("(after \(record.parent))") : nil,
        ].compactMap { $0 }.joined(separator: "  ")
    }

    private func statusMark(for record: ActionRecord) -> String {
        switch record.status {
        case .began, .failed: style.warning("!")
        case .dropped: style.warning("?")
        case .done: " "
        }
    }
}
