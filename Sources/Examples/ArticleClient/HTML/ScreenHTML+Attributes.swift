import RewindHTML

extension ScreenHTML.StringInterpolation {
    /// Appends the attribute with the pointer of the value that an element shows.
    mutating func appendInterpolation(shows pointer: String) {
        appendInterpolation(" data-p=\"\(pointer)\"" as ScreenHTML)
    }

    /// Appends the attributes of an element that can be tapped; nothing if `tap` is nil.
    mutating func appendInterpolation(tap: Tap?) {
        guard let name = tap?.name, name.utf8.count <= Tap.longestName else { return }
        appendInterpolation(" role=\"button\" tabindex=\"0\" data-tap=\"\(name)\"" as ScreenHTML)
    }

    /// Appends a text, cut to `limit` scalars.
    mutating func appendInterpolation(_ text: String, upTo limit: Int) {
        let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
        guard let end, end < text.endIndex else { return appendInterpolation(text) }
        appendInterpolation(String(text.unicodeScalars[..<end]) + "…")
    }
}

extension Tap {
    /// The maximum length of a name in bytes. Identifiers of the API are much shorter; an element with a longer one
    /// cannot be tapped.
    fileprivate static let longestName = 500
}
