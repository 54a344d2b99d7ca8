import RewindHTML
import RewindTimeline
import RewindTree

/// A difference as HTML, with the classes of the page's style sheets.
struct DifferenceMarkup {
    private static let signs = ["add": "+", "remove": "−", "move": "↕", "change": "~"]
    private static let words = ["add": "added", "remove": "removed", "move": "moved", "change": "changed"]
    private static let classes = ["add": "added", "remove": "removed", "move": "moved", "change": "modified"]

    let html: ScreenHTML

    init(_ diff: DiffAnswer) {
        if let unknown = diff.unknown {
            html = """
                <p class="story-error">The state is unknown: the effect of #\(unknown.action) was not written.</p>
                """
        } else if diff.groups.isEmpty {
            html = "<p class=\"nothing\">Nothing.</p>"
        } else {
            html = diff.groups.map(Self.group).reduce("", +)
        }
    }

    private static func group(_ group: DiffAnswer.Group) -> ScreenHTML {
        let isArray = group.kind == "array"
        let lines = group.lines.map { isArray ? element($0) : member($0, key: $0.key ?? $0.label ?? "") }
        return """
            <section class="group">
            <header class="group-header"><span class="path">\(group.pointer.isEmpty ? "whole state" : group.pointer)</span>\
            <span class="counts">\(counts(of: group))</span></header>
            \(lines)\(more(group.more))</section>

            """
    }

    private static func counts(of group: DiffAnswer.Group) -> String {
        let counts = group.counts
        let isArray = group.kind == "array"
        var parts: [String] = []
        if isArray, let before = counts.before, let after = counts.after { parts.append("\(before) → \(after)") }
        if counts.added > 0 { parts.append("+\(counts.added)\(isArray ? " in" : "")") }
        if counts.removed > 0 { parts.append("−\(counts.removed)\(isArray ? " out" : "")") }
        if counts.moved > 0 { parts.append("↕\(counts.moved) moved") }
        if counts.changed > 0 { parts.append("\(counts.changed) \(isArray ? "edited" : "changed")") }
        return parts.joined(separator: " · ")
    }

    private static func more(_ count: Int?) -> ScreenHTML? {
        count.map { "<div class=\"unchanged\">… \($0) more</div>\n" }
    }

    private static func sign(_ op: String) -> ScreenHTML {
        guard let sign = signs[op], let word = words[op] else { return "<span class=\"sign\"></span>" }
        return "<span class=\"sign\" role=\"img\" aria-label=\"\(word)\">\(sign)</span>"
    }

    private static func line(_ op: String, _ key: String, _ value: ScreenHTML, isNested: Bool) -> ScreenHTML {
        let name: ScreenHTML = key.isEmpty ? "" : "<span class=\"key\">\(key)</span>"
        return """
            <div class="line \(classes[op] ?? "same") \(isNested ? "nested" : "")">\(sign(op))\
            <div class="content">\(name)\(value)</div></div>

            """
    }

    private static func member(_ change: DiffAnswer.Line, key: String, isNested: Bool = false) -> ScreenHTML {
        let lines = (change.lines ?? []).map { member($0, key: $0.key ?? $0.label ?? "", isNested: true) }
        switch change.op {
        case "gap": return "<div class=\"unchanged\">\(change.count ?? 0) unchanged</div>\n"
        case "change" where !lines.isEmpty:
            return "\(line("same", key, change.new.markup(), isNested: isNested))\(lines)\(more(change.more))"
        case "change":
            let (old, new) = BriefValue.excerpts(change.old, change.new)
            return line("remove", key, old, isNested: isNested) + line("add", key, new, isNested: isNested)
        default:
            let value = change.op == "remove" ? change.old : change.new ?? change.old
            return "\(line(change.op, key, value.markup(), isNested: isNested))\(lines)\(more(change.more))"
        }
    }

    private static func element(_ change: DiffAnswer.Line) -> ScreenHTML {
        guard change.op != "gap" else { return member(change, key: "") }
        let isMoved = change.op != "add" && change.before != nil && change.before != change.after
        let index = change.op == "remove" ? change.before : change.after
        var place = index.map(String.init) ?? change.key ?? ""
        if isMoved, change.op != "remove", let before = change.before { place = "\(before) → \(place)" }
        let value = change.op == "remove" ? change.old : change.new
        let isPlain = change.label == nil && change.op == "change" && change.lines == nil
        let excerpts = BriefValue.excerpts(change.old, change.new, limit: 60)
        let title: ScreenHTML =
            isPlain
            ? "\(excerpts.old) → \(excerpts.new)"
            : change.label.map { "\($0)" } ?? value.markup(limit: 120)
        let lines = (change.lines ?? []).map { member($0, key: $0.key ?? "") }
        let nested: ScreenHTML = lines.isEmpty ? "" : "<div class=\"nested-lines\">\(lines)\(more(change.more))</div>\n"
        return """
            <div class="element \(classes[change.op] ?? "same")">\(sign(change.op))\
            <span class="index">\(place)</span><span class="title">\(title)</span></div>
            \(nested)
            """
    }
}

extension BriefValue? {
    /// Returns the value as HTML, in a line.
    fileprivate func markup(limit: Int = 200) -> ScreenHTML {
        (self ?? BriefValue(nil)).markup(limit: limit)
    }
}

extension BriefValue {
    /// The number of characters shown before a difference in a long text.
    private static let lead = 40

    /// Returns the value as HTML, in a line.
    func markup(limit: Int = shortText) -> ScreenHTML { markup(from: 0, limit: limit) }

    /// Returns two values as HTML. Long texts are cut to the place where they differ.
    fileprivate static func excerpts(
        _ old: BriefValue?,
        _ new: BriefValue?,
        limit: Int = shortText
    ) -> (old: ScreenHTML, new: ScreenHTML) {
        let common = zip(old?.text ?? "", new?.text ?? "").prefix { $0 == $1 }.count
        let start = common > limit / 2 ? common - min(lead, limit / 2) : 0
        return (
            (old ?? BriefValue(nil)).markup(from: start, limit: limit),
            (new ?? BriefValue(nil)).markup(from: start, limit: limit)
        )
    }

    private static func count(_ count: Int?, _ word: String) -> String {
        "\(count ?? 0) \(word)\(count == 1 ? "" : "s")"
    }

    private func markup(from start: Int, limit: Int) -> ScreenHTML {
        let text = text ?? ""
        let words: String
        switch kind {
        case .absent, .null: words = kind.rawValue
        case .masked: words = "•••• \(text)"
        case .string:
            let part = text.dropFirst(start)
            let isCut = length != nil || part.count > limit
            let lead = start > 0 || skipped != nil ? "…" : ""
            words = lead + Tree.string(String(part.prefix(limit))).text + (isCut ? "…" : "")
        case .array: words = self.text.map { String($0.prefix(limit)) } ?? "[\(Self.count(count, "item"))]"
        case .object:
            words = label.flatMap { $0.isEmpty ? nil : "{ \($0.prefix(limit)) }" } ?? "{\(Self.count(count, "key"))}"
        case .number, .boolean: words = text
        }
        let name = [.string, .number, .boolean, .masked].contains(kind) ? kind.rawValue : "container"
        return "<span class=\"value \(name)\">\(words)</span>"
    }
}
