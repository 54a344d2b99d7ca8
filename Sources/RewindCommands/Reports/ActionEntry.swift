#if os(macOS) || os(Linux)

import RewindSession
import RewindTree
import RewindTimeline

/// An action in JSON output.
struct ActionEntry: Encodable {
    let tree: Tree

    /// Creates an entry; `ending` is the end of the recording, for its last action.
    init(_ record: ActionRecord, ending: Tree? = nil) {
        let members: KeyValuePairs<String, Tree?> = [
            "at": .integer(record.at), "coder": .string(record.coder.rawValue),
            "duration": record.duration.map(Tree.integer), "ending": ending, "error": record.error.map(Tree.string),
            "origin": record.origin.map(Tree.string), "parent": .integer(Int64(record.parent)),
            "patch": record.patch?.tree ?? .null, "payload": record.payload ?? .null,
            "seq": .integer(Int64(record.seq)), "status": .string(record.status.rawValue),
            "type": .string(record.type),
        ]
        tree = Tree(members: members.lazy.compactMap { key, value in value.map { (key, $0) } })
    }

    func encode(to encoder: any Encoder) throws {
        try tree.encode(to: encoder)
    }
}

extension Change: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "op": kind.rawValue, "pointer": pointer.description, "from": source?.description, "old": old, "new": new,
        ])
    }
}

#endif
