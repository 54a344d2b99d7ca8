import RewindTimeline
import RewindTree

/// Short texts for values, for lines of limited length.
enum BriefText {
    /// Returns `tree` in about `limit` characters.
    static func text(of tree: Tree?, limit: Int = 40) -> String {
        switch tree {
        case nil: "nothing"
        case .array(let array): array.elements.isEmpty ? "[]" : "[\(count(array.elements.count, "item"))]"
        case .object(let object): text(of: object, limit: limit)
        case .string(let string): quoted(string, limit: limit)
        case .some(let scalar): scalar.text
        }
    }

    private static func text(of object: ObjectNode, limit: Int) -> String {
        if object.keys.isEmpty { return "{}" }
        let whole = Tree.object(object).text
        if whole.utf8.count <= limit { return whole }
        // The member that identifies the value.
        guard let (key, value) = MemberOrder.name(of: object) else {
            return "{\(count(object.keys.count, "member"))}"
        }
        return "{\"\(key)\":\(text(of: value, limit: 24)), … \(object.keys.count - 1) more}"
    }

    /// Returns `tree` in about `limit` characters; for an object, its first members.
    static func members(of tree: Tree?, limit: Int) -> String {
        guard case .object(let object)? = tree else { return text(of: tree, limit: limit) }
        var shown = "{"
        for (key, value) in zip(object.keys, object.values) {
            guard shown.utf8.count < limit else { return shown + ", …}" }
            shown += "\(shown == "{" ? "" : ",")\(quoted(key, limit: limit)):\(text(of: value, limit: limit))"
        }
        return shown + "}"
    }

    /// Returns a number with its noun.
    static func count(_ number: Int, _ noun: String) -> String {
        CountedNoun.text(number, noun)
    }

    /// Returns the numbers of actions by type, the most frequent first.
    static func counts(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(TerminalText.line($0.key)) (\($0.value))" }
            .joined(separator: ", ")
    }

    /// Returns the name of a member, in quotation marks if it begins or ends with white space or is empty.
    static func name(_ member: String) -> String {
        let isVisible = member.first?.isWhitespace == false && member.last?.isWhitespace == false
        return isVisible ? member : "\"\(member)\""
    }

    private static func quoted(_ string: String, limit: Int) -> String {
        // A long text is cut before it is escaped, so that its length does not matter.
        let head = string.prefix(limit)
        let text = Tree.string(String(head)).text
        return head.endIndex == string.endIndex ? text : text.dropLast() + "…\""
    }

    /// Returns two values in about `limit` characters each; for long texts, the part where they begin to differ.
    static func pair(_ old: Tree?, _ new: Tree?, limit: Int = 40) -> (old: String, new: String) {
        guard case .string(let before) = old, case .string(let after) = new,
            before.utf8.count > limit || after.utf8.count > limit
        else { return (text(of: old, limit: limit), text(of: new, limit: limit)) }
        let changed = ChangedText(from: before, to: after)
        let lead = changed.head.suffix(limit / 4)
        func part(_ changed: Substring, in string: String) -> String {
            let start = string.index(changed.startIndex, offsetBy: -lead.count)
            let text = quoted(String(string[start...].prefix(limit + 1)), limit: limit)
            return start > string.startIndex ? "\"…" + text.dropFirst() : text
        }
        return (part(changed.old, in: before), part(changed.new, in: after))
    }
}

extension Pointer {
    /// Returns the pointer as shown to the user, with a name for the whole value.
    func name(root: String = "(root)") -> String {
        self == .root ? root : description
    }
}
