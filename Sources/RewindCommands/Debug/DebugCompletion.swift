import RewindSession
import RewindTimeline
import RewindTree

/// Completes lines with verbs.
struct DebugCompletion {
    let session: DebugSession

    /// Returns the completions of a line: verbs at its beginning, then types, members of the state, or bookmarks.
    func completions(of text: String) -> [String] {
        let start = text.lastIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
        let (head, word) = (text[..<start], String(text[start...]))
        // A REF alone moves there.
        if head.isEmpty, !word.hasPrefix("@"), !word.hasPrefix(":") { return DebugVerb.names(beginningWith: text) }
        let timeline = session.timeline
        let verb = DebugVerb(named: String(text.prefix { $0 != " " }))
        if verb == .break || verb == .dispatch || word.hasPrefix("@") {
            let sign = word.hasPrefix("@") ? "@" : ""
            let types = (try? timeline.session.typeNames()) ?? []
            return types.filter { $0.hasPrefix(word.dropFirst(sign.count)) }.map { head + sign + $0 }
        }
        if word.hasPrefix(":") {
            let names = (try? timeline.session.bookmarks().map(\.name)) ?? []
            return names.filter { $0.hasPrefix(word.dropFirst()) }.map { "\(head):\($0)" }
        }
        guard word.hasPrefix("/"), let pointer = try? Pointer(parsing: word), let last = pointer.tokens.last,
            let holder = pointer.parent
        else { return verb == .help ? DebugVerb.names(beginningWith: word).map { head + $0 } : [] }
        // The value may be missing from the current state, or may never have been changed.
        var members = Set((try? timeline.session.indexedMembers(of: holder)) ?? [])
        if case .object(let object)? = try? timeline.value(at: session.at, holder) { members.formUnion(object.keys) }
        return members.filter { $0.hasPrefix(last) }.sorted().map { head + holder.appending($0).description }
    }
}
