import RewindSession
import RewindTree
import RewindTimeline

/// That an action wrote a value.
struct WriteReport: Encodable {
    private enum CodingKeys: CodingKey { case seq, pointer, by, at, type, status, origin, old, new, unknown }

    private struct Unknown: Encodable {
        let first, last, count: Int
    }

    /// What stands in the place of a type where no action wrote the value.
    private static let firstStateType = "(first state)"

    /// How many changes inside of a value are told.
    private static let mostChanges = 8

    private let writing: Writing
    /// The action that wrote it; nil for a value of the first state.
    private let record: ActionCaption?
    /// Whether the action itself is not in the recording.
    private let isLost: Bool
    private let times = TimeText()

    /// Reads the action of `writing`.
    ///
    /// - Throws: `SessionError`.
    init(_ writing: Writing, in timeline: Timeline) throws {
        self.writing = writing
        record = writing.origin == .action ? try timeline.session.caption(writing.seq) : nil
        isLost = try record?.status == .dropped && timeline.session.payload(of: writing.seq) == nil
    }

    /// How wide the column of types is in a list.
    ///
    /// - Throws: `SessionError`.
    static func typeWidth(in timeline: Timeline) throws -> Int {
        max(try timeline.session.longestTypeName(), firstStateType.count)
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(writing.seq, forKey: .seq)
        try object.encode(writing.pointer.description, forKey: .pointer)
        let by =
            switch writing.origin {
            case .action: "action"
            case .firstState: "first state"
            case .pruned: "pruned"
            }
        try object.encode(by, forKey: .by)
        try object.encodeIfPresent(record?.at, forKey: .at)
        try object.encodeIfPresent(record?.type, forKey: .type)
        try object.encodeIfPresent(record?.status.rawValue, forKey: .status)
        try object.encodeIfPresent(record?.origin, forKey: .origin)
        try object.encodeIfPresent(writing.old, forKey: .old)
        try object.encodeIfPresent(writing.new, forKey: .new)
        let unknown = writing.gap.map { Unknown(first: $0.first, last: $0.last, count: $0.count) }
        try object.encodeIfPresent(unknown, forKey: .unknown)
    }

    /// Who wrote the value at `pointer`, in one line.
    func headline(for pointer: Pointer, style: Style) -> String {
        let name = style.name(Self.name(of: pointer))
        guard let record else {
            let since =
                writing.origin == .firstState
                ? "no action wrote it: it is of the first state"
                : "no action that is left wrote it: those up to \(writing.seq) were pruned"
            return "\(name)  \(BriefText.text(of: writing.new, limit: 60))  \(since)"
        }
        return
            "\(style.strong("action \(record.seq)")) \(style.name(record.type)) \(verb) \(name)  \(values(style: style))"
    }

    /// When and from where, and what is not certain; one line each.
    func details(for pointer: Pointer, style: Style) -> [String] {
        var lines: [String] = []
        if let record {
            let source = record.origin.map { ", dispatched in \(TerminalText.line($0))" } ?? ""
            lines.append("at \(times.dayAndTime(record.at))\(source)")
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
    func changes(style: Style) throws -> [String] {
        guard let old = writing.old, let new = writing.new, old.isContainer, new.isContainer else { return [] }
        let changes = try new.patch(from: old).changes(of: old).flatMap(\.inMembers)
        guard changes.contains(where: { $0.pointer != .root }) else { return [] }
        let lines = ChangeText.lines(for: changes, style: style)
        let more = lines.count - Self.mostChanges
        return lines.prefix(Self.mostChanges) + (more > 0 ? [style.faint("… \(more) more")] : [])
    }

    /// The value, or of a large one what changed in it, and where it is, when that is not where it was before.
    func value(wasAt previous: Pointer, style: Style) throws -> String {
        let changes = try changes(style: style)
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
    func line(seqWidth: Int, typeWidth: Int, rest: String, style: Style) -> String {
        let seq = Self.padded(String(writing.seq), seqWidth, left: true)
        let time = record.map { times.time($0.at) } ?? Self.padded("", 12)
        let noType = writing.origin == .firstState ? Self.firstStateType : "(pruned)"
        let type = record.map { TerminalText.line($0.type) } ?? noType
        let mark = writing.gap != nil ? style.warning("?") : " "
        return [mark, seq, style.faint(time), style.name(type) + Self.padded("", typeWidth - type.count), rest]
            .joined(separator: "  ")
    }

    private var verb: String {
        switch (writing.old, writing.new) {
        case (nil, _): "added"
        case (_, nil): "removed"
        case (let old?, let new?): old.isContainer && new.isContainer ? "changed" : "wrote"
        }
    }

    private func values(style: Style) -> String {
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

    private static func name(of pointer: Pointer) -> String {
        pointer == .root ? "(root)" : pointer.description
    }

    private static func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return left ? space + text : text + space
    }
}
