import RewindSession
import RewindTree

/// The actions to read, and their order.
package struct ActionFilter: Sendable {
    /// The outcome of an action, as an option of a command.
    package enum Outcome: String, Sendable, CaseIterable {
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

        fileprivate func admits(_ record: ActionRecord) -> Bool {
            switch self {
            case .done: record.status == .done && record.patch != nil
            case .failed: record.status == .failed
            case .began: record.status == .began
            case .dropped: record.status == .dropped
            case .unknown: record.patch == nil
            case .trouble: record.status != .done || record.patch == nil
            }
        }
    }

    package enum Order: Sendable {
        case oldestFirst
        case latestFirst
        /// By duration, longest first, without actions whose duration was not measured.
        case slowestFirst
    }

    /// Patterns for the type's name with `*`, `?`, and `[…]`; see `Glob`. If there are any, one of them must match.
    package var typeGlobs: [String] = []
    /// Patterns of which none may match.
    package var excludedGlobs: [String] = []
    package var outcome: Outcome?
    /// Only actions after this seq.
    package var after: Int?
    /// Only actions up to this seq.
    package var through: Int?
    package var order = Order.oldestFirst
    /// The maximum number of actions.
    package var limit: Int?
    /// False to leave out the payloads, which take time to parse.
    package var readsPayloads = true

    /// True if the order is latest first.
    package var isReversed: Bool { order == .latestFirst }

    package init(typeGlob: String? = nil, after: Int? = nil, isReversed: Bool = false, limit: Int? = nil) {
        typeGlobs = typeGlob.map { [$0] } ?? []
        self.after = after
        order = isReversed ? .latestFirst : .oldestFirst
        self.limit = limit
    }

    /// Returns true if the filter includes an action, ignoring its limit.
    package func admits(_ record: ActionRecord) -> Bool {
        record.seq > after ?? -1 && record.seq <= through ?? .max && (outcome?.admits(record) ?? true)
            && (typeGlobs.isEmpty || typeGlobs.contains { Glob.matches($0, record.type) })
            && !excludedGlobs.contains { Glob.matches($0, record.type) }
            && (order != .slowestFirst || record.duration != nil)
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
        if order == .slowestFirst { add("duration IS NOT NULL") }
        var sql = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        switch order {
        case .oldestFirst: sql += " ORDER BY seq"
        case .latestFirst: sql += " ORDER BY seq DESC"
        case .slowestFirst: sql += " ORDER BY duration DESC, seq"
        }
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
