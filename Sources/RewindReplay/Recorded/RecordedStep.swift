import RewindTree

/// A line of ``RecordedSteps``.
struct RecordedStep {
    let seq: Int
    let type: String
    /// The payload; nil if the action is not run.
    let payload: Tree?
    /// The recorded effect; nil if it is not known or not compared.
    var patch: Patch?
    var error: String?
    /// True if the recorded effect is not known.
    var isUnknown = false
    /// The compared values that changed; nil for a removed one.
    var values: [(pointer: Pointer, value: Tree?)] = []

    init(seq: Int, type: String, payload: Tree?) {
        (self.seq, self.type, self.payload) = (seq, type, payload)
    }

    /// Parses a line.
    ///
    /// - Throws: `MalformedStep`, `PatchError`, `PointerError`.
    init(_ tree: Tree) throws {
        guard case .object(let object) = tree, case .integer(let seq) = object["seq"],
            case .string(let type) = object["type"]
        else { throw MalformedStep() }
        self.seq = Int(clamping: seq)
        self.type = type
        payload = object["payload"]
        patch = try object["patch"].map { try Patch(tree: $0) }
        if case .string(let text) = object["error"] { error = text }
        isUnknown = object["unknown"] == true
        if case .object(let others) = object["values"] {
            values += try zip(others.keys, others.values).map { (try Pointer(parsing: $0), $1) }
        }
        if case .array(let absent) = object["absent"] {
            values += try absent.elements.map { element in
                guard case .string(let text) = element else { throw MalformedStep() }
                return (try Pointer(parsing: text), nil)
            }
        }
    }

    /// The text of the line.
    var text: String {
        var parts = ["\"seq\":\(seq)", "\"type\":\(Tree.string(type).text)"]
        if let payload { parts.append("\"payload\":\(payload.text)") }
        if let patch { parts.append("\"patch\":\(patch.tree.text)") }
        if let error { parts.append("\"error\":\(Tree.string(error).text)") }
        if isUnknown { parts.append("\"unknown\":true") }
        let present = values.compactMap { entry in entry.value.map { (entry.pointer.description, $0) } }
        if !present.isEmpty { parts.append("\"values\":\(Tree(members: present).text)") }
        let absent = values.filter { $0.value == nil }.map { Tree.string($0.pointer.description) }
        if !absent.isEmpty { parts.append("\"absent\":\(Tree(elements: absent).text)") }
        return "{" + parts.joined(separator: ",") + "}"
    }
}

/// An error for a line that is not an action.
struct MalformedStep: Error, CustomStringConvertible {
    let description =
        "The recording has no first state, or something in its actions is no object with a seq and a type."
}
