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
        self.seq = seq
        self.type = type
        self.payload = payload
    }

    /// Parses a line.
    ///
    /// - Throws: `MalformedStep`, `PatchError`, `PointerError`.
    init(_ tree: Tree) throws {
        guard let seq = tree.child("seq")?.int, let type = tree.child("type")?.string else { throw MalformedStep() }
        self.seq = seq
        self.type = type
        payload = tree.child("payload")
        patch = try tree.child("patch").map { try Patch(tree: $0) }
        error = tree.child("error")?.string
        isUnknown = tree.child("unknown") == true
        if case .object(let others)? = tree.child("values") {
            values += try zip(others.keys, others.values).map { (try Pointer(parsing: $0), $1) }
        }
        if case .array(let absent)? = tree.child("absent") {
            values += try absent.elements.map { element in
                guard let text = element.string else { throw MalformedStep() }
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
