import RewindAnswers
import RewindTimeline
import RewindTree

/// The text of a write of a value.
struct WriteReport: Encodable {
    /// The text in place of a type for a value of the initial state.
    private static let firstStateType = "(first state)"

    /// The minimum width of lines with times, in cells.
    private static let leastForTimes = 60

    /// The maximum number of changes shown inside a value.
    private static let mostChanges = 8

    private let write: RecordedWrite
    private let times: TimeText

    init(_ write: RecordedWrite, hasFullTimes: Bool = false) {
        self.write = write
        times = TimeText(isFull: hasFullTimes)
    }

    /// Returns the width of the type column in a list.
    ///
    /// - Throws: `SessionError`.
    static func typeWidth(in timeline: Timeline) throws -> Int {
        max(try timeline.session.longestTypeName(), firstStateType.count)
    }

    func encode(to encoder: any Encoder) throws {
        try write.encode(to: encoder)
    }

    /// Returns one line with the action that wrote the value at `pointer`.
    func headline(for pointer: Pointer, style: TextStyle) -> String {
        let name = style.name(pointer.name())
        guard let type = write.type else {
            let since =
                write.cause == .firstState
                ? "from the initial state; no action wrote it"
                : "written before \(write.seq), where the session was pruned"
            return "\(name)  \(BriefText.text(of: write.new?.tree, limit: 60))  \(since)"
        }
        return
            "\(style.strong("action \(write.seq)")) \(style.name(type)) \(verb) \(name)  \(values(style: style))"
    }

    /// Returns lines with the time, the call site, and any uncertainty. `hasPayload` is true if the recording has the
    /// action itself.
    func details(for pointer: Pointer, hasPayload: Bool, style: TextStyle) -> [String] {
        let dispatch = write.at.map { Self.dispatch(at: $0, from: write.origin, times) }
        return [dispatch].compactMap(\.self) + remarks(for: pointer, hasPayload: hasPayload, style: style)
    }

    /// Returns the time of a dispatch, and its call site.
    static func dispatch(at time: Int64, from origin: String?, _ times: TimeText = TimeText()) -> String {
        "at \(times.dayAndTime(time))" + (origin.map { ", dispatched in \(TerminalText.line($0))" } ?? "")
    }

    /// Returns lines about what is unusual in the write, and with any uncertainty.
    func remarks(for pointer: Pointer, hasPayload: Bool, style: TextStyle) -> [String] {
        var lines: [String] = []
        if write.at != nil {
            if write.status == .failed { lines.append(style.warning("the reducer failed: \(write.error ?? "?")")) }
            if write.status == .dropped, !hasPayload {
                lines.append(style.warning("the action itself was lost; only its effect is known"))
            }
        }
        if write.pointer.pointer != pointer {
            lines.append("then at \(style.name(write.pointer.pointer.name()))")
        }
        if let gap = write.unknown {
            lines.append(style.warning("? or by \(Self.text(of: gap)) before it, whose effect is unknown"))
        }
        return lines
    }

    /// Returns the changes inside the value, if only a part of it changed.
    func changes(style: TextStyle) -> [String] {
        guard let difference else { return [] }
        let lines = DifferenceText(style: style).lines(for: difference)
        let more = lines.count - Self.mostChanges
        return lines.prefix(Self.mostChanges) + (more > 0 ? [style.faint("… \(more) more")] : [])
    }

    private var difference: StateDifference? {
        guard let old = write.old?.tree, let new = write.new?.tree, old.isContainer, new.isContainer else { return nil }
        let difference = StateDifference(from: old, to: new)
        return difference.changes.contains { $0.pointer != .root } ? difference : nil
    }

    /// Returns the value, or its changes if it is large, and its pointer if that is not `previous`.
    func value(after previous: Pointer, style: TextStyle) -> String {
        let changes = difference.map(DifferenceText(style: style).headlines) ?? []
        let value =
            switch write.new?.tree {
            case nil: style.removed("(removed)")
            case .some where !changes.isEmpty:
                changes.prefix(3).joined(separator: ", ") + (changes.count > 3 ? ", … \(changes.count - 3) more" : "")
            case let new: BriefText.text(of: new, limit: 60)
            }
        return write.pointer.pointer == previous ? value : "\(value)  \(style.faint("at \(write.pointer)"))"
    }

    /// Returns the row of a list: seq, time and type in columns, then `rest`, of any length. In a narrow list, there is no
    /// time, and half of the rest of the row is for the type.
    func row(
        seqWidth: Int,
        typeWidth: Int,
        rest: String,
        style: TextStyle,
        width: Int? = Output.terminalColumns
    ) -> String {
        let seq = Cells.padded(String(write.seq), to: seqWidth, isRight: true)
        let time = Cells.padded(write.at.map(times.row) ?? "", to: times.rowWidth)
        let noType = write.cause == .firstState ? Self.firstStateType : "(pruned)"
        let type = write.type.map { TerminalText.line($0) } ?? noType
        let mark = write.unknown != nil ? style.warning("?") : " "
        let times = width ?? .max < Self.leastForTimes ? [] : [style.faint(time)]
        let head = ([mark, seq] + times).joined(separator: "  ") + "  "
        let typeWidth = min(typeWidth, width.map { max(12, ($0 - Cells.count(head)) / 2) } ?? typeWidth)
        return head + Cells.padded(Cells.cut(style.name(type), to: typeWidth), to: typeWidth) + "  " + rest
    }

    private var verb: String {
        switch (write.old?.tree, write.new?.tree) {
        case (nil, _): "added"
        case (_, nil): "removed"
        case (let old?, let new?): old.isContainer && new.isContainer ? "changed" : "wrote"
        }
    }

    private func values(style: TextStyle) -> String {
        switch (write.old?.tree, write.new?.tree) {
        case (nil, let new): return style.added(BriefText.text(of: new, limit: 60))
        case (let old, nil): return style.removed(BriefText.text(of: old, limit: 60))
        case (let old, let new):
            let (before, after) = BriefText.pair(old, new)
            return "\(style.removed(before)) → \(style.added(after))"
        }
    }

    /// Returns the actions of a gap in words.
    static func text(of gap: RecordedWrite.UnknownActions) -> String {
        if gap.count == 1 { return "action \(gap.last)" }
        return gap.last - gap.first + 1 == gap.count
            ? "one of actions \(gap.first)…\(gap.last)"
            : "one of \(gap.count) actions from \(gap.first) to \(gap.last)"
    }
}
