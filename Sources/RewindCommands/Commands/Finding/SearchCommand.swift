import ArgumentParser
import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind search`: where a text occurs.
struct SearchCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find a text in the types, payloads, errors and values of the whole session.",
        discussion: """
            In any case, unless TEXT has a capital letter. Each place is told where it comes into the session: in the \
            first state, in an action's payload, in what an action wrote, in what its reducer reported, or in the place \
            where it was dispatched.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "TEXT: what to look for.")
    var text: String

    @Flag(help: "Only in the names of members.")
    var key = false

    @Flag(help: "Only in values, errors and origins.")
    var value = false

    @Flag(help: "Only in the types of actions.")
    var type = false

    @Option(help: "At most so many.")
    var limit: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if text.isEmpty { throw ValidationError("The text to look for is empty.") }
    }

    func run() throws {
        if let limit, limit < 1 { throw CommandError.countTooSmall(option: "--limit") }
        let timeline = try session.open()
        if kinds != [.type] {
            try UnknownStates(of: timeline).prepare(allIn: [timeline.first...timeline.last])
        }
        let work = LongWork()
        let lines = FindLines(style: output.style, last: timeline.last, pattern: text)
        var count = 0
        try timeline.session.forEachFind(
            of: TextPattern(text),
            kinds: kinds,
            step: { try work.step("\(count) found, at \($0) of \(timeline.last)") },
            { find in
                count += 1
                work.end()
                Output.line(output.json ? FindLines.json(for: find).text : lines.line(for: find))
                try work.interruption.check()
                return count < limit ?? .max
            }
        )
        work.end()
        if count == 0 { throw CommandError.textNotFound(text) }
    }

    private var kinds: Set<TextFind.Kind> {
        let chosen: [TextFind.Kind] = [
            key ? .key : nil, value ? .value : nil, type ? .type : nil,
        ].compactMap { $0 }
        return Set(chosen.isEmpty ? TextFind.Kind.allCases : chosen)
    }
}

/// The lines of a search, in columns.
struct FindLines {
    /// How many characters of a long text are told.
    private static let excerptLength = 60

    let style: Style
    let last: Int
    let pattern: String

    /// The line for one find: seq, what holds it, where, and the text around it.
    func line(for find: TextFind) -> String {
        let seq = String(find.seq)
        let padding = String(repeating: " ", count: max(0, String(last).count - seq.count))
        let part = find.part.rawValue + String(repeating: " ", count: 7 - find.part.rawValue.count)
        let place: String? =
            switch (find.part, find.pointer) {
            case (.type, _), (.error, _), (.origin, _): nil
            case (_, .root): style.name("(root)")
            case (_, let pointer): style.name(pointer.description)
            }
        let text: String? =
            switch find.kind {
            case .key: nil
            case .type: style.name(Self.text(of: find.value))
            case .value: excerpt(of: find.value)
            }
        return [padding + seq, style.faint(part), place, text].compactMap { $0 }.joined(separator: "  ")
    }

    /// The JSON object for one find.
    static func json(for find: TextFind) -> Tree {
        [
            "seq": .integer(Int64(find.seq)), "part": .string(find.part.rawValue), "kind": .string(find.kind.rawValue),
            "pointer": .string(find.pointer.description), "text": find.value,
        ]
    }

    private static func text(of value: Tree) -> String {
        if case .string(let text) = value { return text }
        return value.text
    }

    /// The value, of a text the part around the first place where the pattern is in it.
    private func excerpt(of value: Tree) -> String {
        guard case .string(let text) = value else { return value.text }
        let ignoresCase = !pattern.contains(where: \.isUppercase)
        let range = text.range(of: pattern, options: ignoresCase ? .caseInsensitive : [])
        let before = range.map { text.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
        let start = text.index(text.startIndex, offsetBy: max(0, before - Self.excerptLength / 3))
        let end = text.index(start, offsetBy: Self.excerptLength, limitedBy: text.endIndex) ?? text.endIndex
        let part = Tree.string(String(text[start..<end])).text
        let quoted = (start > text.startIndex ? "\"…" + part.dropFirst() : part)
        return end < text.endIndex ? quoted.dropLast() + "…\"" : quoted
    }
}
