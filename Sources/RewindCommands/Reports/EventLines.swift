import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// Lines about actions and effects: a REF, the name, a time, and then the outcome, the value and the place in the source,
/// as far as they fit.
struct EventLines {
    /// A line in parts, of which the first three are columns.
    struct Line {
        let reference: String
        let name: String
        let time: String
        let event: Why.Link.Event
        var prefix = ""
    }

    /// The maximum width of the names, in cells, on a terminal.
    private static let mostNameCells = 32
    /// The number of cells for a value below which the place is left out.
    private static let leastValueCells = 12
    /// The number of cells below which only the outcome of an effect is shown, and not its input.
    private static let leastPairCells = 40
    /// The maximum length of a value if a line may have any length.
    private static let longestValue = 60

    let style: TextStyle
    var width: Int? = Output.terminalColumns
    /// False to leave out that a flow is done, which is the usual case.
    var showsDoneFlows = true

    /// Returns the lines with aligned columns.
    func lines(_ lines: [Line]) -> [String] {
        let most = width.map { max(8, min(Self.mostNameCells, $0 / 3)) } ?? .max
        let nameWidth = min(most, lines.map { Cells.count(TerminalText.line($0.name)) }.max() ?? 0)
        let referenceWidth = lines.map { Cells.count($0.reference) }.max() ?? 0
        let timeWidth = lines.map { Cells.count($0.time) }.max() ?? 0
        return lines.map { line in
            let name = Cells.padded(Cells.cut(TerminalText.line(line.name), to: nameWidth), to: nameWidth)
            let head = [
                Cells.padded(line.reference, to: referenceWidth, isRight: true), style.name(name),
                style.faint(Cells.padded(line.time, to: timeWidth, isRight: true)),
            ]
            let start = "  " + head.joined(separator: "  ") + "  " + line.prefix
            let left = width.map { $0 - Cells.count(start) }
            return Cells.fitted((start + tail(of: line.event, left)).trimmed, to: width)
        }
    }

    /// Returns the outcome, the values and the place.
    private func tail(of event: Why.Link.Event, _ cells: Int?) -> String {
        let (remark, recorded, origin) =
            switch event {
            case .action(let action): (remark(on: action), [action.payload], action.origin)
            case .effect(let effect) where effect.kind == .flow && effect.status == .done && !showsDoneFlows:
                (RecordedEffect.Kind.flow.rawValue, [effect.input], effect.origin)
            case .effect(let effect): (Self.remark(on: effect, style), [effect.input, effect.outcome], effect.origin)
            }
        let values = Self.trees(recorded)
        guard let cells else {
            return join([remark, Self.brief(values, limit: Self.longestValue), origin.map(style.faint)])
        }
        let place = origin.map { TerminalText.line($0) }
        let left = cells - (remark.isEmpty ? 0 : Cells.count(remark) + 2)
        let besidePlace = left - (place.map { Cells.count($0) + 2 } ?? 0)
        if values.isEmpty { return join([remark, besidePlace >= 0 ? place.map(style.faint) : nil]) }
        let showsPlace = besidePlace >= Self.leastValueCells
        let valueCells = max(0, showsPlace ? besidePlace : left)
        let shown = values.suffix(valueCells < Self.leastPairCells ? 1 : 2)
        let brief = Cells.cut(Self.brief(shown, limit: valueCells / shown.count), to: valueCells)
        return join([remark, brief, showsPlace ? place.map(style.faint) : nil])
    }

    private static func trees(_ values: [RecordedValue?]) -> [Tree] {
        values.compactMap { $0?.tree }.filter { $0 != [:] }
    }

    /// Returns a payload, or the input and the outcome of an effect, in about `limit` characters each.
    private static func brief(_ values: some Sequence<Tree>, limit: Int) -> String {
        values.map { BriefText.members(of: $0, limit: limit) }.joined(separator: " → ")
    }

    /// Returns how an effect ended, its input and its outcome.
    static func summary(of effect: RecordedEffect, _ style: TextStyle) -> String {
        let values = brief(trees([effect.input, effect.outcome]), limit: longestValue)
        return remark(on: effect, style) + (values.isEmpty ? "" : "  \(values)")
    }

    private func join(_ parts: [String?]) -> String {
        parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private func remark(on action: RecordedAction) -> String {
        switch action.status {
        case .done: ""
        case .failed: style.warning("failed: \(action.error ?? "?")")
        case .began: style.warning("never finished")
        case .dropped: style.warning("not recorded")
        }
    }

    /// Returns the kind of an effect, unless it is the usual one, and its outcome.
    static func remark(on effect: RecordedEffect, _ style: TextStyle) -> String {
        let after = effect.row.outcome?.duration.map { " after \(SpanText.duration($0))" } ?? ""
        let outcome: String? =
            switch effect.status {
            case .done: effect.duration == nil ? "done" : "took\(after.dropFirst(" after".count))"
            case .failed: style.warning("failed\(after)")
            case .canceled: "canceled\(after)"
            case .open: style.warning("never ended")
            case nil: nil
            }
        let kind: String? =
            switch effect.kind {
            case .effect: nil
            case .flow: "flow"
            case .note: "note"
            case .screenshot: "screenshot" + (effect.imageBytes.map { ", \(BriefText.count($0, "byte"))" } ?? "")
            }
        return [kind, outcome].compactMap(\.self).joined(separator: ", ")
    }
}

extension RecordedCause {
    /// The REF in a sentence.
    var name: String {
        switch self {
        case .action(let seq): "action \(seq)"
        case .effect: reference
        }
    }
}

extension Why.Link {
    /// The action or effect.
    var cause: RecordedCause {
        switch event {
        case .action(let action): .action(action.seq)
        case .effect(let effect): .effect(effect.id)
        }
    }
}
