import ArgumentParser
import RewindTree

/// A tool that an assistant can call: a command with some of its arguments, which have the same names.
struct MCPTool: Sendable {
    typealias Parameter = AssistantTool.Parameter

    let name: String
    let description: String
    let parameters: [Parameter]

    private init(_ name: String, _ description: String, _ parameters: Parameter...) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }

    private init(_ command: any AnsweringCommand.Type) {
        name = command.configuration.commandName ?? ""
        description = command.tool.description
        parameters = command.tool.parameters
    }

    /// Returns the tools.
    ///
    /// - Parameters:
    ///   - commands: The commands that answer questions.
    ///   - areMany: Whether there may be several sessions.
    ///   - canRerun: Whether the app's reducers are known.
    ///   - hasScreens: Whether the app's screens can be drawn.
    static func all(
        _ commands: [any AnsweringCommand.Type],
        areMany: Bool,
        canRerun: Bool,
        hasScreens: Bool
    ) -> [MCPTool] {
        (areMany ? [list] : []) + commands.map { MCPTool($0) } + (areMany ? [compare] : [])
            + (canRerun ? [replay] : []) + (hasScreens ? [screen] : [])
    }

    // MARK: Definitions

    private static let list = MCPTool("ls", "List the sessions: start, length, number of actions, and how each ended.")

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
        Parameter(name: "insert", kind: .list, description: "REF:JSON: add an action after REF"),
        Parameter(name: "edit", kind: .list, description: "REF:PAYLOAD: another payload, as JSON"),
        Parameter(name: "reorder", kind: .list, description: "REF:REF: move the first action to after the second"),
        Parameter(name: "each", kind: .flag, description: "With such changes, list the actions that differ")
    )

    private static let screen = MCPTool(
        "screen",
        "Draw the app's screen as text, from the state alone.",
        Parameter(name: "at", kind: .word, description: "The state; the cursor by default"),
        Parameter(name: "full", kind: .flag, description: "All of a screen that is larger than a terminal")
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
        var (start, end): (String?, String?)
        for parameter in parameters where parameter.name != "session" && parameter.name != "offset" {
            guard let value = arguments.child(parameter.name), value != .null else {
                if parameter.isRequired { throw MCPMisuse(message: "\(name) needs \"\(parameter.name)\".") }
                continue
            }
            let texts = try parameter.texts(of: value)
            switch parameter.kind {
            case .word: words += texts
            case .rangeStart: start = texts.first
            case .rangeEnd: end = texts.first
            case .session: words += try texts.map { try sessions.path(of: $0) }
            case .option, .list, .count: options += texts.map { "--\(parameter.name)=\($0)" }
            case .flag: options += texts.isEmpty ? [] : ["--\(parameter.name)"]
            }
        }
        // A state alone is no range.
        if start == nil, let end, parameters.contains(where: { $0.name == "to" }) {
            words.append(end)
        } else if start != nil || end != nil {
            words.append("\(start ?? "")..\(end ?? "")")
        }
        if name == Self.list.name { return sessions.places.map { options + ["--", $0] } }
        let file = try sessions.path(of: Self.session.texts(of: arguments.child("session") ?? .null).first)
        // A word is never taken for an option.
        return [options + ["--", file] + words]
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

extension AssistantTool.Parameter {
    fileprivate var schema: Tree {
        var members: [(String, Tree)]
        switch kind {
        case .word, .rangeStart, .rangeEnd, .session, .option: members = [("type", "string")]
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
        case (.session, .integer), (.flag, .integer), (.list, .integer): throw misuse
        case (_, .integer(let number)): return [String(number)]
        case (.count, .string), (.flag, .string): throw misuse
        case (_, .string(let text)): return [text]
        case (.list, .array(let array)):
            return try array.elements.flatMap { element in
                try Self(name: name, kind: .option, description: "").texts(of: element)
            }
        default: throw misuse
        }
    }

    private var misuse: MCPMisuse {
        let type = schema.child("type")?.string ?? ""
        return MCPMisuse(message: "The argument \"\(name)\" must be of the type \(type).")
    }
}
