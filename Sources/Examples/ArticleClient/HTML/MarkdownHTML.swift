import RewindHTML

extension Article {
    /// Returns the HTML of a body in Markdown, as a server would add it to an article.
    package static func html(ofBody body: String) -> String {
        MarkdownHTML.html(body, in: .english).markup
    }
}

/// Renders the Markdown of an article: headings, paragraphs, lists, code, quotes and tables. Everything else is shown
/// as text, HTML included.
struct MarkdownHTML {
    /// The maximum length of a rendered text, in scalars; nobody scrolls that far in a screen of the past.
    private static let longest = 8_000

    private var html: ScreenHTML = ""
    private var block = Block.none
    /// The lines of the open code block.
    private var code: [Substring] = []

    private enum Block {
        case none
        case unordered
        case ordered
        case quote
        case table
        case code
    }

    /// Renders a text.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the rendered part.
    static func html(_ text: String, in language: Language) -> ScreenHTML {
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex) ?? scalars.endIndex
        var markdown = MarkdownHTML()
        for line in String(scalars[..<end]).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            markdown.add(line)
        }
        markdown.begin(.none)
        if end < scalars.endIndex {
            let count = scalars.distance(from: end, to: scalars.endIndex)
            let text = language.text("… \(count) more characters", ja: "… ほか \(count) 文字")
            markdown.html += "<p class=\"cut\">\(text)</p>"
        }
        return markdown.html
    }

    private mutating func add(_ line: Substring) {
        if block == .code {
            if line.hasPrefix("```") { begin(.none) } else { code.append(line) }
            return
        }
        let text = line.drop { $0 == " " || $0 == "\t" }
        if text.hasPrefix("```") {
            begin(.code)
        } else if let (level, title) = text.heading {
            begin(.none)
            // The title of the article is the first heading.
            let tag = ScreenHTML(text: "h\(min(4, level + 1))")
            html += "<\(tag)>\(InlineMarkdown.html(title))</\(tag)>\n"
        } else if let item = text.bulleted {
            begin(.unordered)
            html += "<li>\(InlineMarkdown.html(item))</li>\n"
        } else if let item = text.numbered {
            begin(.ordered)
            html += "<li>\(InlineMarkdown.html(item))</li>\n"
        } else if text.hasPrefix(">") {
            begin(.quote)
            html += "<p>\(InlineMarkdown.html(text.dropFirst().drop { $0 == " " }))</p>\n"
        } else if text.hasPrefix("|") {
            begin(.table)
            addRow(text)
        } else {
            begin(.none)
            if text.isRule {
                html += "<hr>\n"
            } else if !text.isEmpty {
                html += "<p>\(InlineMarkdown.html(text))</p>\n"
            }
        }
    }

    private mutating func addRow(_ line: Substring) {
        // The line between the head and the body of a table.
        guard !line.allSatisfy({ "|-: ".contains($0) }) else { return }
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(\.trimmed)
        html += "<tr>"
        for cell in cells.last?.isEmpty == true ? cells.dropLast() : cells[...] {
            html += "<td>\(InlineMarkdown.html(cell))</td>"
        }
        html += "</tr>\n"
    }

    /// Ends the open block and begins another one, unless they are the same.
    private mutating func begin(_ next: Block) {
        guard next != block else { return }
        switch block {
        case .none: break
        case .unordered: html += "</ul>\n"
        case .ordered: html += "</ol>\n"
        case .quote: html += "</blockquote>\n"
        case .table: html += "</table>\n"
        case .code:
            html += "<pre><code>\(code.joined(separator: "\n"))</code></pre>\n"
            code = []
        }
        switch next {
        case .none, .code: break
        case .unordered: html += "<ul>\n"
        case .ordered: html += "<ol>\n"
        case .quote: html += "<blockquote>\n"
        case .table: html += "<table>\n"
        }
        block = next
    }
}

// These read character by character: a regular expression is compiled each time it is used, which took longer than
// everything else in drawing a screen.
extension Substring {
    /// The level and title of a heading.
    fileprivate var heading: (level: Int, title: Substring)? {
        let level = prefix { $0 == "#" }.count
        guard (1...6).contains(level), let title = content(after: level), !title.isEmpty else { return nil }
        return (level, title)
    }

    /// The text after a bullet.
    fileprivate var bulleted: Substring? {
        guard let first, "-*+".contains(first) else { return nil }
        return content(after: 1)
    }

    /// The text after a number.
    fileprivate var numbered: Substring? {
        let digits = prefix { $0.isASCII && $0.isNumber }.count
        guard (1...9).contains(digits), let mark = dropFirst(digits).first, ".)".contains(mark) else { return nil }
        return content(after: digits + 1)
    }

    /// True for a horizontal rule: three or more of one character.
    fileprivate var isRule: Bool {
        let signs = trimmed
        guard let first, "-*_".contains(first), signs.count >= 3 else { return false }
        return signs.allSatisfy { $0 == first }
    }

    /// Returns the text after a marker of `marker` characters and a space.
    private func content(after marker: Int) -> Substring? {
        let rest = dropFirst(marker)
        return rest.first == " " ? rest.drop { $0 == " " } : nil
    }

    /// The text without surrounding spaces.
    fileprivate var trimmed: Substring {
        let rest = drop { $0 == " " }
        return rest.lastIndex { $0 != " " }.map { rest[...$0] } ?? ""
    }
}
