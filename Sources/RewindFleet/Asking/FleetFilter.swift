#if Fleet

/// The sessions that a question is about.
package struct FleetFilter: Hashable, Sendable {
    package var app: String?
    package var version: String?
    /// The earliest start, in microseconds since 1970.
    package var since: Int64?
    /// True if the question is only about sessions that ended with a crash.
    package var isCrashed: Bool

    package init(app: String? = nil, version: String? = nil, since: Int64? = nil, isCrashed: Bool = false) {
        self.app = app
        self.version = version
        self.since = since
        self.isCrashed = isCrashed
    }

    /// The condition on the rows of `rewind.session s`. Its parameters are the first four.
    static let sql = """
        ($1::text IS NULL OR s.app = $1) AND ($2::text IS NULL OR s.version = $2)
        AND ($3::bigint IS NULL OR s.started_at >= $3) AND (s.crashed OR NOT $4)
        """

    var parameters: [PostgresValue] { [.text(app), .text(version), .int(since), .bool(isCrashed)] }
}

/// The overview of a stored session.
package struct FleetSession: Hashable, Sendable {
    let key: Int64
    package let id: String
    package let app: String?
    package let version: String?
    /// The times of the start and the end, in microseconds since 1970; nil if the session does not contain them.
    package let startedAt: Int64?
    package let endedAt: Int64?
    package let isCrashed: Bool
    /// The seqs of the first state and of the last action.
    package let first: Int
    package let last: Int
    /// The length of the file.
    package let bytes: Int64

    package var actions: Int { last - first }

    private static let columns =
        "s.key, s.id::text, s.app, s.version, s.started_at, s.ended_at, s.crashed, s.first, s.last, s.bytes"

    private init(_ row: PostgresRow) {
        key = row.int(0) ?? 0
        id = row.text(1) ?? ""
        app = row.text(2)
        version = row.text(3)
        startedAt = row.int(4)
        endedAt = row.int(5)
        isCrashed = row.bool(6) ?? false
        first = Int(row.int(7) ?? 0)
        last = Int(row.int(8) ?? 0)
        bytes = row.int(9) ?? 0
    }

    /// Reads the sessions that a filter admits, newest first; only those with one of `keys`, if given.
    static func read(
        _ filter: FleetFilter,
        keys: [Int64]? = nil,
        limit: Int? = nil,
        in connection: PostgresConnection
    ) throws -> [FleetSession] {
        try connection.rows(
            """
            SELECT \(columns) FROM rewind.session s
            WHERE \(FleetFilter.sql) AND ($5::bigint[] IS NULL OR s.key = ANY($5))
            ORDER BY s.started_at DESC NULLS LAST, s.key LIMIT $6
            """,
            filter.parameters + [keys.map { .ints($0) } ?? .null, .int(limit.map(Int64.init))],
            FleetSession.init
        )
    }
}

extension FleetDatabase {
    /// Returns the sessions that a filter admits, newest first.
    ///
    /// - Throws: `FleetError`.
    package func sessions(_ filter: FleetFilter, limit: Int? = nil) throws -> [FleetSession] {
        try FleetSession.read(filter, limit: limit, in: connection)
    }
}

#endif
