import RewindHTML

/// Inline Markdown: code, strong text, links and images. Links have no target, and images are replaced by their
/// descriptions: a screen of the past fetches nothing.
struct InlineMarkdown {
    private let text: Substring.UnicodeScalarView
    private var position: String.Index
    /// The last position found of each delimiter, so that each part of the text is searched once.
    private var found: [Unicode.Scalar: String.Index] = [:]
    private var plain = ""
    private var html: ScreenHTML = ""

    private init(_ text: Substring) {
        self.text = text.unicodeScalars
        position = text.startIndex
    }

    /// Renders a line.
    ///
    /// - Complexity: O(*n*), where *n* is its length.
    static func html(_ text: Substring) -> ScreenHTML {
        var line = InlineMarkdown(text)
        while line.position < line.text.endIndex { line.addNext() }
        line.endPlainText()
        return line.html
    }

    private mutating func addNext() {
        let scalar = text[position]
        let next = text.index(after: position)
        switch scalar {
        case "`":
            guard let end = first("`", from: next), end > next else { break }
            return add("<code>\(String(text[next..<end]))</code>", continuingAfter: end)
        case "*":
            guard let start = index(after: next, if: "*"), let end = firstPair(from: start), end > start else { break }
            return add("<b>\(Self.html(Substring(text[start..<end])))</b>", continuingAfter: text.index(after: end))
        case "[":
            guard let (label, end) = link(from: next) else { break }
            return add("<span class=\"link\">\(Self.html(label))</span>", continuingAfter: end)
        case "!":
            guard let start = index(after: next, if: "["), let (label, end) = link(from: start) else { break }
            return add("<span class=\"picture\">\(String(label))</span>", continuingAfter: end)
        default: break
        }
        plain.unicodeScalars.append(scalar)
        position = next
    }

    private mutating func add(_ part: ScreenHTML, continuingAfter end: String.Index) {
        endPlainText()
        html += part
        position = text.index(after: end)
    }

    private mutating func endPlainText() {
        html += ScreenHTML(text: plain)
        plain = ""
    }

    /// Returns the index after `index` if this scalar is at `index`.
    private func index(after index: String.Index, if scalar: Unicode.Scalar) -> String.Index? {
        index < text.endIndex && text[index] == scalar ? text.index(after: index) : nil
    }

    /// Returns the label of a link that begins here, and the end of the link.
    private mutating func link(from start: String.Index) -> (label: Substring, end: String.Index)? {
        guard let end = first("]", from: start), let target = index(after: text.index(after: end), if: "("),
            let last = first(")", from: target)
        else { return nil }
        return (Substring(text[start..<end]), last)
    }

    /// Returns the position of the next two asterisks.
    private mutating func firstPair(from start: String.Index) -> String.Index? {
        var start = start
        while let asterisk = first("*", from: start) {
            if index(after: text.index(after: asterisk), if: "*") != nil { return asterisk }
            start = text.index(after: asterisk)
        }
        return nil
    }

    private mutating func first(_ scalar: Unicode.Scalar, from start: String.Index) -> String.Index? {
        let known = found[scalar]
        let index =
            if let known, known >= start { known } else { text[start...].firstIndex(of: scalar) ?? text.endIndex }
        found[scalar] = index
        return index < text.endIndex ? index : nil
    }
}
