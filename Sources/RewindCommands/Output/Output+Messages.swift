extension Output {
    /// Writes an error and its hint.
    static func failure(_ failure: CommandError, file: String? = nil) {
        let style = TextStyle(isOn: isErrorTerminal && OutputOptions.environmentAllowsColor)
        painted(message: failure.text(for: file, style: style))
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
