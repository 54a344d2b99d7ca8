/// The input line of the full screen.
struct DebugInput {
    /// The purpose of the line.
    enum Question: Hashable {
        case verb, search, watch, filter, bookmark, dispatch, export

        var prompt: String {
            switch self {
            case .verb: ":"
            case .search: "/"
            case .watch: "watch "
            case .filter: "show only types with "
            case .bookmark: "bookmark "
            case .dispatch: "dispatch "
            case .export: "export to "
            }
        }
    }

    /// The open question; nil while there is no input line.
    private(set) var question: Question?
    private var fields: [Question: LineField]
    /// The answer if none is typed.
    private var proposal = ""

    /// - Parameter history: The verbs of earlier sessions.
    init(history: [String] = []) {
        fields = [.verb: LineField(history: history)]
    }

    mutating func ask(_ question: Question, proposal: String = "") {
        (self.question, self.proposal) = (question, proposal)
        fields[question, default: LineField()].clear()
    }

    /// The text that was typed; nil while there is no input line.
    var text: String? { question.map { fields[$0]?.text ?? "" } }

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
        case .control("c"): self.question = nil
        case .escape where !field.isSearching: self.question = nil
        case .backspace where field.text.isEmpty && !field.isSearching: self.question = nil
        case .enter:
            self.question = nil
            let text = field.take()
            return text.isEmpty ? proposal : text
        default: _ = field.press(key, completions: completions)
        }
        return nil
    }

    /// Draws the line, with the caret. Returns false if there is none.
    func put(in frame: inout TerminalFrame, row: Int, style: TextStyle) -> Bool {
        guard let question, let field = fields[question] else { return false }
        let start = Cells.count(question.prompt)
        let (text, caret) = field.shown(in: max(1, frame.size.columns - start - 1))
        frame.put(style.strong(question.prompt) + (text.isEmpty ? style.faint(proposal) : text), row: row)
        frame.caret = (min(frame.size.columns - 1, start + caret), row)
        return true
    }
}
