#if Fleet

import RewindSession

/// A database that contains the sessions of a fleet.
package final class FleetDatabase {
    /// The advisory lock of ``initialize(_:)``, and the first half of the one of ``lockSessions(exclusively:)``.
    private static let lock = SessionFormat.applicationID

    /// The version of the tables that this tool uses.
    package static let version = FleetSchema.version

    let connection: PostgresConnection

    /// Connects to the database at `address`, and checks the version of its tables. `check` is called while the server
    /// works, and can throw to cancel the work.
    ///
    /// - Throws: `FleetError`.
    package init(_ address: String, check: @escaping () throws -> Void = {}) throws {
        connection = try PostgresConnection(address, check: check)
        // Compiling a question takes longer than answering it.
        try connection.execute("SET jit = off")
        let found = try Self.version(connection)
        guard found > 0 else { throw FleetError.notInitialized }
        guard found <= FleetSchema.version else { throw FleetError.newerVersion(found: found) }
        guard found == FleetSchema.version else { throw FleetError.olderVersion(found: found) }
    }

    /// Creates the tables and roles of a fleet, or updates them. Returns the version before; nil if there were none.
    ///
    /// - Throws: `FleetError`.
    package static func initialize(_ address: String, check: @escaping () throws -> Void = {}) throws -> Int? {
        let connection = try PostgresConnection(address, check: check)
        return try connection.transaction {
            try connection.execute("SELECT pg_advisory_xact_lock($1)", [.int(Int64(lock))])
            try connection.execute(
                """
                CREATE SCHEMA IF NOT EXISTS rewind;
                CREATE TABLE IF NOT EXISTS rewind.migration (
                    version int PRIMARY KEY,
                    applied_at timestamptz NOT NULL DEFAULT now()
                );
                """
            )
            let found = try version(connection)
            guard found <= FleetSchema.version else { throw FleetError.newerVersion(found: found) }
            for (index, sql) in FleetSchema.migrations.enumerated().dropFirst(found) {
                try connection.execute(sql)
                try connection.execute("INSERT INTO rewind.migration VALUES ($1)", [.int4(Int32(index + 1))])
            }
            try connection.execute(FleetSchema.roles)
            return found == 0 ? nil : found
        }
    }

    /// Keeps transactions that store sessions and those that delete some apart: many can store at a time, but only one
    /// can delete. The first statement of each of them, so that none waits for another while it has locked rows.
    ///
    /// - Throws: `FleetError`.
    func lockSessions(exclusively: Bool) throws {
        let function = exclusively ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        try connection.execute("SELECT \(function)($1, 0)", [.int4(Int32(Self.lock))])
    }

    private static func version(_ connection: PostgresConnection) throws -> Int {
        let found = try connection.rows("SELECT max(version) FROM rewind.migration") { $0.int(0) }
        return Int((found.first ?? nil) ?? 0)
    }
}

#endif
