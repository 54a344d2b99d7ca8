import ArgumentParser
import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind compare`: where two sessions part.
struct CompareCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Find the first place where two sessions part, and print the difference there.",
        discussion: """
            Sessions part where a type, a payload or a state differs; times do not count. Exit status 1 when they do.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "The session file to compare it with.")
    var other: String

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if other.isEmpty { throw ValidationError("The path of the other session file is empty.") }
    }

    func run() throws {
        let a = try session.open()
        let b = try SessionArgument.open(other)
        for (timeline, name) in [(a, session.file), (b, other)] {
            try UnknownStates(of: timeline, name: name).prepare(allIn: [timeline.first...timeline.last])
        }
        let work = LongWork()
        let comparison = try Comparison(of: a, with: b) { try work.step("the same up to \($0 - 1)") }
        work.end()
        let report = try ComparisonReport(comparison, of: a, with: b)
        if output.json {
            Output.line(report.json.text)
        } else {
            for line in report.lines(style: output.style) { Output.line(line) }
        }
        if comparison.parting != .none { throw ExitCode(1) }
    }
}

/// What is told of a comparison.
struct ComparisonReport {
    let comparison: Comparison
    private let names: (a: String, b: String)
    private let ends: (a: Int, b: Int)
    private let records: (a: ActionRecord?, b: ActionRecord?)
    private var payload: [Change] = []
    private var state: [Change] = []

    /// Reads what differs.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    init(_ comparison: Comparison, of a: Timeline, with b: Timeline) throws {
        self.comparison = comparison
        names = (a.session.url.lastPathComponent, b.session.url.lastPathComponent)
        ends = (a.last, b.last)
        switch comparison.parting {
        case .start:
            records = (nil, nil)
            state = try Self.changes(try a.state(at: comparison.start), try b.state(at: comparison.start))
        case .action(let seq, let parts):
            records = (try a.session.action(seq), try b.session.action(seq))
            if parts.contains(.payload) {
                payload = try Self.changes(records.a?.payload ?? .null, records.b?.payload ?? .null)
            }
            if parts.contains(.state) { state = try Self.changes(try a.state(at: seq), try b.state(at: seq)) }
        case .endOfFirst: records = (nil, try b.session.action(a.last + 1))
        case .endOfSecond: records = (try a.session.action(b.last + 1), nil)
        case .none, .apart: records = (nil, nil)
        }
    }

    private static func changes(_ old: Tree, _ new: Tree) throws -> [Change] {
        try new.patch(from: old).changes(of: old).flatMap(\.inMembers)
    }

    /// The lines for people: where they part first, then the difference from the first session to the second.
    func lines(style: Style) -> [String] {
        var lines = [style.strong(headline)]
        let log = LogLines(style: style, cursor: -1, last: max(ends.a, ends.b), typeWidth: 0)
        if let record = records.a { lines.append("\(style.removed("-")) \(log.line(for: record))") }
        if let record = records.b { lines.append("\(style.added("+")) \(log.line(for: record))") }
        for (name, changes) in [("payload", payload), ("state", state)] where !changes.isEmpty {
            lines.append(style.strong(name))
            lines += ChangeText.lines(for: changes, style: style).map { "  \($0)" }
        }
        return lines
    }

    private var headline: String {
        let since = comparison.start > 0 ? " from \(comparison.start) on" : ""
        switch comparison.parting {
        case .none: return "The same\(since) up to the end, \(comparison.sameThrough)."
        case .start:
            return comparison.start > 0
                ? "They differ at \(comparison.start) already, the first state that both have."
                : "They differ in the initial state already."
        case .action(let seq, let parts):
            let names = parts.map(\.rawValue).joined(separator: " and ")
            return "They part at action \(seq): \(names) \(parts.count == 1 ? "differs" : "differ")."
        case .endOfFirst:
            return "The same\(since) up to \(ends.a), where \(names.a) ends; \(names.b) ends at \(ends.b)."
        case .endOfSecond:
            return "The same\(since) up to \(ends.b), where \(names.b) ends; \(names.a) ends at \(ends.a)."
        case .apart: return "They have no state in common: one was pruned up to behind the end of the other."
        }
    }

    /// The JSON document.
    var json: Tree {
        var members: [(String, Tree)] = [
            ("same", .bool(comparison.parting == .none)), ("from", .integer(Int64(comparison.start))),
            (
                "same_through",
                comparison.sameThrough < comparison.start ? .null : .integer(Int64(comparison.sameThrough))
            ),
            ("ends", [.integer(Int64(ends.a)), .integer(Int64(ends.b))]),
        ]
        switch comparison.parting {
        case .none: break
        case .start: members.append(("differ", ["state"]))
        case .action(let seq, let parts):
            members.append(("seq", .integer(Int64(seq))))
            members.append(("differ", Tree(elements: parts.map { .string($0.rawValue) })))
        case .endOfFirst, .endOfSecond: members.append(("differ", ["end"]))
        case .apart: members.append(("differ", ["range"]))
        }
        if records.a != nil || records.b != nil {
            let actions = [records.a, records.b].map { $0.map(LogCommand.json) ?? .null }
            members.append(("actions", Tree(elements: actions)))
        }
        if !payload.isEmpty { members.append(("payload", Tree(elements: payload.map(ChangeText.json)))) }
        if !state.isEmpty { members.append(("state", Tree(elements: state.map(ChangeText.json)))) }
        return Tree(members: members)
    }
}
