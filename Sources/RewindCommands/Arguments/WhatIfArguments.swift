import RewindReplay
import RewindTree
import RewindTimeline

/// The options that change the actions of a re-run.
struct WhatIfArguments {
    let skip: [String]
    let insert: [String]
    let edit: [String]
    let reorder: [String]

    /// What they mean for a session.
    ///
    /// - Throws: `CommandError.malformedChange`, `TimelineError`, `SessionError`.
    func whatIf(in timeline: Timeline) throws -> WhatIf {
        var whatIf = WhatIf()
        for text in skip { whatIf.skipped.insert(try timeline.seq(text, or: "")) }
        for text in insert {
            let (reference, json) = try Self.split(text, "--insert") { try Tree(parsing: $0) }
            guard let action = Self.action(json) else { throw CommandError.malformedChange(option: "--insert", text) }
            let seq = try timeline.seq(of: reference)
            whatIf.insertions.append(
                WhatIf.Insertion(after: seq, type: action.type, payload: action.payload ?? Tree(members: []))
            )
        }
        for text in edit {
            let (reference, json) = try Self.split(text, "--edit") { try Tree(parsing: $0) }
            let seq = try timeline.seq(of: reference)
            if let action = Self.action(json), let payload = action.payload {
                whatIf.edits.append(WhatIf.Edit(seq: seq, type: action.type, payload: payload))
            } else {
                whatIf.edits.append(WhatIf.Edit(seq: seq, type: nil, payload: json))
            }
        }
        for text in reorder {
            let (reference, target) = try Self.split(text, "--reorder") { try Reference(parsing: $0) }
            whatIf.moves.append(
                WhatIf.Move(seq: try timeline.seq(of: reference), after: try timeline.seq(of: target))
            )
        }
        return whatIf
    }

    /// The action that an object is, as `{"type": …, "payload": …}`, of which the payload may be missing.
    private static func action(_ tree: Tree) -> (type: String, payload: Tree?)? {
        guard case .object(let object) = tree, case .string(let type) = object["type"],
            object.keys.allSatisfy({ ["type", "payload"].contains($0) })
        else { return nil }
        return (type, object["payload"])
    }

    /// The two parts of an argument: at the first colon where both make sense, as the name of a bookmark has one, too.
    private static func split<T>(
        _ text: String,
        _ option: String,
        _ parse: (String) throws -> T
    ) throws -> (Reference, T) {
        for colon in text.indices where text[colon] == ":" {
            if let reference = try? Reference(parsing: String(text[..<colon])),
                let rest = try? parse(String(text[text.index(after: colon)...]))
            {
                return (reference, rest)
            }
        }
        throw CommandError.malformedChange(option: option, text)
    }
}
