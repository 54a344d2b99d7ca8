/// A REF: the name of a point in time, such as `42`, `-1`, `start`, `end~3`, `cursor+1`, `:bookmark~10s`,
/// `03:59:06.95`, `@Type`, or `effect:12`, which is `e12` for short.
public struct PointInTime: Hashable, Sendable {
    /// The starting point of a reference.
    package enum Base: Hashable, Sendable {
        case seq(Int)
        /// The position from the end: 1 is the last action.
        case fromEnd(Int)
        case start
        case end
        case cursor
        case bookmark(String)
        /// The last action until this time.
        case time(WrittenTime)
        /// The last action of a type, which may be a pattern as in `Glob`.
        case type(String)
        /// The last action before an effect or a note.
        case effect(Int)
    }

    private static let effectPrefix = "effect:"

    package let base: Base
    /// The number of parents to go back from the base; if negative, the number of actions to go forward.
    package let steps: Int
    /// The time before the base, in microseconds; after it if negative. Nil if the offset is not a time.
    package let lead: Int64?
    /// The parsed text.
    package let text: String

    /// The sign that replaces "-" before a number where a command line would parse that as an option.
    package static let minus: Character = "\u{2212}"

    /// Creates a reference to the state after an action.
    public init(seq: Int) {
        base = .seq(seq)
        steps = 0
        lead = nil
        text = String(seq)
    }

    /// True for a time without an offset.
    package var isTime: Bool {
        if case .time = base, steps == 0, lead == nil { true } else { false }
    }

    /// The number of the effect or note that the reference names, if it has no offset.
    package var effect: Int? {
        if case .effect(let id) = base, steps == 0, lead == nil { id } else { nil }
    }

    /// Parses a reference.
    ///
    /// - Throws: `TimelineError.malformedReference`.
    package init(parsing text: String) throws {
        let text = text.first == Self.minus ? "-" + text.dropFirst() : text
        guard let (name, offset) = Self.parts(text), let base = Self.base(name) else {
            throw TimelineError.malformedReference(text)
        }
        self.base = base
        self.text = text
        switch offset {
        case .actions(let count): (steps, lead) = (count, nil)
        case .time(let length): (steps, lead) = (0, length)
        }
    }

    /// The distance of a reference from its base; positive before it.
    private enum Offset {
        case actions(Int)
        case time(Int64)

        init?(_ text: Substring, sign: Int) {
            if let count = PointInTime.number(text) {
                self = .actions(sign * count)
            } else if let duration = WrittenDuration(parsing: text) {
                self = .time(Int64(sign) * duration.microseconds)
            } else {
                return nil
            }
        }
    }

    /// Splits a text into its base and its offset; nil if the text after `~` is no offset.
    private static func parts(_ text: String) -> (name: String, offset: Offset)? {
        let parts = text.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { return Offset(parts[1], sign: 1).map { (String(parts[0]), $0) } }
        // Text after a "+" may belong to the name or be a time zone.
        guard let plus = text.lastIndex(of: "+"), let offset = Offset(text[text.index(after: plus)...], sign: -1) else {
            return (text, .actions(0))
        }
        return (String(text[..<plus]), offset)
    }

    private static func base(_ name: String) -> Base? {
        switch name {
        case "start": return .start
        case "end": return .end
        case "cursor": return .cursor
        default: break
        }
        if name.hasPrefix(effectPrefix) { return number(name.dropFirst(effectPrefix.count)).map(Base.effect) }
        let rest = name.dropFirst()
        if name.first == "e", let id = number(rest) { return .effect(id) }
        switch name.first {
        case ":": return rest.isEmpty ? nil : .bookmark(String(rest))
        case "@": return rest.isEmpty ? nil : .type(String(rest))
        case "-": return number(rest).flatMap { $0 > 0 ? .fromEnd($0) : nil }
        default: return number(name).map(Base.seq) ?? WrittenTime(parsing: name).map(Base.time)
        }
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

/// A range of actions: `REF..REF`. Either reference may be omitted.
package struct ReferenceRange: Hashable, Sendable {
    package let from, to: PointInTime?

    package init(from: PointInTime?, to: PointInTime?) {
        (self.from, self.to) = (from, to)
    }

    /// Returns true if a text is meant to be a range.
    package static func isMeant(by text: String) -> Bool { text.contains("..") }

    /// Parses a range.
    ///
    /// - Throws: `TimelineError.malformedReference`.
    package init(parsing text: String) throws {
        guard let dots = text.firstRange(of: "..") else { throw TimelineError.malformedReference(text) }
        let (from, to) = (text[..<dots.lowerBound], text[dots.upperBound...])
        self.from = from.isEmpty ? nil : try PointInTime(parsing: String(from))
        self.to = to.isEmpty ? nil : try PointInTime(parsing: String(to))
    }
}
