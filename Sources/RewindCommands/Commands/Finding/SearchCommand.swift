#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind search`: finds a text.
struct SearchCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find a text in the types, payloads, errors and values of the whole session.",
        usage: """
            rewind search [<file>] <text> [<from>..<to>] [--regex] [--places] [--key] [--value]
                          [--type] [-n <count>] [--json]
            """,
        discussion: """
            In any case, unless TEXT has a capital letter. There is a line for each action in which it occurs, with the place \
            that tells most and how many others there are; --places and --json tell each. A place is told where it comes into \
            the session: in the first state, in an action's payload, in what an action wrote, in what its reducer reported, \
            or in the place where it was dispatched.

              rewind search demo.rewind http_500
              rewind search demo.rewind stock 60..77 --places
              rewind search demo.rewind --regex 'http_[45]\\d\\d'
            """,
        aliases: ["grep"]
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "TEXT: what to look for.")
    var text: String

    @Argument(help: ArgumentHelp("FROM..TO: only these actions.", valueName: "range"))
    var points: [PointArgument] = []

    @Flag(help: "TEXT is a regular expression.")
    var regex = false

    @Flag(help: "A line for each place.")
    var places = false

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
        _ = try chosen
    }

    private var chosen: Points {
        get throws { try Points(points, takesRange: true, takesPointer: false, orThrow: .oneRange) }
    }

    func run() throws {
        let limit = try list.number ?? .max
        let chosen = try chosen
        let work = LongWork()
        let pattern = try regex ? work.pattern(text) : TextPattern(text)
        let timeline = try session.timeline()
        let seqs = try timeline.seqs(of: chosen.range?.value)
        if kinds != [.type] { try timeline.know(allIn: [seqs]) }
        let lines = FindLines(style: output.style, last: timeline.last, pattern: pattern)
        var printer = output.printer
        var count = 0
        let tellsPlaces = places || output.json
        var finds = FindsOfAction()
        func tell() throws {
            guard let seq = finds.seq else { return }
            let type = try seq > timeline.first ? timeline.session.type(of: seq) : "(first state)"
            Output.line(lines.line(for: finds, type: type))
            finds = FindsOfAction()
        }
        try timeline.session.forEachFind(
            of: pattern,
            kinds: kinds,
            in: seqs,
            progress: { try work.step("\(count) found, at \($0) of \(timeline.last)") },
            { find in
                try work.interruption.check()
                if tellsPlaces {
                    count += 1
                    try printer.print(FindEntry(find), lines: [lines.line(for: find)])
                    return count < limit
                }
                if finds.seq != find.seq {
                    try tell()
                    guard count < limit else { return false }
                    count += 1
                }
                finds.add(find, weight: lines.weight(of: find))
                return true
            }
        )
        try tell()
        try work.interruption.check()
        guard count == 0 else { return }
        if regex { throw TimelineError.nothingMatches(text) }
        throw CommandError.textNotFound(text)
    }

    private var kinds: Set<TextFind.Kind> {
        let chosen: [TextFind.Kind] = [
            key ? .key : nil, value ? .value : nil, type ? .type : nil,
        ].compactMap { $0 }
        return Set(chosen.isEmpty ? TextFind.Kind.allCases : chosen)
    }
}

/// A find in JSON output.
struct FindEntry: Encodable {
    private let seq: Int
    private let part, kind, pointer: String
    private let text: Tree

    init(_ find: TextFind) {
        (seq, part, kind) = (find.seq, find.part.rawValue, find.kind.rawValue)
        (pointer, text) = (find.pointer.description, find.value)
    }
}

#endif
