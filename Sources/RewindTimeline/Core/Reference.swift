/// A REF: the name of a point in time, such as `42`, `start`, `end~3`, `cursor~1` or `:bookmark`.
package struct Reference: Hashable, Sendable {
    /// What a reference starts from.
    package enum Base: Hashable, Sendable {
        case seq(Int)
        case start
        case end
        case cursor
        case bookmark(String)
    }

    package let base: Base
    /// How many parents to go back from the base.
    package let steps: Int
    /// The text it was made of.
    package let text: String

    /// Reads a reference.
    ///
    /// - Throws: `TimelineError.malformedReference`.
    package init(parsing text: String) throws {
        let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let steps = parts.count == 2 ? Self.number(parts[1]) : 0
        guard let steps, let base = Self.base(name) else { throw TimelineError.malformedReference(text) }
        self.base = base
        self.steps = steps
        self.text = text
    }

    private static func base(_ name: String) -> Base? {
        switch name {
        case "start": return .start
        case "end": return .end
        case "cursor": return .cursor
        default:
            if name.hasPrefix(":"), name.count > 1 { return .bookmark(String(name.dropFirst())) }
            return number(name).map(Base.seq)
        }
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
