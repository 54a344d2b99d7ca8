import Foundation

/// A regular expression. Case is ignored unless the expression contains a literal capital letter.
package struct RegularExpression: Sendable {
    let ignoresCase: Bool
    /// A text that every match contains; may be empty.
    let literal: String
    private let expression: NSRegularExpression
    private let isCancelled: @Sendable () -> Bool

    /// Compiles an expression. While a text is searched, `isCancelled` is called from time to time; if it returns true,
    /// nothing matches.
    ///
    /// - Throws: `TimelineError.malformedPattern`.
    package init(_ text: String, isCancelled: @escaping @Sendable () -> Bool = { false }) throws {
        ignoresCase = !text.replacing(#/\\[pPN]\{[^}]*\}|\\./#, with: "").contains(where: \.isUppercase)
        guard let expression = try? NSRegularExpression(pattern: text, options: ignoresCase ? .caseInsensitive : [])
        else { throw TimelineError.malformedPattern(text) }
        self.expression = expression
        self.isCancelled = isCancelled
        literal = Self.literal(of: text)
    }

    /// Returns the first match.
    ///
    /// - Complexity: Depends on the expression; for some it grows much faster than the length of the text.
    func firstRange(in text: String) -> Range<String.Index>? {
        var found: NSRange?
        let whole = NSRange(location: 0, length: text.utf16.count)
        expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { match, _, stop in
            if let match { found = match.range }
            if match != nil || isCancelled() { stop.pointee = true }
        }
        return found.flatMap { Range($0, in: text) }
    }

    /// Returns the longest run of literal characters in the part of an expression that every match includes.
    private static func literal(of text: String) -> String {
        guard !text.contains("|") else { return "" }
        var (longest, run) = ("", "")
        func end(_ run: inout String) {
            if run.utf8.count > longest.utf8.count { longest = run }
            run = ""
        }
        var characters = text.unicodeScalars.makeIterator()
        while let character = characters.next() {
            if character.isASCII,
                character.properties.isAlphabetic || character.properties.numericType != nil
                    || " _-/:,;<>=!@%&'\"~`".unicodeScalars.contains(character)
            {
                run.unicodeScalars.append(character)
            } else if "?*{".unicodeScalars.contains(character) {
                // The character before it is optional.
                run = String(run.dropLast())
                end(&run)
                // Braces contain a count.
                if character == "{" { while let next = characters.next(), next != "}" {} }
            } else if "+.^$".unicodeScalars.contains(character) {
                end(&run)
            } else if character == "\\", let next = characters.next(),
                "dDwWsSbB./-+*?()[]{}^$".unicodeScalars.contains(next)
            {
                end(&run)
            } else {
                // Groups, sets, and options.
                break
            }
        }
        end(&run)
        return longest
    }
}
