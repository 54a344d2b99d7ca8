import RewindTree

/// A tool that an assistant can call: a command with some of its arguments, which have the same names.
struct MCPTool: Sendable {
    struct Parameter: Sendable {
        enum Kind {
            /// An argument without a name.
            case word
            /// The name of a session.
            case session
            case option
            case list
            case count
            case flag
        }

        let name: String
        let kind: Kind
        let description: String
        var isRequired = false
    }

    let name: String
    let description: String
    let parameters: [Parameter]

    private init(_ name: String, _ description: String, _ parameters: Parameter...) {
        (self.name, self.description, self.parameters) = (name, description, parameters)
    }

    /// Returns the tools.
    ///
    /// - Parameters:
    ///   - areMany: Whether there may be several sessions.
    ///   - canRerun: Whether the app's reducers are known.
    static func all(areMany: Bool, canRerun: Bool) -> [MCPTool] {
        (areMany ? [list] : []) + questions + (areMany ? [compare] : []) + (canRerun ? [replay] : [])
    }

    // MARK: Definitions

    private static let range = Parameter(name: "range", kind: .word, description: "Only actions FROM..TO")
    private static let limit = Parameter(name: "limit", kind: .count, description: "Maximum number")
    private static let reverse = Parameter(name: "reverse", kind: .flag, description: "Latest first")
    private static let pointer = Parameter(name: "pointer", kind: .word, description: "POINTER", isRequired: true)

    private static let list = MCPTool("ls", "List the sessions: start, length, number of actions, and how each ended.")

    private static let questions = [
        MCPTool("stats", "Summarize a session: how it ended, and its actions by type. A good first call."),
        MCPTool(
            "log",
            "List actions with what each changed. ! marks a failed or unfinished action, ? a lost one, > the cursor.",
            range,
            Parameter(name: "pointer", kind: .word, description: "Only actions that changed the value at POINTER"),
            Parameter(name: "type", kind: .list, description: "Globs such as *Error*; !*Loading* excludes"),
            Parameter(name: "status", kind: .option, description: "trouble: only failed, unfinished and lost actions"),
            Parameter(name: "fold", kind: .flag, description: "Fold repeats and noise"),
            Parameter(name: "limit", kind: .count, description: "Only the last ones, this many"),
            reverse
        ),
        MCPTool(
            "show",
            "Print the state after an action, or the value at a pointer; or an action with its payload and call site.",
            Parameter(name: "ref", kind: .word, description: "REF"),
            Parameter(name: "pointer", kind: .word, description: "POINTER; the whole state by default"),
            Parameter(name: "depth", kind: .count, description: "Levels to print; deeper values are only counted"),
            Parameter(name: "action", kind: .flag, description: "Print the action instead of the state")
        ),
        MCPTool(
            "diff",
            "Print what changed between two states.",
            Parameter(name: "ref", kind: .word, description: "REF for what its action changed, or FROM..TO"),
            Parameter(name: "pointer", kind: .word, description: "Only inside POINTER"),
            Parameter(name: "full", kind: .flag, description: "Whole values")
        ),
        MCPTool(
            "blame",
            "Find the action that last wrote a value, and for an object or array, those that wrote its children.",
            pointer,
            Parameter(name: "ref", kind: .word, description: "The state to begin at; the last one by default")
        ),
        MCPTool(
            "history",
            "List the values at a pointer and the actions that wrote them.",
            pointer,
            range,
            Parameter(name: "where", kind: .option, description: "EXPR that is true after the write"),
            reverse,
            limit
        ),
        MCPTool(
            "search",
            "Find a text in types, payloads, errors and written values.",
            Parameter(name: "text", kind: .word, description: "Text", isRequired: true),
            range,
            Parameter(name: "regex", kind: .flag, description: "The text is a regular expression"),
            Parameter(name: "places", kind: .flag, description: "Every match, not only the best of each action"),
            limit
        ),
        MCPTool(
            "watch",
            "Find the first action that makes a condition true.",
            Parameter(name: "where", kind: .option, description: "EXPR", isRequired: true),
            range,
            Parameter(name: "all", kind: .flag, description: "All such actions"),
            reverse,
            limit
        ),
        MCPTool(
            "bisect",
            "Find the first bad action by binary search: few tests, if a state stays bad.",
            Parameter(name: "where", kind: .option, description: "EXPR that is true in a bad state", isRequired: true),
            Parameter(name: "good", kind: .option, description: "REF; the start by default"),
            Parameter(name: "bad", kind: .option, description: "REF; the end by default")
        ),
    ]

    private static let compare = MCPTool(
        "compare",
        "Find the first difference between two sessions, and where they are equal again.",
        Parameter(name: "other", kind: .session, description: "The other session", isRequired: true),
        Parameter(name: "all", kind: .flag, description: "List all actions from there on"),
        Parameter(name: "end", kind: .flag, description: "Print the difference of the end states")
    )

