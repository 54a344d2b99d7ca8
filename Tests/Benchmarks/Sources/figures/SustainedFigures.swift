import Foundation
import GRDBSQLite
import Recorder
import ReduxStore

/// How fast, and into how many bytes, small changes are recorded.
enum SustainedFigures {
    private static let count = 200_000

    static func measure() throws -> [Figure] {
        var seconds = 0.0
        let bytes = try Recording.record(.buffered) { recorder in
            let store = Store(
                reducer: Load.reduce,
                state: LoadState(articles: 100),
                middleware: [recorder.middleware()]
            )
            seconds = time {
                for number in 0..<count { store.dispatch(Load.action(number)) }
                recorder.flush()
            }
        }
        let rate = Double(count) / seconds
        let peer = try rawRate()
        let encoder = JSONEncoder()
        let state = LoadState(articles: 100)
        let encoding = try time { for _ in 0..<20 { _ = try encoder.encode(state) } } / 20
        return [
            Figure(
                name: "sustained recording, 100 articles",
                value: rate,
                unit: "actions/s",
                target: 100_000,
                isUpperBound: false,
                ratio: rate / peer,
                against: "a C loop writing the same rows"
            ),
            Figure(
                name: "recording an action, 100 articles",
                value: 1_000_000 / rate,
                unit: "µs",
                ratio: 1 / rate / encoding,
                against: "JSONEncoder on the state"
            ),
            Figure(
                name: "file size, all in",
                value: Double(bytes) / Double(count),
                unit: "B/action",
                target: 160
            ),
        ]
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    /// Rows a second through SQLite's C interface: a row of `action` and a row of `change` for each action.
    private static func rawRate() throws -> Double {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID().uuidString).db")
        defer { for suffix in ["", "-wal", "-shm"] { unlink(url.path + suffix) } }
        var connection: OpaquePointer?
        guard sqlite3_open(url.path, &connection) == SQLITE_OK else { throw RawError.cannotOpen }
        defer { sqlite3_close_v2(connection) }
        sqlite3_exec(
            connection,
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
            CREATE TABLE action (seq INTEGER PRIMARY KEY, parent INTEGER NOT NULL, at INTEGER NOT NULL,
                type INTEGER NOT NULL, payload TEXT, patch TEXT, duration INTEGER, status TEXT NOT NULL, origin TEXT) STRICT;
            CREATE TABLE change (pointer INTEGER, seq INTEGER, PRIMARY KEY (pointer, seq)) STRICT, WITHOUT ROWID;
            """,
            nil,
            nil,
            nil
        )
        var action: OpaquePointer?
        var change: OpaquePointer?
        sqlite3_prepare_v2(connection, "INSERT INTO action VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", -1, &action, nil)
        sqlite3_prepare_v2(connection, "INSERT INTO change VALUES (?, ?)", -1, &change, nil)
        defer {
            sqlite3_finalize(action)
            sqlite3_finalize(change)
        }
        let payload = #"{"isLoading":true}"#
        let patch = #"[{"op":"replace","path":"/isLoading","value":true}]"#
        let seconds = time {
            for number in 0..<Int64(count) {
                if number % 512 == 0 { sqlite3_exec(connection, "BEGIN", nil, nil, nil) }
                sqlite3_bind_int64(action, 1, number)
                sqlite3_bind_int64(action, 2, number - 1)
                sqlite3_bind_int64(action, 3, 1_760_000_000_000_000 + number)
                sqlite3_bind_int64(action, 4, number % 4)
                sqlite3_bind_text(action, 5, payload, -1, nil)
                sqlite3_bind_text(action, 6, patch, -1, nil)
                sqlite3_bind_int64(action, 7, 800)
                sqlite3_bind_text(action, 8, "done", -1, nil)
                sqlite3_step(action)
                sqlite3_reset(action)
                sqlite3_bind_int64(change, 1, number % 4)
                sqlite3_bind_int64(change, 2, number)
                sqlite3_step(change)
                sqlite3_reset(change)
                if number % 512 == 511 { sqlite3_exec(connection, "COMMIT", nil, nil, nil) }
            }
            sqlite3_exec(connection, "COMMIT", nil, nil, nil)
        }
        return Double(count) / seconds
    }

    private enum RawError: Error {
        case cannotOpen
    }
}
