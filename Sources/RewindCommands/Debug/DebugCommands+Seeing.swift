#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// Verbs that show something.
extension DebugCommands {
    private static let countInList = 11

    /// The line of the log, and what is displayed wherever one comes to.
    func tell() throws {
        write(try DebugText.line(at: session.at, in: timeline, style: style, width: width))
        for (number, pointer) in displays { try tell(display: number, pointer) }
    }

    func tell(display number: Int, _ pointer: Pointer) throws {
        let value = try timeline.value(at: session.at, pointer)
        let name = style.name(pointer == .root ? "(root)" : pointer.description)
        write("\(number): \(name) = \(BriefText.text(of: value, limit: 60))")
    }

    func list(around middle: Int) throws {
        let first = max(timeline.first + 1, min(middle - Self.countInList / 2, timeline.last - Self.countInList + 1))
        let rows = first...max(first, min(timeline.last, first + Self.countInList - 1))
        try session.known.list(rows)
        for seq in rows where seq <= timeline.last {
            write(try DebugText.line(at: seq, in: timeline, style: style, width: width, here: session.at))
        }
    }

    func show(action seq: Int) throws {
        guard seq > timeline.first else { throw CommandError.noActionLed(seq: seq) }
        let names = try timeline.session.bookmarks().filter { $0.seq == seq }.map(\.name)
        for line in try ActionReport(of: seq, in: timeline).whole(style: style, names: names, width: width) {
            write(line)
        }
    }

    func diff(_ text: String) throws {
        let (seqs, pointer) = try points(text, references: 2)
        let to = seqs.last ?? session.at
        let from = seqs.count == 2 ? seqs[0] : try timeline.parent(of: to)
        let lines = try DebugText.difference(from: from, to: to, at: pointer ?? .root, timeline, style, width)
        if lines.isEmpty { write(Note.noDifference(from: from, to: to).text) }
        for line in lines { write(line) }
    }

    func print(_ text: String) throws {
        let (seqs, pointer) = try points(text, references: 1)
        let seq = seqs.first ?? session.at
        let place = pointer ?? (text.isEmpty ? session.pointer : nil) ?? .root
        let value = try timeline.shownValue(at: seq, place)
        write(style.isOn ? JSONText(style: style).text(of: value) : value.prettyText())
    }

    func screen(_ seq: Int) throws {
        guard let screen = RegisteredApp.current?.screen(try timeline.state(at: seq)) else {
            throw CommandError.noScreens
        }
        write(TerminalText.lines(screen))
    }

    func blame(_ pointer: Pointer, _ work: LongWork) throws {
        let report = try BlameReport(of: pointer, at: session.at, in: timeline) { try work.step($0) }
        for line in try report.lines(style: style) { write(line) }
    }

    func history(_ pointer: Pointer, _ work: LongWork) throws {
        let lines = try DebugText.history(of: pointer, in: session, style, width, limit: 20, work)
        guard !lines.isEmpty else {
            throw try MissingPointer.error(for: pointer, at: session.at, in: timeline) {
                .neverAnything(pointer, seq: session.at, holder: $0, elsewhere: $1)
            }
        }
        for line in lines { write(line) }
    }
}

#endif
