import Foundation
import Testing

/// A JSON Schema, of which it knows the keywords that `Fixtures/schemas` uses.
package struct JSONSchema {
    private let document: [String: Any]

    /// Reads the schema of the answers of the tool.
    package static func answers() throws -> JSONSchema { try named("answers.json") }

    /// Reads the schema of the messages of an MCP server.
    package static func mcp() throws -> JSONSchema { try named("mcp.json") }

    /// Reads the schema of the answers about a fleet.
    package static func fleet() throws -> JSONSchema { try named("fleet.json") }

    private static func named(_ name: String) throws -> JSONSchema {
        let url = URL(fileURLWithPath: #filePath).appending(path: "../../../Fixtures/schemas/\(name)")
        return JSONSchema(document: try JSON.object(String(contentsOf: url.standardizedFileURL, encoding: .utf8)))
    }

    /// The names of all definitions.
    package var names: Set<String> { Set(definitions.keys) }

    private var definitions: [String: Any] { document["$defs"] as? [String: Any] ?? [:] }

    /// Returns what is wrong with a value according to a definition; empty if it is valid.
    package func problems(of value: Any, as name: String) throws -> [String] {
        problems(of: value, try #require(definitions[name] as? [String: Any], "no definition \(name)"), at: "")
    }

    private func problems(of value: Any, _ schema: [String: Any], at place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            guard let other = definitions[name] as? [String: Any] else { return ["no definition \(name)"] }
            return problems(of: value, other, at: place)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            let all = choices.map { problems(of: value, $0, at: place) }
            return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
        }
        if let values = schema["enum"] as? [String] {
            return (value as? String).map(values.contains) == true ? [] : ["\(place): \(value) is none of \(values)"]
        }
        let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
        guard types.isEmpty || types.contains(where: { isOfType($0, value) }) else {
            return ["\(place): \(value) is not \(types.joined(separator: " or "))"]
        }
        if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
            return ["\(place): \(number) is less than \(least)"]
        }
        if let object = value as? [String: Any] { return problems(ofMembers: object, schema, at: place) }
        guard let array = value as? [Any] else { return [] }
        if let least = schema["minItems"] as? Int, let most = schema["maxItems"] as? Int,
            !(least...max(least, most)).contains(array.count)
        {
            return ["\(place): \(array.count) items"]
        }
        guard let items = schema["items"] as? [String: Any] else { return [] }
        return array.enumerated().flatMap { problems(of: $1, items, at: "\(place)/\($0)") }
    }

    private func problems(ofMembers object: [String: Any], _ schema: [String: Any], at place: String) -> [String] {
        let members = schema["properties"] as? [String: [String: Any]] ?? [:]
        let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
        return missing.map { "\(place): no \($0)" }
            + object.flatMap { name, value in
                let inside = "\(place)/\(name)"
                if let member = members[name] { return problems(of: value, member, at: inside) }
                if let others = schema["additionalProperties"] as? [String: Any] {
                    return problems(of: value, others, at: inside)
                }
                return schema["additionalProperties"] as? Bool == false ? ["\(inside) is not described"] : []
            }
    }

    private func isOfType(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "null": return value is NSNull
        case "string": return value is String
        case "object": return value is [String: Any]
        case "array": return value is [Any]
        default: break
        }
        guard let number = value as? NSNumber, !(value is NSNull), !(value is String) else { return false }
        let isBool = value is Bool && (number == 0 || number == 1) && "\(value)".contains(#/true|false/#)
        switch type {
        case "boolean": return value is Bool
        case "integer": return !isBool && number.doubleValue == number.doubleValue.rounded()
        default: return !isBool
        }
    }
}
