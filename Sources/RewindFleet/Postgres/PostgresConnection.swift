#if Fleet

import CRewindPostgres
import Foundation

/// A connection to a PostgreSQL database, for use by one thread at a time.
///
/// Values are sent apart from the SQL, in binary format, so that no text can become SQL.
package final class PostgresConnection {
    /// The time after which `check` is called while the server works, in milliseconds.
    private static let interval: Int32 = 50
    /// The number of bytes after which copied rows are sent.
    private static let copyBlock = 1 << 16

    private let connection: OpaquePointer
    /// Throws to cancel the work.
    let check: () throws -> Void

    /// Connects to the database at `address`, a URL or a connection string of libpq. `check` is called while the server
    /// works, and can throw to cancel a statement.
    ///
    /// - Throws: `FleetError`.
    package init(_ address: String, check: @escaping () throws -> Void = {}) throws {
        // libpq takes another URL for the name of a database.
        if let scheme = address.prefixMatch(of: #/[a-z0-9+.-]+:///#.ignoresCase())?.0,
            !["postgresql://", "postgres://"].contains(scheme)
        {
            throw FleetError.noConnection("\(scheme) is not an address of PostgreSQL")
        }
        // Later settings replace earlier ones, so that the address can contain its own.
        let settings = [
            ("connect_timeout", "10"), ("application_name", "rewind"), ("dbname", address), ("client_encoding", "UTF8"),
        ]
        let names = settings.map { strdup($0.0) }
        let values = settings.map { strdup($0.1) }
        defer { for text in names + values { free(text) } }
        let opened = (names + [nil]).withUnsafeConstPointers { names in
            (values + [nil]).withUnsafeConstPointers { values in PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw FleetError.noConnection("out of memory") }
        guard PQstatus(opened) == CONNECTION_OK else {
            defer { PQfinish(opened) }
            throw FleetError.noConnection(FleetError.text(of: opened))
        }
        PQsetnonblocking(opened, 1)
        // Notices of the server would go to standard error.
        PQsetNoticeProcessor(opened, { _, _ in }, nil)
        (connection, self.check) = (opened, check)
    }

    deinit {
        PQfinish(connection)
    }

    // MARK: Statements

    /// Executes statements without parameters.
    ///
    /// - Throws: `FleetError`, or an error of `check`.
    package func execute(_ sql: String) throws {
        guard PQsendQuery(connection, sql) == 1 else { throw failure(nil) }
        try forEachResult { _ in }
    }

    /// Executes a statement, and returns the number of rows that it changed.
    ///
    /// - Throws: `FleetError`, or an error of `check`.
    @discardableResult
    package func execute(_ sql: String, _ parameters: [PostgresValue]) throws -> Int {
        try send(sql, parameters)
        var count = 0
        try forEachResult { result in count = Int(String(cString: PQcmdTuples(result))) ?? 0 }
        return count
    }

    /// Returns a value for each row.
    ///
    /// - Throws: `FleetError`, or an error of `check` or `value`.
    package func rows<T>(
        _ sql: String,
        _ parameters: [PostgresValue] = [],
        _ value: (PostgresRow) throws -> T
    ) throws -> [T] {
        try send(sql, parameters)
        var values: [T] = []
        try forEachResult { result in
            for row in 0..<PQntuples(result) { values.append(try value(PostgresRow(result, row))) }
        }
        return values
    }

    /// Calls `body` with each row as it arrives, so that the result need not fit into memory.
    ///
    /// - Throws: `FleetError`, or an error of `check` or `body`.
    package func forEachRow(
        _ sql: String,
        _ parameters: [PostgresValue] = [],
        _ body: (PostgresRow) throws -> Void
    ) throws {
        try send(sql, parameters)
        PQsetSingleRowMode(connection)
        try forEachResult { result in
            for row in 0..<PQntuples(result) { try body(PostgresRow(result, row)) }
        }
    }

    /// Calls `body` in a transaction, which is undone if it throws; again if the server undid the transaction because of
    /// another one.
    package func transaction<T>(_ body: () throws -> T) throws -> T {
        while true {
            do {
                try execute("BEGIN")
                let result = try body()
                try execute("COMMIT")
                return result
            } catch {
                try? execute("ROLLBACK")
                guard case FleetError.conflict = error else { throw error }
                try check()
            }
        }
    }

    private func send(_ sql: String, _ parameters: [PostgresValue]) throws {
        var bytes: [UInt8] = []
        var starts: [Int?] = []
        var lengths: [Int32] = []
        for parameter in parameters {
            starts.append(parameter == .null ? nil : bytes.count)
            let start = bytes.count
            parameter.write(to: &bytes)
            lengths.append(Int32(bytes.count - start))
        }
        // So that even an empty value has an address.
        bytes.append(0)
        let isSent = bytes.withUnsafeBytes { bytes in
            let values = starts.map { start in
                start.flatMap { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            let formats = [Int32](repeating: 1, count: parameters.count)
            return PQsendQueryParams(
                connection,
                sql,
                Int32(parameters.count),
                parameters.map(\.type),
                values,
                lengths,
                formats,
                1
            ) == 1
        }
        guard isSent else { throw failure(nil) }
    }

    // MARK: Copying

    /// Adds rows with COPY: `table` names the table and its columns, and `body` calls its argument with each row.
    ///
    /// - Throws: `FleetError`, or an error of `check` or `body`.
    package func copy(into table: String, _ body: (_ add: ([PostgresValue]) throws -> Void) throws -> Void) throws {
        guard PQsendQuery(connection, "COPY \(table) FROM STDIN (FORMAT binary)") == 1 else { throw failure(nil) }
        try flush()
        guard let started = try nextResult() else { throw failure(nil) }
        let isStarted = PQresultStatus(started) == PGRES_COPY_IN
        let refusal = isStarted ? nil : failure(started)
        PQclear(started)
        if let refusal {
            try? drain()
            throw refusal
        }
        // The signature, the flags and the length of the extension, as in the documentation of COPY.
        var block = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)
        do {
            try body { values in
                block.append(bigEndian: Int16(values.count))
                for value in values { value.writeField(to: &block) }
                guard block.count >= Self.copyBlock else { return }
                try put(block)
                block.removeAll(keepingCapacity: true)
            }
            block.append(bigEndian: Int16(-1))
            try put(block)
            try finishCopy(nil)
        } catch {
            try? finishCopy("canceled")
            try? drain()
            throw error
        }
        try forEachResult { _ in }
    }

    private func put(_ block: [UInt8]) throws {
        while true {
            let code = block.withUnsafeBytes {
                PQputCopyData(connection, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
            }
            guard code >= 0 else { throw failure(nil) }
            if code == 1 { return }
            try wait(for: POLLIN | POLLOUT)
        }
    }

    private func finishCopy(_ reason: String?) throws {
        while true {
            let code = PQputCopyEnd(connection, reason)
            guard code >= 0 else { throw failure(nil) }
            if code == 1 { return }
            try wait(for: POLLIN | POLLOUT)
        }
    }

    // MARK: Results

    private func forEachResult(_ body: (OpaquePointer) throws -> Void) throws {
        do {
            try flush()
            while let result = try nextResult() {
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE: try body(result)
                default: throw failure(result)
                }
            }
        } catch {
            if !(error is FleetError) { cancel() }
            try? drain()
            throw error
        }
    }

    /// Returns the next result; nil if there are no more.
    private func nextResult() throws -> OpaquePointer? {
        while PQisBusy(connection) == 1 {
            try wait(for: POLLIN)
            guard PQconsumeInput(connection) == 1 else { throw failure(nil) }
        }
        return PQgetResult(connection)
    }

    private func flush() throws {
        while true {
            let code = PQflush(connection)
            guard code >= 0 else { throw failure(nil) }
            if code == 0 { return }
            try wait(for: POLLIN | POLLOUT)
            guard PQconsumeInput(connection) == 1 else { throw failure(nil) }
        }
    }

    private func wait(for events: Int32) throws {
        var descriptor = pollfd(fd: PQsocket(connection), events: Int16(events), revents: 0)
        poll(&descriptor, 1, Self.interval)
        try check()
    }

    private func cancel() {
        guard let request = PQgetCancel(connection) else { return }
        defer { PQfreeCancel(request) }
        var text = [CChar](repeating: 0, count: 256)
        PQcancel(request, &text, Int32(text.count))
    }

    /// Takes the rest of the results, so that the connection can be used again.
    private func drain() throws {
        PQsetnonblocking(connection, 0)
        defer { PQsetnonblocking(connection, 1) }
        while let result = PQgetResult(connection) {
            let status = PQresultStatus(result)
            PQclear(result)
            if status == PGRES_COPY_IN { PQputCopyEnd(connection, "canceled") }
            if PQstatus(connection) == CONNECTION_BAD { return }
        }
    }

    private func failure(_ result: OpaquePointer?) -> FleetError {
        FleetError(result, on: connection)
    }
}

extension [UnsafeMutablePointer<CChar>?] {
    fileprivate func withUnsafeConstPointers<T>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws -> T
    ) rethrows -> T {
        try map { UnsafePointer($0) }.withUnsafeBufferPointer { try body($0.baseAddress) }
    }
}

#endif
