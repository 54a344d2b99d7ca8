import Foundation

/// A regular expression, in any case unless it has a capital letter that stands for itself.
package struct RegularExpression: Sendable {
    let ignoresCase: Bool
    /// A text that is in everything that matches; empty where none is known.
    let literal: String
    private let expression: NSRegularExpression
    private let isCancelled: @Sendable () -> Bool

    /// Reads an expression. While a text is looked at, `isCancelled` is asked from time to time: then nothing matches any
    /// more.
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

    /// Where the expression matches first.
    ///
    /// - Complexity: that of the expression: of some it grows much faster than the text.
    func firstRange(in text: String) -> Range<String.Index>? {
        var found: NSRange?
        let whole = NSRange(location: 0, length: text.utf16.count)
        expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { match, _, stop in
            if let match { found = match.range }
            if match != nil || isCancelled() { stop.pointee = true }
        }
        return found.flatMap { Range($0, in: text) }
    }

    /// The longest run of letters and the like, in the part of an expression that everything that matches goes through,
    /// and in which all of them stand for themselves.
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
                // What stands before it may be missing.
                run = String(run.dropLast())
                end(&run)
                // What is in braces is a count.
                if character == "{" { while let next = characters.next(), next != "}" {} }
            } else if "+.^$".unicodeScalars.contains(character) {
                end(&run)
            } else if character == "\\", let next = characters.next(),
                "dDwWsSbB./-+*?()[]{}^$".unicodeScalars.contains(next)
            {
                end(&run)
            } else {
                // Groups, sets and options.
                break
            }
        }
        end(&run)
        return longest
    }
}
