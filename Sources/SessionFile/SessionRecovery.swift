import Foundation
import GRDB
import StateTree

/// Finishes, or removes, what a recorder that ended without closing its session left behind.
package enum SessionRecovery {
    /// What is left of a recording beside its file.
    enum Leftover {
        /// Nothing: the session was closed.
        case none
        /// The recorder is at work.
        case live
        /// The recorder is gone. The lock keeps others away until it is let go.
        case abandoned(lock: Descriptor)
    }

    /// What is left beside the session at `url`.
    ///
    /// - Throws: `SessionError` when that cannot be told.
    static func leftover(for url: URL) throws -> Leftover {
        do {
            let lock = try Descriptor(opening: BeganLog.paths(for: url)[0], O_RDONLY)
            return lock.lock() ? .abandoned(lock: lock) : .live
        } catch SessionError.notFound {
            return .none
        }
    }

    /// Adds the actions that only the side files hold, makes the session one plain file and removes the side files.
    ///
    /// - Throws: `SessionError`.
    static func fold(_ url: URL) throws {
        try SessionError.translating(path: url.path) {
            let queue = try DatabaseQueue(path: url.path, configuration: SessionConnection.writing())
            try queue.inTransaction { db in
                // A trigger that somebody planted must not run on these insertions.
                try SessionProbe.checkSchema(db, path: url.path)
                let last = try Int.fetchOne(db, sql: "SELECT max(seq) FROM action") ?? 0
                try ActionTable.insert(missing(for: url, after: last), in: db)
                try InitialState.ensure(in: db)
                try SessionFact.end(in: db)
                return .commit
            }
            try SessionConnection.finish(queue)
            try queue.close()
        }
        for path in BeganLog.paths(for: url) { unlink(path) }
    }

    /// Finishes what the end of a recording could not, because somebody was reading the session then.
    ///
    /// Where that is so still, or nothing may be written, the session stays as it is: it can be read all the same.
    static func finishLate(_ url: URL) {
        guard FileManager.default.fileExists(atPath: url.path + "-wal") else { return }
        var configuration = SessionConnection.writing()
        configuration.busyMode = .immediateError
        guard let queue = try? DatabaseQueue(path: url.path, configuration: configuration) else { return }
        try? SessionConnection.finish(queue)
        try? queue.close()
    }

    /// Deletes the session at `url` with its side files.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while its recorder is at work.
    package static func remove(_ url: URL) throws {
        if case .live = try leftover(for: url) { throw SessionError.beingRecorded(path: url.path) }
        for path in [url.path, url.path + "-wal", url.path + "-shm", url.path + "-journal"] + BeganLog.paths(for: url) {
            guard unlink(path) == 0 || errno == ENOENT else { throw SessionError(errno: errno, path: path) }
        }
    }

    /// The actions that the side files hold beyond seq `last`, in order and without a hole.
    private static func missing(for url: URL, after last: Int) -> [ActionRecord] {
        var records: [Int: ActionRecord] = [:]
        var done: Set<Int> = []
        for path in BeganLog.paths(for: url) {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            for line in data.split(separator: UInt8(ascii: "\n")) {
                guard let entry = try? Tree(parsing: Array(line)) else { continue }
                if let seq = entry["done"]?.int { done.insert(seq) }
                if let record = began(entry), record.seq > last { records[record.seq] = record }
            }
        }
        var missing: [ActionRecord] = []
        while var record = records[last + missing.count + 1] {
            // The reducer came back, but the state it gave went with the process.
            if done.contains(record.seq) { record.status = .dropped }
            missing.append(record)
        }
        return missing
    }

    private static func began(_ entry: Tree) -> ActionRecord? {
        guard let seq = entry["began"]?.int, let parent = entry["parent"]?.int, let at = entry["at"]?.int64,
            let type = entry["type"]?.string, let coder = entry["coder"]?.string.flatMap(ActionRecord.Coder.init)
        else { return nil }
        return ActionRecord(
            seq: seq,
            parent: parent,
            at: at,
            type: type,
            coder: coder,
            payload: entry["payload"],
            status: .began,
            origin: entry["origin"]?.string
        )
    }
}

extension Tree {
    fileprivate subscript(key: String) -> Tree? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    fileprivate var int: Int? {
        int64.flatMap(Int.init(exactly:))
    }

    fileprivate var int64: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    fileprivate var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }
}
