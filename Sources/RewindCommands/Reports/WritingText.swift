import RewindSession
import RewindTree
import RewindTimeline

/// Writings of a value with the actions that did it, as lines for people and as JSON.
struct WritingText {
    /// What stands in the place of a type where no action wrote the value.
    static let firstStateType = "(first state)"

    /// How many changes inside of a value are told.
    private static let mostChanges = 8

    let writing: Writing
    /// The action that wrote it; nil for a value of the first state.
    private let record: ActionCaption?
    /// Whether the action itself is not in the recording.
    private let isLost: Bool
    private let style: Style
    private let times = TimeText()

    /// Reads the action of `writing`.
    ///
    /// - Throws: `SessionError`.
    init(_ writing: Writing, in timeline: Timeline, style: Style) throws {
        self.writing = writing
        self.style = style
        record = writing.origin == .action ? try timeline.session.caption(writing.seq) : nil
        isLost = try record?.status == .dropped && timeline.session.payload(of: writing.seq) == nil
    }

    /// Who wrote the value at `pointer`, in one line.
    func headline(for pointer: Pointer) -> String {
        let name = style.name(Self.name(of: pointer))
        guard let record else {
            let since =
                writing.origin == .firstState
                ? "no action wrote it: it is of the first state"
                : "no action that is left wrote it: those up to \(writing.seq) were pruned"
            return "\(name)  \(BriefText.text(of: writing.new, limit: 60))  \(since)"
        }
        return "\(style.strong("action \(record.seq)")) \(style.name(record.type)) \(verb) \(name)  \(values)"
    }

    /// When and from where, and what is not certain; one line each.
    func details(for pointer: Pointer) -> [String] {
        var lines: [String] = []
        if let record {
            let place = record.origin.map { ", dispatched in \(TerminalText.line($0))" } ?? ""
            lines.append("at \(times.dayAndTime(record.at))\(place)")
            if record.status == .failed { lines.append(style.warning("its reducer failed: \(record.error ?? "?")")) }
            if isLost {
                lines.append(style.warning("the action itself was lost; only its effect is known"))
            }
        }
        if writing.pointer != pointer {
            lines.append("it was at \(style.name(Self.name(of: writing.pointer))) then")
        }
        if let gap = writing.gap {
            lines.append(style.warning("? or \(Self.text(of: gap)) before it, whose effect is not known, did"))
        }
        return lines
    }

    /// The changes inside of the value, when it is one of which a part was changed.
    func changes() throws -> [String] {
        guard let old = writing.old, let new = writing.new, old.isContainer, new.isContainer else { return [] }
        let changes = try new.patch(from: old).changes(of: old).flatMap(\.inMembers)
        guard changes.contains(where: { $0.pointer != .root }) else { return [] }
        let lines = ChangeText.lines(for: changes, style: style)
        let more = lines.count - Self.mostChanges
        return lines.prefix(Self.mostChanges) + (more > 0 ? [style.faint("… \(more) more")] : [])
    }

    /// The value, or of a large one what changed in it, and where it is, when that is not where it was before.
    func value(wasAt previous: Pointer) throws -> String {
        let changes = try changes()
        let value =
            switch writing.new {
            case nil: style.removed("(removed)")
            case .some where !changes.isEmpty:
                changes.prefix(3).joined(separator: ", ") + (changes.count > 3 ? ", … \(changes.count - 3) more" : "")
            case let new: BriefText.text(of: new, limit: 60)
            }
        return writing.pointer == previous ? value : "\(value)  \(style.faint("at \(writing.pointer)"))"
    }

    /// The line of a list: seq, time and type in columns, then `rest`.
    func line(seqWidth: Int, typeWidth: Int, rest: String) -> String {
        let seq = Self.padded(String(writing.seq), seqWidth, left: true)
        let time = record.map { times.time($0.at) } ?? Self.padded("", 12)
        let noType = writing.origin == .firstState ? Self.firstStateType : "(pruned)"
        let type = record.map { TerminalText.line($0.type) } ?? noType
        let mark = writing.gap != nil ? style.warning("?") : " "
        return [mark, seq, style.faint(time), style.name(type) + Self.padded("", typeWidth - type.count), rest]
            .joined(separator: "  ")
    }

    /// The members of the JSON object that tells of the writing.
    var json: [(String, Tree)] {
        var members: [(String, Tree)] = [
            ("seq", .integer(Int64(writing.seq))), ("pointer", .string(writing.pointer.description)),
        ]
        switch writing.origin {
        case .action: members.append(("by", "action"))
        case .firstState: members.append(("by", "first state"))
        case .pruned: members.append(("by", "pruned"))
        }
        if let record {
            members += [
                ("at", .integer(record.at)), ("type", .string(record.type)),
                ("status", .string(record.status.rawValue)),
            ]
            if let origin = record.origin { members.append(("origin", .string(origin))) }
        }
        if let old = writing.old { members.append(("old", old)) }
        if let new = writing.new { members.append(("new", new)) }
        if let gap = writing.gap { members.append(("unknown", Self.json(of: gap))) }
        return members
    }

    private var verb: String {
        switch (writing.old, writing.new) {
        case (nil, _): "added"
        case (_, nil): "removed"
        case (let old?, let new?): old.isContainer && new.isContainer ? "changed" : "wrote"
        }
    }

    private var values: String {
        switch (writing.old, writing.new) {
        case (nil, let new): return style.added(BriefText.text(of: new, limit: 60))
        case (let old, nil): return style.removed(BriefText.text(of: old, limit: 60))
        case (let old, let new):
            let (before, after) = BriefText.pair(old, new)
            return "\(style.removed(before)) → \(style.added(after))"
        }
    }

    /// Actions in words.
    static func text(of gap: Writing.Gap) -> String {
        if gap.count == 1 { return "action \(gap.last)" }
        return gap.last - gap.first + 1 == gap.count
            ? "one of the actions \(gap.first)…\(gap.last)"
            : "one of \(gap.count) actions from \(gap.first) to \(gap.last)"
    }

    private static func json(of gap: Writing.Gap) -> Tree {
        [
            "first": .integer(Int64(gap.first)), "last": .integer(Int64(gap.last)), "count": .integer(Int64(gap.count)),
        ]
    }

    private static func name(of pointer: Pointer) -> String {
        pointer == .root ? "(root)" : pointer.description
    }

    private static func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return left ? space + text : text + space
    }
}
