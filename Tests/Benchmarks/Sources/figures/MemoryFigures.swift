import CSQLite
import Foundation
import Rewind
import RewindStore

/// The memory use of a long recording.
enum MemoryFigures {
    private static let count = 1_000_000
    /// The number of actions after which one-time allocations are done.
    private static let early = 100_000

    private struct Growth {
        /// The memory of the recording after all actions, without that of the app.
        let total: Double
        /// The growth since the early measurement.
        let late: Double
    }

    static func measure() throws -> [Figure] {
        // The first recording in a process makes one-time allocations.
        _ = try growth(count: early) { $0.durability = .buffered }
        let growths = [
            (".buffered", try growth { $0.durability = .buffered }),
            (".crashSafe", try growth { $0.durability = .crashSafe }),
            ("the last 10,000 kept", try growth { $0.maxActions = 10_000 }),
            ("read meanwhile", try growth(isRead: true) { $0.durability = .crashSafe }),
        ]
        return growths.flatMap { name, growth in
            [
                Figure(name: "memory of 1,000,000 actions, \(name)", value: growth.total, unit: "MB", target: 50),
                Figure(name: "of that, by the last 900,000, \(name)", value: growth.late, unit: "MB", target: 8),
            ]
        }
    }

    private static func growth(
        count: Int = count,
        isRead: Bool = false,
        _ configure: (inout RecorderOptions) -> Void
    ) throws -> Growth {
        let state = LoadState(articles: 100)
        let before = Memory.residentMB
        var (earlier, later) = (0.0, 0.0)
        _ = try Recording.record(configure) { recorder in
            let store = Store(reducer: Load.reduce, state: state, middleware: [recorder.middleware()])
            var reader: OpaquePointer?
            defer { sqlite3_close_v2(reader) }
            for number in 0..<count {
                store.dispatch(Load.action(number))
                guard number + 1 == early || number + 1 == count else { continue }
                recorder.flush(atMost: .seconds(60))
                (earlier, later) = (later, Memory.residentMB)
                // From here on, the write-ahead log cannot be checkpointed.
                if isRead, reader == nil, let url = recorder.url { reader = snapshot(of: url) }
            }
        }
        return Growth(total: later - before, late: later - earlier)
    }

    /// Returns a connection with an open read transaction, which keeps the write-ahead log from being checkpointed.
    private static func snapshot(of url: URL) -> OpaquePointer? {
        var connection: OpaquePointer?
        sqlite3_open_v2(url.path, &connection, SQLITE_OPEN_READONLY, nil)
        sqlite3_exec(connection, "BEGIN; SELECT count(*) FROM session", nil, nil, nil)
        return connection
    }
}
