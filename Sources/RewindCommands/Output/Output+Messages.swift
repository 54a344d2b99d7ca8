extension Output {
    /// Writes an error and its hint; the answer "not found" is a note.
    static func failure(_ failure: CommandError, file: String? = nil) {
        let style = Style(isOn: isErrorTerminal && OutputOptions.environmentAllowsColor)
        let head = failure.status == 1 ? "Note:" : style.removed("Error:")
        painted(message: "\(head) \(TerminalText.line(failure.message))")
        if let hint = failure.hint { self.hint(hint, file: file) }
    }

    /// Writes a note.
    static func note(_ note: Note) {
        message(note.text)
    }

    /// Writes a hint.
    static func hint(_ hint: CommandError.Hint, file: String? = nil) {
        hint.printedLines(for: file).forEach(message)
    }
}
