#if os(macOS) || os(Linux)

/// The input line of the full screen.
struct DebugInput {
    /// The purpose of the line.
    enum Question: Hashable {
        case verb, search, watch, bookmark, dispatch, export

        var prompt: String {
            switch self {
            case .verb: ":"
            case .search: "/"
            case .watch: "watch "
            case .bookmark: "bookmark "
            case .dispatch: "dispatch "
            case .export: "export to "
            }
        }
    }

    /// The open question; nil while there is no input line.
    private(set) var question: Question?
    private var fields: [Question: LineField] = [:]

    mutating func ask(_ question: Question, text: String = "") {
        self.question = question
        fields[question, default: LineField()].text = text
    }

    mutating func insert(_ text: String) {
        guard let question else { return }
        fields[question, default: LineField()].insert(text)
    }

    /// Handles a key. Returns the line at Enter.
    mutating func press(_ key: TerminalEvent.Key, completions: (String) -> [String]) -> String? {
        guard let question else { return nil }
        var field = fields[question, default: LineField()]
        defer { fields[question] = field }
        switch key {
        case .escape, .control("c"): self.question = nil
        case .backspace where field.text.isEmpty: self.question = nil
        case .enter:
            self.question = nil
            return field.take()
        default: _ = field.press(key, completions: completions)
        }
        return nil
    }

    /// Draws the line, with the caret. Returns false if there is none.
    func put(in frame: inout TerminalFrame, row: Int, style: Style) -> Bool {
        guard let question, let field = fields[question] else { return false }
        let start = Cells.count(question.prompt)
        let (text, caret) = field.shown(in: max(1, frame.size.columns - start - 1))
        frame.put(style.strong(question.prompt) + text, row: row)
        frame.caret = (min(frame.size.columns - 1, start + caret), row)
        return true
    }
}

#endif
