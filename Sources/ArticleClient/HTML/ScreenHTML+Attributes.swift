import RewindHTML

extension ScreenHTML.StringInterpolation {
    /// Appends the attribute that names the value which an element shows, by its pointer in the state.
    mutating func appendInterpolation(shows pointer: String) {
        appendInterpolation(" data-p=\"\(pointer)\"" as ScreenHTML)
    }

    /// Appends the attributes of an element that can be used; nothing where it cannot.
    mutating func appendInterpolation(tap: Tap?) {
        guard let name = tap?.name, name.utf8.count <= Tap.longestName else { return }
        appendInterpolation(" role=\"button\" tabindex=\"0\" data-tap=\"\(name)\"" as ScreenHTML)
    }

    /// Appends a text, as much of it as has room in so many scalars.
    mutating func appendInterpolation(_ text: String, upTo limit: Int) {
        let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
        guard let end, end < text.endIndex else { return appendInterpolation(text) }
        appendInterpolation(String(text.unicodeScalars[..<end]) + "…")
    }
}

extension Tap {
    /// No identifier of the API comes near this; one that does cannot be tapped.
    fileprivate static let longestName = 500
}
