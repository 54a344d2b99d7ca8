/// The filter of the list: words, as typed by the user, that must all match.
struct ListFilter: Hashable, Sendable {
    enum Term: Hashable, Sendable {
        /// A part of the type or of a pointer, in lowercase.
        case text(String)
        case slice(String)
        case status(String)
        case touches(String)
        /// A part of the payload's JSON, in lowercase.
        case payload(String)
        case seqs(ClosedRange<Int>)
    }

    struct Word: Hashable, Sendable {
        let term: Term
        let isNegated: Bool
    }

    let words: [Word]
    /// The hidden slices: actions that changed only these are excluded.
    let hidden: Set<Int>
    let foldsNoise: Bool
    /// Whether what an action or effect caused is folded under it, in place of minor actions.
    let groupsByCause: Bool

    /// Parses a filter.
    ///
    /// - Parameters:
    ///   - text: The text as typed.
    ///   - hidden: The numbers of hidden slices.
    init(_ text: String, hidden: [Int], foldsNoise: Bool, groupsByCause: Bool = false) {
        words = text.split(whereSeparator: \.isWhitespace).compactMap { Self.word(String($0)) }
        self.hidden = Set(hidden)
        self.foldsNoise = foldsNoise && !groupsByCause
        self.groupsByCause = groupsByCause
    }

    var isEmpty: Bool { words.isEmpty && hidden.isEmpty }

    private static func word(_ text: String) -> Word? {
        let isNegated = text.first.map { "-!−".contains($0) } ?? false
        let rest = isNegated ? String(text.dropFirst()) : text
        guard !rest.isEmpty else { return nil }
        for (prefix, term) in terms where rest.hasPrefix(prefix) {
            let value = String(rest.dropFirst(prefix.count))
            return value.isEmpty ? nil : term(value).map { Word(term: $0, isNegated: isNegated) }
        }
        return Word(term: .text(rest.lowercased()), isNegated: isNegated)
    }

    private static let terms: [(prefix: String, term: @Sendable (String) -> Term?)] = [
        ("slice:", { .slice($0) }),
        ("status:", { .status($0.lowercased()) }),
        ("touches:", { .touches($0) }), ("payload:", { .payload($0.lowercased()) }),
        ("seq:", { range($0).map { .seqs($0) } }),
    ]

    /// Parses `24..47`, both included; an end may be missing.
    private static func range(_ text: String) -> ClosedRange<Int>? {
        guard let match = text.wholeMatch(of: /([0-9]*)(\.\.)?([0-9]*)/) else { return nil }
        let start = Int(match.1) ?? 0
        let end = match.2 == nil ? start : Int(match.3) ?? .max
        return start <= end ? start...end : nil
    }
}
