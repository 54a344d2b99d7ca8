#if Fleet

import RewindSession
import RewindTimeline
import RewindTree

/// Answers a part of an EXPR from the values and types of all sessions, without their states.
struct FleetSummaries {
    /// The sessions in which a part is true in some state.
    struct Found {
        /// The first seq at which it is, by session.
        var certain: [Int64: Int] = [:]
        /// The sessions in which it may be, at an unknown seq.
        var possible: Set<Int64> = []

        var all: Set<Int64> { possible.union(certain.keys) }
    }

    private let filter: FleetFilter
    private let connection: PostgresConnection

    init(_ filter: FleetFilter, in connection: PostgresConnection) {
        (self.filter, self.connection) = (filter, connection)
    }

    /// Returns the way to the answer, and the sessions; nil if only the states show them.
    ///
    /// - Throws: `TimelineError.malformedExpression`, `FleetError`.
    func sessions(where part: Condition) throws -> (FleetQuestion.Part.Way, Found?) {
        switch part.basis {
        case .type: return (.types, try sessions(withTypes: part))
        case .state:
            guard let pointer = try part.firstPointer() else {
                let holds = try part.holds(value: nil, at: .root) ?? false
                return (.types, holds ? try allSessions() : Found())
            }
            // Elements of arrays have no values in the database.
            guard !pointer.tokens.contains(where: Pointer.mayBeIndex) else { return (.states, nil) }
            do {
                return (.values(pointer), try sessions(withValues: part, at: pointer))
            } catch is OtherPointer {
                return (.states, nil)
            }
        case nil: return (.states, nil)
        }
    }

    /// The filter's sessions, all with their first seq.
    private func allSessions() throws -> Found {
        var found = Found()
        try connection.forEachRow(
            "SELECT s.key, s.first FROM rewind.session s WHERE \(FleetFilter.sql)",
            filter.parameters
        ) { found.certain[$0.int(0) ?? 0] = Int($0.int(1) ?? 0) }
        return found
    }

    // MARK: Types

    private func sessions(withTypes part: Condition) throws -> Found {
        // At the first state, the type is NULL.
        if try part.holds(type: nil) == true { return try allSessions() }
        var (matching, undecided): ([Int64], [Int64]) = ([], [])
        for (id, name) in try connection.rows("SELECT id, name FROM rewind.type", [], { ($0.int(0) ?? 0, $0.text(1)) })
        {
            switch try part.holds(type: name) {
            case true?: matching.append(id)
            case nil: undecided.append(id)
            case false?: break
            }
        }
        var found = Found()
        try connection.forEachRow(
            """
            SELECT c.session, min(c.first) FILTER (WHERE c.type = ANY($6)),
                min(c.first) FILTER (WHERE c.type = ANY($7))
            FROM rewind.change c JOIN rewind.session s ON s.key = c.session
            WHERE c.pointer = $5 AND c.type = ANY($6 || $7) AND \(FleetFilter.sql) GROUP BY c.session
            """,
            filter.parameters + [.int(FleetID.anyPointer), .ints(matching), .ints(undecided)]
        ) { found.add($0) }
        return found
    }

    // MARK: Values

