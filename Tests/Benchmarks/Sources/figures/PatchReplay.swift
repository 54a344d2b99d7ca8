import CSQLite
import Foundation
import RewindAnswers

/// The alternative to Rewind: reads the patches from the file and applies them in order.
enum PatchReplay {
    /// Thrown for a patch that the load does not contain.
    private struct OtherPatch: Error {
        let seq: Int64
    }

    /// Applies all patches of the session at `url`, beginning with its first state.
    static func run(_ session: Session, at url: URL) throws {
        var state = try value(session.value(at: session.firstSeq)?.description) as? [String: Any] ?? [:]
        try forEachPatch(of: url, through: session.lastSeq) { seq, _, patch in
            for operation in try value(patch) as? [[String: Any]] ?? [] {
                let path = operation["path"] as? String ?? ""
                // The load only changes members of the root.
                guard path.hasPrefix("/"), !path.dropFirst().contains("/") else { throw OtherPatch(seq: seq) }
                state[String(path.dropFirst())] = operation["value"]
            }
        }
    }

    /// Writes a log as JSON Lines: the first state, then one line per action.
    static func writeLog(of session: Session, at url: URL, to log: URL, through last: Int) throws {
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let file = try FileHandle(forWritingTo: log)
        defer { try? file.close() }
        var lines = Data(((try session.value(at: session.firstSeq)?.description ?? "null") + "\n").utf8)
        try forEachPatch(of: url, through: last) { seq, type, patch in
            lines.append(contentsOf: "{\"seq\":\(seq),\"type\":\"\(type)\",\"patch\":\(patch)}\n".utf8)
            if lines.count > 1 << 20 {
                try file.write(contentsOf: lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        try file.write(contentsOf: lines)
    }

    private static func forEachPatch(
        of url: URL,
        through last: Int,
        _ body: (_ seq: Int64, _ type: String, _ patch: String) throws -> Void
    ) throws {
        let connection = try SQLite.open(url)
        defer { sqlite3_close_v2(connection) }
        let sql = """
            SELECT seq, name, coalesce(patch, 'null') FROM action JOIN action_type ON action_type.id = action.type
            WHERE seq <= \(last) ORDER BY seq
            """
        try SQLite.forEachRow(sql, in: connection) { row in
            try body(sqlite3_column_int64(row, 0), text(of: row, at: 1), text(of: row, at: 2))
        }
    }

    private static func text(of row: OpaquePointer?, at column: Int32) -> String {
        sqlite3_column_text(row, column).map { String(cString: $0) } ?? ""
    }

    private static func value(_ json: String?) throws -> Any {
        try JSONSerialization.jsonObject(with: Data((json ?? "null").utf8), options: .fragmentsAllowed)
    }
}
