import RewindSession
import RewindTree

/// The outcome of an action, to select actions by.
public enum ActionOutcome: String, Sendable, Decodable, CaseIterable {
    case done
    /// The reducer reported an error.
    case failed
    /// The process ended while the reducer ran.
    case began
    /// The action was not recorded.
    case dropped
    /// The action's effect is not known.
    case unknown
    /// Any outcome but `done`.
    case trouble

    fileprivate var sql: String {
        switch self {
        case .done: "status = 'done' AND patch IS NOT NULL"
        case .failed, .began, .dropped: "status = '\(rawValue)'"
        case .unknown: "patch IS NULL"
        case .trouble: "(status <> 'done' OR patch IS NULL)"
        }
    }
}

/// The actions to read, and their order.
package struct ActionFilter: Sendable {
    /// Patterns for the type's name with `*`, `?`, and `[…]`; see `Glob`. If there are any, one of them must match.
    package var typeGlobs: [String] = []
    /// Patterns of which none may match.
    package var excludedGlobs: [String] = []
    package var outcome: ActionOutcome?
    /// Only actions after this seq.
    package var after: Int?
    /// Only actions up to this seq.
    package var through: Int?
    /// True for the latest action first.
    package var isReversed: Bool
    /// The maximum number of actions.
    package var limit: Int?
    /// False to leave out the payloads, which take time to parse.
    package var readsPayloads = true

    package init(typeGlob: String? = nil, after: Int? = nil, isReversed: Bool = false, limit: Int? = nil) {
        typeGlobs = typeGlob.map { [$0] } ?? []
        self.after = after
        self.isReversed = isReversed
        self.limit = limit
    }

    var sql: (condition: String, arguments: [any SQLConvertible]) {
        var conditions: [String] = []
        var arguments: [any SQLConvertible] = []
        func add(_ condition: String, _ values: [any SQLConvertible] = []) {
            conditions.append(condition)
            arguments += values
        }
        if let after { add("seq > ?", [after]) }
        if let through { add("seq <= ?", [through]) }
        if !typeGlobs.isEmpty {
            add("(\(typeGlobs.map { _ in "name GLOB ?" }.joined(separator: " OR ")))", typeGlobs)
        }
        for glob in excludedGlobs { add("name NOT GLOB ?", [glob]) }
        if let outcome { add(outcome.sql) }
        var sql = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        sql += isReversed ? " ORDER BY seq DESC" : " ORDER BY seq"
        if let limit {
            sql += " LIMIT ?"
            arguments += [limit]
        }
        return (sql, arguments)
    }
}

extension Pointer {
    /// The pointer and its ancestors, up to the root.
    package var selfAndAncestors: [Pointer] {
        Array(sequence(first: self) { $0.parent })
    }
}
