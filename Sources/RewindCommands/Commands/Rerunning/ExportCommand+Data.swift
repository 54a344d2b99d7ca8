#if os(macOS) || os(Linux)

import Foundation
import RewindBridge
import RewindSession
import RewindTimeline
import RewindTree

/// Export as JSON: a state, or a range of actions, also for Redux DevTools.
extension ExportCommand {
    /// The size, in bytes, from which buffered output is written.
    private static let longestPiece = 1 << 16

    func writeState() throws {
        let timeline = try session.timeline()
        let chosen = try chosen
        let when = chosen.references.first
        let seq = try timeline.seq(when ?? .cursor)
        let text = try timeline.shownValue(at: seq, chosen.pointer?.value ?? .root).prettyText + "\n"
        if let target {
            try target.write(Array(text.utf8), from: session.url, overwrites: force)
            try output.print(WrittenReport(.state, seq: seq, bytes: text.utf8.count, at: target))
        } else {
            Output.text(text)
        }
        if when == nil { timeline.tellOfCursor(at: seq) }
    }

    func writeActions() throws {
        let timeline = try session.timeline()
        let actions = try timeline.actions(of: chosen.range?.value)
        let document = try ActionsDocument(timeline: timeline, actions: actions)
        let work = ProgressReporter()
        var bytes = 0
        if let target {
            try target.write(from: session.url, overwrites: force) { write in
                var piece: [UInt8] = []
                try document.forEachLine { line, seq in
                    try work.step("writing", at: seq, of: actions)
                    piece.append(contentsOf: line.utf8)
                    piece.append(UInt8(ascii: "\n"))
                    guard piece.count >= Self.longestPiece || seq == actions.upperBound else { return }
                    bytes += piece.count
                    try write(piece)
                    piece.removeAll(keepingCapacity: true)
                }
            }
            try output.print(WrittenReport(.json, actions: actions.count, bytes: bytes, at: target))
        } else {
            try document.forEachLine { line, seq in
                try work.step("writing", at: seq, of: actions)
                Output.line(line)
            }
        }
    }
}

/// Export for Redux DevTools.
extension ExportCommand {
    func writeLiftedState() throws {
        let timeline = try session.timeline()
        let range = try chosen.range?.value
        let actions = try timeline.actions(of: range)
        let last = range == nil ? try timeline.tip() : actions.upperBound
        let export = try LiftedStateExport(of: timeline, from: actions.lowerBound, to: last)
        try timeline.know(allIn: [actions])
        let work = ProgressReporter()
        func run(_ write: ([UInt8]) throws -> Void) throws {
            try export.run(progress: { try work.step("writing", at: $0, of: actions) }, write)
        }
        if let target {
            var bytes = 0
            try target.write(from: session.url, overwrites: force) { write in
                try run {
                    bytes += $0.count
                    try write($0)
                }
            }
            try output.print(WrittenReport(.devtools, actions: export.seqs.count, bytes: bytes, at: target))
        } else {
            try run { Output.text(String(decoding: $0, as: UTF8.self)) }
        }
        let others = actions.count - export.seqs.count
        let marks = try timeline.session.bookmarks().count { actions.contains($0.seq) }
        let parts = [
            others > 0 ? "\(BriefText.count(others, "action")) of other branches" : nil,
            marks > 0 ? BriefText.count(marks, "bookmark") : nil,
        ].compactMap(\.self)
        if !parts.isEmpty { Output.note(.notExported(parts)) }
    }
}

/// A range of actions and the state before them, as one JSON document with one action per line.
private struct ActionsDocument {
    let timeline: Timeline
    let actions: ClosedRange<Int>
    let start: Tree

    /// - Throws: `TimelineError`, `SessionError` if the state before the first action is unknown.
    init(timeline: Timeline, actions: ClosedRange<Int>) throws {
        (self.timeline, self.actions) = (timeline, actions)
        let parent = try timeline.parent(of: actions.lowerBound)
        try timeline.know(parent)
        start = try timeline.state(at: parent)
    }

    /// Calls `body` with each line and its seq.
    ///
    /// - Throws: `SessionError`, and any error of `body`.
    func forEachLine(_ body: (_ line: String, _ seq: Int) throws -> Void) throws {
        let facts = try timeline.session.facts()
        let head: [(String, Tree)] = [
            ("session", .string(timeline.session.url.lastPathComponent)), ("app", .string(facts["app"] ?? "")),
            ("from", .integer(Int64(actions.lowerBound))), ("to", .integer(Int64(actions.upperBound))),
            ("state", start),
        ]
        try body(Tree(members: head).text.dropLast() + ",\"actions\":[", actions.lowerBound)
        let times = TimeText(timeZone: .gmt)
        for seq in actions {
            try body(Self.line(of: timeline.action(seq), times) + (seq == actions.upperBound ? "]}" : ","), seq)
        }
    }

    private static func line(of record: ActionRecord, _ times: TimeText) -> String {
        var members: [(String, Tree)] = [
            ("seq", .integer(Int64(record.seq))), ("parent", .integer(Int64(record.parent))),
            ("at", .integer(record.at)),
            ("time", .string("\(times.day(record.at))T\(times.time(record.at))Z")), ("type", .string(record.type)),
            ("status", .string(record.status.rawValue)), ("payload", record.payload ?? .null),
        ]
        if let error = record.error { members.append(("error", .string(error))) }
        return Tree(members: members).text
    }
}

/// A file that was written.
struct WrittenReport: Report {
    private let format, file: String
    private let seq, actions, moments: Int?
    private let bytes: Int

    init(
        _ format: ExportCommand.Format,
        seq: Int? = nil,
        actions: Int? = nil,
        moments: Int? = nil,
        bytes: Int,
        at target: NewFile
    ) {
        (self.format, file, self.bytes) = (format.rawValue, target.path, bytes)
        (self.seq, self.actions, self.moments) = (seq, actions, moments)
    }

    func lines(style: Style) -> [String] {
        let content = [
            seq.map { "the state at \($0)" },
            actions.map { (format == "html" ? "a page of " : "") + BriefText.count($0, "action") },
            moments.map { "a story of \(BriefText.count($0, "moment"))" },
        ].compactMap(\.self)
        return ["\(file): \(content.joined()), \(BriefText.count(bytes, "byte"))"]
    }
}

#endif
