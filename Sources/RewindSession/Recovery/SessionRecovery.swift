import Foundation
import RewindTree

/// Finishes, or removes, what a recorder that ended without closing its session left behind.
package enum SessionRecovery {
    /// What is left of a recording beside its file.
    package enum Leftover {
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
    package static func leftover(for url: URL) throws -> Leftover {
        do {
            let lock = try Descriptor(opening: CrashLog.paths(for: url)[0], O_RDONLY)
            return lock.lock() ? .abandoned(lock: lock) : .live
        } catch SessionError.notFound {
            return unborn(for: url)
        }
    }

    /// Whether the recorder of the session at `url` is at work; nil where nothing is left of a recording beside its file.
    /// All stays as it is, which cannot be said of `leftover(for:)`.
    ///
    /// - Throws: `SessionError` when that cannot be told.
    package static func isRecorderAtWork(on url: URL) throws -> Bool? {
        let path = CrashLog.paths(for: url)[0]
        do {
            return try !Descriptor(opening: path, O_RDONLY).lockShared()
        } catch SessionError.notFound {
            let new = try? Descriptor(opening: CrashLogFile.newPath(path), O_RDONLY)
            return new?.lockShared() == false ? true : nil
        }
    }

    /// Removes what a recorder left that was killed before the first side file came to its place.
    private static func unborn(for url: URL) -> Leftover {
        let path = CrashLogFile.newPath(CrashLog.paths(for: url)[0])
        guard let file = try? Descriptor(opening: path, O_RDONLY) else { return .none }
        guard file.lock() else { return .live }
        // While it was looked at, it may have got its name, and another one its place.
        if FileStatus(path: path)?.identity == file.identity { unlink(path) }
        return .none
    }

    /// As `fold(_:)`; where the system or another connection does not let the session be written now, it stays as it is,
    /// and can be read but for what only the side files hold.
    ///
    /// - Returns: why it stays as it is; nil where it was finished.
    /// - Throws: `SessionError`.
    package static func foldIfPossible(_ url: URL) throws -> SessionError? {
        do {
            try fold(url)
            return nil
        } catch let error as SessionError {
            switch error {
            case .notPermitted, .diskFull, .system, .beingRecorded: return error
            default: throw error
            }
        }
    }

    /// Adds the actions that only the side files hold, makes the session one plain file and removes the side files.
    ///
    /// - Throws: `SessionError`.
    package static func fold(_ url: URL) throws {
        try SessionError.translating(path: url.path) {
            let connection = try Connection(writing: url.path)
            try connection.transaction { db in
                // A trigger that somebody planted must not run on these insertions.
                try SessionProbe.checkSchema(db, path: url.path)
                // Folding them in a second time would add those under way again.
                if try SessionFact.isEnded(in: db) { return }
                let first = try SessionFact.firstSeq(in: db, path: url.path) ?? 0
                // One that no session comes to is none: nothing could be counted behind it.
                let sql = "SELECT max(seq) FROM action WHERE seq <= ?"
                let last = try db.fetchOne(Int.self, sql, [SessionFormat.largestSeq]) ?? first
                let missing = missing(for: url, after: last)
                try ActionTable.insert(missing, in: db)
                if !missing.isEmpty { try SessionCursor.clear(in: db) }
                try InitialState.ensure(in: db)
                try SessionFact.end(LogEnd(countedIn: db, first: first), in: db)
                try SessionFact.set(SessionFact.endedByKey, to: SessionFact.endedByCrash, in: db)
            }
            try connection.finish()
            try connection.close()
        }
        // The first one, which holds the lock, goes last: as long as it is there, the next opening ends what this one
        // could not.
        for path in CrashLog.allPaths(for: url).reversed() { unlink(path) }
        try? SteeringFiles.removeAbandoned(for: url)
    }

    /// Finishes what the end of a recording could not, because somebody was reading the session then, and takes back
    /// what a process that was killed had half changed: a connection that only reads cannot.
    ///
    /// Where that is so still, or nothing may be written, the session stays as it is: it can be read all the same.
    package static func finishLate(_ url: URL) {
        guard SessionProbe.isHalfWritten(url) else { return }
        let isHalfChanged = FileManager.default.fileExists(atPath: url.path + "-journal")
        guard let connection = try? Connection(writing: url.path, isPatient: false) else { return }
        if isHalfChanged {
            // A journal that was not begun is nothing to SQLite. It deletes one where it leaves this mode.
            try? connection.execute("PRAGMA journal_mode = TRUNCATE")
        }
        try? connection.finish()
        try? connection.close()
    }

    /// Deletes the session at `url` with its side files.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while its recorder is at work.
    package static func remove(_ url: URL) throws {
        if case .live = try leftover(for: url) { throw SessionError.beingRecorded(path: url.path) }
        guard unlink(url.path) == 0 || errno == ENOENT else { throw SessionError(errno: errno, path: url.path) }
        try removeSideFiles(of: url)
    }

    /// Replaces the session at `url`, or another file there, by a complete draft of it. Side files of the old session
    /// are removed: they must not be applied to the new one.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while its recorder is at work. The old session is still complete then.
    package static func replace(_ url: URL, by draft: FileDraft) throws {
        let leftover = try leftover(for: url)
        if case .live = leftover { throw SessionError.beingRecorded(path: url.path) }
        try draft.sync()
        let isSession = (try? SessionProbe.check(url)) != nil
        if isSession {
            // Until it is replaced, the old session must be complete without its side files.
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

    /// What the names of all files end with that can be beside a session.
    package static let sideEndings = SessionFile.endings + CrashLog.endings

    /// The session that has the file at `url` as one of its side files, or would have if that existed; nil if there is
    /// none.
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

    /// The actions that the side files hold beyond seq `last`, in order: first those whose reducer came back, then those
    /// under way.
    package static func missing(for url: URL, after last: Int) -> [ActionRecord] {
        var (lines, seqs): ([Int: CrashLogLine], [Int: Int]) = ([:], [:])
        for path in CrashLog.paths(for: url) {
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            for bytes in data.split(separator: UInt8(ascii: "\n")) {
                guard let entry = try? Tree(parsing: Array(bytes)) else { continue }
                if let line = CrashLogLine(entry) { lines[line.ticket] = line }
                if let end = CrashLogEnd(entry) { seqs[end.ticket] = end.seq }
            }
        }
        let order = lines.values.map { (seq: seqs[$0.ticket], line: $0) }.filter { $0.seq ?? .max > last }
            .sorted { ($0.seq ?? .max, $0.line.ticket) < ($1.seq ?? .max, $1.line.ticket) }
        var missing: [ActionRecord] = []
        // The seq that the recorder gave, or would have given, to what comes next.
        var expected = last + 1
        var next: Int { last + missing.count + 1 }
        func parent(_ branch: CrashLogLine.Branch?) -> Int {
            guard let branch, branch.next == expected, branch.parent < next else { return next - 1 }
            return branch.parent
        }
        for (seq, line) in order {
            // What was left out of the recording has no line of its own.
            let hole = max(line.leftOut?.next ?? 0, (seq ?? 0) - 1)
            if hole >= expected {
                expected = hole
                missing.append(.notRecorded(seq: next, parent: parent(line.leftOut), at: line.at))
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
                    // The reducer came back, but the state it gave went with the process.
                    status: seq == nil ? .began : .dropped,
                    origin: line.callSite
                )
            )
            expected += 1
        }
        return missing
    }
}