    private func sessions(withValues part: Condition, at pointer: Pointer) throws -> Found {
        let id = PostgresValue.int(FleetID.pointer(pointer.indexText))
        // No other value is equal to a text.
        let range = part.range
        let text: String? = if case .text(let text)? = range { Tree.string(text).text } else { nil }
        let texts = try connection.rows(
            """
            SELECT DISTINCT value FROM rewind.value
            WHERE pointer = $1 AND kind = 'v' AND ($2::text IS NULL OR value = $2)
            """,
            [id, .text(text)]
        ) { $0.text(0) ?? "null" }
        var (matching, undecided): ([String], [String]) = ([], [])
        for text in texts {
            switch try part.holds(value: try? Tree(parsing: Array(text.utf8)), at: pointer) {
            case true?: matching.append(text)
            case nil: undecided.append(text)
            case false?: break
            }
        }
        var found = Found()
        // The numbers for which the part can be true, and its result for texts and containers, if that is known: these
        // are not NULL, and more than any number.
        var (least, greatest) = (-Double.infinity, Double.infinity)
        var isOther = part.testsForNull.map { !$0 }
        switch range {
        case .numbers(let from, let to)?:
            (least, greatest) = (from, to)
            isOther = to == .infinity
        case .text?: (least, greatest) = (.infinity, -.infinity)
        case nil: if isOther == false { (least, greatest) = (.infinity, -.infinity) }
        }
        try connection.forEachRow(
            """
            SELECT v.session, min(v.first) FILTER (WHERE v.kind = 'v' AND v.value = ANY($6) OR v.kind = 'o' AND $8),
                min(v.first) FILTER (
                    WHERE v.kind = 'v' AND v.value = ANY($7) OR v.kind = 'o' AND $8 IS NULL OR v.kind IN ('t', 'n', '+')
                )
            FROM rewind.value v JOIN rewind.session s ON s.key = v.session
            WHERE v.pointer = $5 AND (
                v.kind = 'v' AND v.value = ANY($6 || $7) OR v.kind IN ('o', 't') AND $8 IS NOT FALSE OR v.kind = '+'
                OR v.kind = 'n' AND v.least <= $10 AND v.greatest >= $9
            ) AND \(FleetFilter.sql)
            GROUP BY v.session
            """,
            filter.parameters + [
                id, .texts(matching), .texts(undecided), isOther.map { .bool($0) } ?? .null, .double(least),
                .double(greatest),
            ]
        ) { found.add($0) }
        try addSessionsWithoutValues(to: &found, whereTrue: part.holds(value: nil, at: pointer), id)
        return found
    }

    /// Adds the sessions in which no state has a value, as far as is known. `holds` is the part's result for NULL; nil
    /// if it is not decided.
    private func addSessionsWithoutValues(to found: inout Found, whereTrue holds: Bool?, _ id: PostgresValue) throws {
        try connection.forEachRow(
            """
            SELECT s.key, CASE WHEN s.values_complete AND $6 THEN s.first END, s.first
            FROM rewind.session s
            WHERE (NOT s.values_complete OR $6 IS NOT FALSE) AND \(FleetFilter.sql)
                AND NOT EXISTS (SELECT FROM rewind.value v WHERE v.session = s.key AND v.pointer = $5)
            """,
            filter.parameters + [id, holds.map { .bool($0) } ?? .null]
        ) { found.add($0) }
    }
}

extension FleetSummaries.Found {
    /// Adds a row with a session, the first seq at which a part is true, and the first one at which it may be.
    fileprivate mutating func add(_ row: PostgresRow) {
        let (session, certain, possible) = (row.int(0) ?? 0, row.int(1), row.int(2))
        if let certain, possible.map({ certain <= $0 }) ?? true {
            self.certain[session] = Int(certain)
        } else {
            self.possible.insert(session)
        }
    }
}

/// The expression reads a second value.
private struct OtherPointer: Error {
    let pointer: Pointer
}

extension Condition {
    /// Returns the pointer to the value that the expression reads first; nil if it reads none.
    fileprivate func firstPointer() throws -> Pointer? {
        do {
            _ = try holds(
                at: EvaluationContext(seq: 0, parent: 0, type: nil) { _, pointer, _ in
                    throw OtherPointer(pointer: pointer)
                }
            )
            return nil
        } catch let read as OtherPointer {
            return read.pointer
        }
    }

    /// Returns the result for a value at `pointer`; nil if it cannot be evaluated, which may not matter to a larger
    /// expression.
    ///
    /// - Throws: `OtherPointer`, `TimelineError.malformedExpression`.
    fileprivate func holds(value: Tree?, at pointer: Pointer) throws -> Bool? {
        try holdsIfPossible(
            EvaluationContext(seq: 0, parent: 0, type: nil) { _, other, _ in
                guard other == pointer else { throw OtherPointer(pointer: other) }
                return value
            }
        )
    }

    fileprivate func holds(type: String?) throws -> Bool? {
        try holdsIfPossible(EvaluationContext(seq: 0, parent: 0, type: type) { _, _, _ in nil })
    }

    private func holdsIfPossible(_ context: EvaluationContext) throws -> Bool? {
        do {
            return try holds(at: context)
        } catch TimelineError.malformedExpression(.failed) {
            return nil
        }
    }
}

#endif