    private static let replay = MCPTool(
        "replay",
        "Run the actions through the app's current reducers, and compare the states with the recorded ones.",
        Parameter(name: "verify", kind: .flag, description: "Stop at the first difference; find impure reducers"),
        Parameter(name: "skip", kind: .list, description: "REFs: how would the end differ without these actions?"),
        Parameter(name: "each", kind: .flag, description: "With skip, list the actions that turn out differently")
    )

    // MARK: Calls

    /// Returns the tool as `tools/list` does; `areMany` adds the name of the session.
    func definition(areMany: Bool) -> Tree {
        let parameters = parameters(areMany: areMany)
        var schema: [(String, Tree)] = [
            ("type", "object"), ("properties", Tree(members: parameters.map { ($0.name, $0.schema) })),
            ("additionalProperties", false),
        ]
        let required = parameters.filter(\.isRequired).map { Tree.string($0.name) }
        if !required.isEmpty { schema.append(("required", Tree(elements: required))) }
        return [
            "name": .string(name), "description": .string(description), "inputSchema": Tree(members: schema),
            "annotations": ["readOnlyHint": true, "openWorldHint": false],
        ]
    }

    /// Returns the arguments of the commands that answer a call; several only for `ls`.
    ///
    /// - Throws: `MCPMisuse`, `SessionError`.
    func commandLines(for arguments: Tree, on sessions: MCPSessions) throws -> [[String]] {
        guard case .object(let object) = arguments == .null ? Tree(members: []) : arguments else {
            throw MCPMisuse(message: "The arguments must be an object.")
        }
        let parameters = parameters(areMany: sessions.areMany)
        if let other = object.keys.first(where: { name in !parameters.contains { $0.name == name } }) {
            let names = parameters.map(\.name).joined(separator: ", ")
            throw MCPMisuse(message: "\(name) has no argument \"\(other)\"; it has \(names).")
        }
        var (options, words) = ([name], [String]())
        for parameter in parameters where parameter.name != "session" && parameter.name != "offset" {
            guard let value = arguments.child(parameter.name), value != .null else {
                if parameter.isRequired { throw MCPMisuse(message: "\(name) needs \"\(parameter.name)\".") }
                continue
            }
            let texts = try parameter.texts(of: value)
            switch parameter.kind {
            case .word: words += texts
            case .session: words += try texts.map { try sessions.path(of: $0) }
            case .option, .list, .count: options += texts.map { "--\(parameter.name)=\($0)" }
            case .flag: options += texts.isEmpty ? [] : ["--\(parameter.name)"]
            }
        }
        if name == Self.list.name { return sessions.places.map { options + ["--", $0] } }
        let file = try sessions.path(of: Self.session.texts(of: arguments.child("session") ?? .null).first)
        // A word is never taken for an option. What follows "--" is the command of a bisection.
        return [options + (name == "bisect" ? [file] : ["--", file] + words)]
    }

    private static let session = Parameter(name: "session", kind: .session, description: "Name of the session")

    /// Returns the parameters with those that every tool has.
    private func parameters(areMany: Bool) -> [Parameter] {
        (areMany && name != Self.list.name ? [Self.session] : []) + parameters + [
            Parameter(name: "json", kind: .flag, description: ""),
            Parameter(name: "offset", kind: .count, description: ""),
        ]
    }
}

extension MCPTool.Parameter {
    fileprivate var schema: Tree {
        var members: [(String, Tree)]
        switch kind {
        case .word, .session, .option: members = [("type", "string")]
        case .list: members = [("type", "array"), ("items", ["type": "string"])]
        case .count: members = [("type", "integer")]
        case .flag: members = [("type", "boolean")]
        }
        if !description.isEmpty { members.append(("description", .string(description))) }
        return Tree(members: members)
    }

    /// Returns the texts of a value; a flag that is set has one. Numbers are accepted for REFs, and a text for a list of
    /// one.
    fileprivate func texts(of value: Tree) throws -> [String] {
        switch (kind, value) {
        case (_, .null), (.flag, .bool(false)): return []
        case (.flag, .bool(true)): return ["true"]
        case (.count, .integer(let number)), (.word, .integer(let number)), (.option, .integer(let number)):
            return [String(number)]
        case (.word, .string(let text)), (.session, .string(let text)), (.option, .string(let text)),
            (.list, .string(let text)):
            return [text]
        case (.list, .array(let array)):
            return try array.elements.flatMap { element in
                try MCPTool.Parameter(name: name, kind: .option, description: "").texts(of: element)
            }
        default:
            let type = schema.child("type")?.string ?? ""
            throw MCPMisuse(message: "The argument \"\(name)\" must be of the type \(type).")
        }
    }
}
