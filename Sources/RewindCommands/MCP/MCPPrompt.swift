import RewindTree

/// The prompt "find who broke POINTER": a task that a person gives to an assistant.
enum MCPPrompt {
    static let name = "find-who-broke"
    private static let description = "Find the action that broke a value."

    /// The prompt as `prompts/list` does.
    static let definition: Tree = [
        "name": .string(name), "title": "Find who broke a value", "description": .string(description),
        "arguments": [
            ["name": "pointer", "description": "JSON Pointer to the value", "required": true],
            ["name": "session", "description": "Name of the session, if there are several"],
            ["name": "symptom", "description": "The symptom: the wrong value, or the report of a user"],
        ],
    ]

    /// Returns the messages for arguments.
    ///
    /// - Throws: `MCPError.invalidParams`.
    static func messages(for arguments: Tree) throws -> [(String, Tree)] {
        guard let pointer = arguments.child("pointer")?.string else {
            throw MCPError.invalidParams("\(name) needs the argument \"pointer\".")
        }
        let session = arguments.child("session")?.string.map { " in the session \($0)" } ?? ""
        let symptom = arguments.child("symptom")?.string.map { " The symptom: \($0)" } ?? ""
        let text = """
            Find the action that broke the value at \(pointer)\(session).\(symptom)

            1. Call history with this pointer. Find the write after which the value is wrong; if there are many, narrow \
            them with watch.
            2. Call show with action for that seq: its payload, its call site, and everything it changed.
            3. Is the payload already wrong? Then search for the value, and continue where it came from; why lists the \
            requests and the tap behind the action, if the app recorded them. Is it right? \
            Then the reducer is wrong; if there is replay, check whether it still is.
            4. Report the seq, type, and call site of the action, the value before and after it, the reason, and the \
            calls that prove it. Report what you could not prove.
            """
        return [
            ("description", .string(description)),
            ("messages", [["role": "user", "content": ["type": "text", "text": .string(text)]]]),
        ]
    }
}
