/// Paints text for a terminal, or leaves it plain.
struct Style {
    let isOn: Bool

    func added(_ text: String) -> String { paint(text, 32) }
    func removed(_ text: String) -> String { paint(text, 31) }
    func name(_ text: String) -> String { paint(text, 36) }
    func faint(_ text: String) -> String { paint(text, 2) }
    func strong(_ text: String) -> String { paint(text, 1) }
    func warning(_ text: String) -> String { paint(text, 33) }

    /// ECMA-48 "select graphic rendition".
    private func paint(_ text: String, _ code: Int) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
