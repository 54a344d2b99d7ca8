import RewindSession
import RewindTree
import RewindTimeline

/// An action in JSON output.
struct ActionEntry: Encodable {
    let tree: Tree

    /// Creates an entry; `ending` is the end of the recording, for its last action.
    init(_ record: ActionRecord, ending: Tree? = nil) {
        var (keys, values) = ([String](), [Tree]())
        // In the order of the keys.
        func add(_ key: String, _ value: Tree?) {
            guard let value else { return }
            keys.append(key)
            values.append(value)
        }
        add("at", .integer(record.at))
        add("coder", .string(record.coder.rawValue))
        add("duration", record.duration.map(Tree.integer))
        add("ending", ending)
        add("error", record.error.map(Tree.string))
        add("origin", record.origin.map(Tree.string))
        add("parent", .integer(Int64(record.parent)))
        add("patch", record.patch?.tree ?? .null)
        add("payload", record.payload ?? .null)
        add("seq", .integer(Int64(record.seq)))
        add("status", .string(record.status.rawValue))
        add("type", .string(record.type))
        tree = .object(ObjectNode(sortedKeys: keys, values: values))
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
