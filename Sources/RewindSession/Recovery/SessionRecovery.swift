import Foundation
import RewindTree

/// Completes or removes sessions whose recorder ended without closing them.
package enum SessionRecovery {
    /// The state of the files beside a session.
    package enum Leftover {
        /// There are none: the session was closed.
        case none
        /// The recorder is running.
        case live
        /// The recording was not closed, and the file system has no locks that show whether it continues.
        case unknown
        /// The recorder is gone. The lock keeps other processes away until it is released.
        case abandoned(lock: Descriptor)
    }

    /// Checks the side files of the session at `url`, and locks abandoned ones.
    ///
    /// - Throws: `SessionError` if the side files cannot be read.
    package static func leftover(for url: URL) throws -> Leftover {
        do {
            let lock = try Descriptor(opening: CrashLog.paths(for: url)[0], O_RDONLY)
            return lock.lock() ? .abandoned(lock: lock) : lock.hasNoLocks ? .unknown : .live
        } catch SessionError.notFound {
            return unborn(for: url)
        }
    }

    /// Checks that no app is recording into the session at `url`.
    ///
    /// - Returns: The state of its side files.
    /// - Throws: `SessionError`, `.beingRecorded`, or `.noLocks` if that is not known.
    @discardableResult
    package static func checkIsNotRecorded(_ url: URL) throws -> Leftover {
        let leftover = try leftover(for: url)
        switch leftover {
        case .live: throw SessionError.beingRecorded(path: url.path)
        case .unknown: throw SessionError.noLocks(path: url.path)
        case .none, .abandoned: return leftover
        }
    }

    /// Returns true if the recorder of the session at `url` is running; nil if there are no side files, or no locks.
    /// Changes nothing, unlike `leftover(for:)`.
    ///
    /// - Throws: `SessionError` if the side files cannot be read.
    package static func isRecorderAtWork(on url: URL) throws -> Bool? {
        let path = CrashLog.paths(for: url)[0]
        do {
            let file = try Descriptor(opening: path, O_RDONLY)
            let isFree = file.lockShared()
            return file.hasNoLocks ? nil : !isFree
        } catch SessionError.notFound {
            let new = try? Descriptor(opening: CrashLogFile.newPath(path), O_RDONLY)
            return new?.lockShared() == false && new?.hasNoLocks == false ? true : nil
        }
    }

    /// Removes the new side file of a recorder that was killed before it renamed the file.
    private static func unborn(for url: URL) -> Leftover {
        let path = CrashLogFile.newPath(CrashLog.paths(for: url)[0])
        guard let file = try? Descriptor(opening: path, O_RDONLY) else { return .none }
        guard file.lock() else { return file.hasNoLocks ? .none : .live }
        // Meanwhile the recorder may have renamed it, and another recorder may have created a new one.
        if FileStatus(path: path)?.identity == file.identity { unlink(path) }
        return .none
    }

    /// Folds the side files in like `fold(_:)`, unless the system or another connection prevents writing. The session
    /// can still be read then, without the actions that are only in the side files.
    ///
    /// - Returns: The reason why the session was not completed; nil if it was.
    /// - Throws: `SessionError`.
    package static func foldIfPossible(_ url: URL) throws -> SessionError? {
        do {
            try fold(url)
            return nil
        } catch let error as SessionError {
            switch error {
            case .notPermitted, .diskFull, .system, .beingRecorded, .partMissing: return error
            default: throw error
            }
        }
    }

    /// Adds the actions that are only in the side files, makes the session one plain file and removes the side files.
    ///
    /// - Throws: `SessionError`.
    package static func fold(_ url: URL) throws {
        try checkLog(of: url)
        try SessionError.translating(path: url.path) {
            let connection = try Connection(writing: url.path)
            try connection.transaction { db in
                // A trigger planted in the file must not run on these insertions.
                try SessionProbe.checkSchema(db, path: url.path)
                // Folding in a second time would add unfinished actions again.
                if try SessionFact.isEnded(in: db) { return }
                try SessionUpgrade.run(in: db)
                let first = try SessionFact.firstSeq(in: db, path: url.path) ?? 0
                // A larger seq is invalid, because nothing could be counted after it.
                let sql = "SELECT max(seq) FROM action WHERE seq <= ?"
                let last = try db.fetchOne(Int.self, sql, [SessionFormat.largestSeq]) ?? first
                let (missing, effects) = missing(in: url, first: first, last: last)
                let suspension = try suspension(missing, effects, in: db)
                try effects.fold(in: db)
                try ActionTable.insert(missing.map { try withPossibleCause($0, in: db) }, in: db)
                if !missing.isEmpty { try SessionCursor.clear(in: db) }
                try InitialState.ensure(in: db)
                let ends = (try LogEnd(countedIn: db, first: first), try EffectsEnd(countedIn: db))
                try SessionFact.end(ends.0, ends.1, at: suspension, in: db)
                let cause = suspension == nil ? SessionFact.endedByCrash : SessionFact.endedBySuspension
                try SessionFact.set(SessionFact.endedByKey, to: cause, in: db)
            }
            try connection.finish()
            try connection.close()
        }
        // The first one, which holds the lock, is removed last: until then, the next opening completes the removal.
        for path in CrashLog.allPaths(for: url).reversed() { unlink(path) }
        try? SteeringFiles.removeAbandoned(for: url)
    }

    /// Checks that the write-ahead log was not lost, as when only some of the files were copied: another program may
    /// have added it to the main file.
    ///
    /// - Throws: `SessionError.partMissing`.
    static func checkLog(of url: URL) throws {
        let log = url.path + "-wal"
        guard SessionProbe.isInWALMode(url), !FileManager.default.fileExists(atPath: log) else { return }
        var committed = -1
        forEachLine(of: url) { committed = CrashLogCommit($0)?.seq ?? committed }
        let last = try SessionError.translating(path: url.path) {
            let db = try Connection(readingAlone: url.path)
            defer { try? db.close() }
            // The first state has no action.
            let sql = "SELECT ifnull((SELECT max(seq) FROM action), (SELECT max(seq) FROM snapshot))"
            return try db.fetchOne(Int.self, sql)
        }
        if committed > last ?? -1 { throw SessionError.partMissing(path: url.path, missing: log) }
    }

    /// Returns true if the app, whose recorder is gone, was in the background at the end of the session at `url`, with
    /// nothing under way.
    ///
    /// - Complexity: Linear in the effects if the app was in the background.
    /// - Throws: `SQLiteError`.
    package static func isSuspended(_ url: URL, after last: Int, in db: Connection) throws -> Bool {
        guard try SessionFact.backgroundSince(in: db) != nil else { return false }
        let (missing, effects) = missing(in: url, first: 0, last: last)
        return try suspension(missing, effects, in: db) != nil
    }

    /// Returns the time at which the app entered the background, where the system ends it without running its code; nil
    /// if it was not there, or if an action or effect was under way.
    private static func suspension(
        _ missing: [ActionRecord],
        _ effects: EffectRecovery,
        in db: Connection
    ) throws -> Int64? {
        guard let time = try SessionFact.backgroundSince(in: db), !missing.contains(where: { $0.status == .began }),
            try !effects.areUnderWay(in: db)
        else { return nil }
        return time
    }

    /// Completes a session whose recorder could not, because the session was being read, and rolls back the partial
    /// change of a killed process: a read-only connection cannot do either.
    ///
    /// If this is still impossible, or nothing may be written, the session stays as it is and can be read.
    package static func finishLate(_ url: URL) {
        guard SessionProbe.isHalfWritten(url) else { return }
        let isHalfChanged = FileManager.default.fileExists(atPath: url.path + "-journal")
        guard let connection = try? Connection(writing: url.path, isPatient: false) else { return }
        if isHalfChanged {
            // SQLite ignores a journal that was not started. Changing to this mode deletes it.
            try? connection.execute("PRAGMA journal_mode = TRUNCATE")
        }
        try? connection.finish()
        try? connection.close()
    }

    /// Deletes the session at `url` with its side files.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` while its recorder is running.
    package static func remove(_ url: URL) throws {
        try checkIsNotRecorded(url)
        guard unlink(url.path) == 0 || errno == ENOENT else { throw SessionError(errno: errno, path: url.path) }
        try removeSideFiles(of: url)
    }

    /// Replaces the session at `url`, or another file there, with a complete draft. The side files of the old session
    /// are removed, because they must not be applied to the new one.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` while its recorder is running. The old session is then kept.
    package static func replace(_ url: URL, by draft: FileDraft) throws {
        let leftover = try checkIsNotRecorded(url)
        try draft.sync()
        let isSession = (try? SessionProbe.check(url)) != nil
        if isSession {
            // The old session must be complete without its side files until it is replaced.
            if case .abandoned = leftover { _ = try? foldIfPossible(url) } else { finishLate(url) }
        }
        try withExtendedLifetime(leftover) {
            if isSession || (try? SessionProbe.check(draft.url)) != nil { try removeSideFiles(of: url) }
            try draft.replaceOutput()
        }
    }

    private static func removeSideFiles(of url: URL) throws {
        for path in sideEndings.map({ url.path + $0 }) {
            guard unlink(path) == 0 || errno == ENOENT else { throw SessionError(errno: errno, path: path) }
        }
        try? SteeringFiles.removeAbandoned(for: url)
    }

    /// The endings of the names of all files that can be beside a session.
    package static let sideEndings = SessionFile.endings + CrashLog.endings + [linkEnding, uploadEnding]

    /// The ending of the name of the file that marks a session whose copy on another machine is not complete.
    package static let linkEnding = "-link"

    /// The ending of the name of the file that marks a session that is not uploaded again. It is empty, or contains the
    /// reason why the server refused the session.
    package static let uploadEnding = "-upload"

    /// Returns the session whose side file is at `url`, or would be if it existed; nil if there is no such session.
    package static func session(beside url: URL) -> URL? {
        for path in [url.path, url.resolvingSymlinksInPath().path] {
            for ending in sideEndings + [SteeringFiles.ending] where path.hasSuffix(ending) {
                let session = URL(fileURLWithPath: String(path.dropLast(ending.count)))
                let isRecorded = (try? isRecorderAtWork(on: session)) == true
                if isRecorded || (try? SessionProbe.check(session)) != nil { return session }
            }
        }
        return nil
    }

    /// Returns the actions after seq `last` that are only in the side files, in order: first those whose reducer
    /// returned, then unfinished ones.
    package static func missing(for url: URL, after last: Int) -> [ActionRecord] {
        missing(in: url, after: last).actions
    }

    /// Returns the actions after `last`, and the effects, that are only in the side files of a session whose first state is
    /// that of `first`.
    private static func missing(in url: URL, first: Int, last: Int) -> ([ActionRecord], EffectRecovery) {
        let missing = missing(in: url, after: last)
        var effects = EffectRecovery(missing.seqs, in: first...last + missing.actions.count)
        forEachLine(of: url) { effects.read($0) }
        return (missing.actions, effects)
    }

    private static func missing(in url: URL, after last: Int) -> (actions: [ActionRecord], seqs: RecordedSeqs) {
        var (lines, seqs): ([Int: CrashLogLine], [Int: Int]) = ([:], [:])
        forEachLine(of: url) { entry in
            if let line = CrashLogLine(entry) { lines[line.ticket] = line }
            if let end = CrashLogEnd(entry) { seqs[end.ticket] = end.seq }
        }
        let order = lines.values.map { (seq: seqs[$0.ticket], line: $0) }.filter { $0.seq ?? .max > last }
            .sorted { ($0.seq ?? .max, $0.line.ticket) < ($1.seq ?? .max, $1.line.ticket) }
        var missing: [ActionRecord] = []
        var recorded = RecordedSeqs(after: last)
        // The seq that the recorder assigned, or would have assigned, to the next row.
        var expected = last + 1
        var next: Int { last + missing.count + 1 }
        func parent(_ branch: CrashLogLine.Branch?) -> Int {
            guard let branch, branch.next == expected, branch.parent < next else { return next - 1 }
            return branch.parent
        }
        for (seq, line) in order {
            // Excluded actions have no lines in the side files.
            let hole = max(line.excluded?.next ?? 0, (seq ?? 0) - 1)
            if hole >= expected {
                expected = hole
                missing.append(.notRecorded(seq: next, parent: parent(line.excluded), at: line.at))
                recorded.append(expected)
                expected += 1
            }
            missing.append(
                ActionRecord(
                    seq: next,
                    parent: parent(line.branch),
                    at: line.at,
                    type: line.type,
                    coder: line.coder,
                    payload: line.payload,
                    // The reducer returned, but the resulting state was lost with the process.
                    status: seq == nil ? .began : .dropped,
                    origin: line.callSite,
                    cause: recorded.cause(line.cause, after: next - 1)
                )
            )
            recorded.append(expected)
            expected += 1
        }
        return (missing, recorded)
    }

    /// Returns an action without a cause that began later.
    private static func withPossibleCause(_ action: ActionRecord, in db: Connection) throws -> ActionRecord {
        guard case .effect(let id) = action.cause,
            try db.fetchOne(Int.self, "SELECT seq FROM effect WHERE id = ?", [id]) ?? 0 >= action.seq
        else { return action }
        var action = action
        action.cause = nil
        return action
    }

    /// Calls `body` with the lines of the side files that are JSON.
    private static func forEachLine(of url: URL, _ body: (Tree) -> Void) {
        for path in CrashLog.paths(for: url) {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            for bytes in data.split(separator: UInt8(ascii: "\n")) {
                // Before the first commit, there are zeros in place of its line.
                if let entry = try? Tree(parsing: Array(bytes.drop { $0 == 0 })) { body(entry) }
            }
        }
    }
}
