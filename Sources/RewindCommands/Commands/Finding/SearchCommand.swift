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

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if text.isEmpty { throw ValidationError.emptyText }
    }

    func run() throws {
        let limit = try list.number ?? .max
        let timeline = try session.timeline()
        if kinds != [.type] {
            try UnknownStates(of: timeline).prepare(allIn: [timeline.first...timeline.last])
        }
        let work = LongWork()
        let lines = FindLines(style: output.style, last: timeline.last, pattern: text)
        var printer = output.printer
        var count = 0
        try timeline.session.forEachFind(
            of: TextPattern(text),
            kinds: kinds,
            progress: { try work.step("\(count) found, at \($0) of \(timeline.last)") },
            { find in
                count += 1
                work.end()
                try printer.print(FindEntry(find), lines: [lines.line(for: find)])
                try work.interruption.check()
                return count < limit
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

/// A find as JSON tells of it.
struct FindEntry: Encodable {
    private let seq: Int
    private let part, kind, pointer: String
    private let text: Tree

    init(_ find: TextFind) {
        (seq, part, kind) = (find.seq, find.part.rawValue, find.kind.rawValue)
        (pointer, text) = (find.pointer.description, find.value)
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
        let pointer: String? =
            switch (find.part, find.pointer) {
            case (.type, _), (.error, _), (.origin, _): nil
            case (_, .root): style.name("(root)")
            case (_, let found): style.name(found.description)
            }
        let text: String? =
            switch find.kind {
            case .key: nil
            case .type: style.name(Self.text(of: find.value))
            case .value: excerpt(of: find.value)
            }
        return [padding + seq, style.faint(part), pointer, text].compactMap { $0 }.joined(separator: "  ")
    }

    private static func text(of value: Tree) -> String {
        if case .string(let text) = value { return text }
        return value.text
    }

    /// The value, of a text the part around where the pattern is in it first.
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
