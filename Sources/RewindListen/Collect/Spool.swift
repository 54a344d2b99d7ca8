import Foundation
import RewindSession

/// A session that an app sends. Two apps have two sessions, even with the same identifier.
struct SpooledSession: Hashable, CustomStringConvertible {
    let app: String
    /// A UUID in lower case.
    let id: String

    var description: String { "\(app)/\(id)" }
}

/// The folder of the sessions that wait to be stored, `APP/ID.rewind`, and of those that cannot be.
struct Spool {
    static let quarantineName = "quarantine"
    private static let ending = ".rewind"

    let folder: URL
    /// Keeps other servers away.
    private let lock: Descriptor
    private var sizes: [SpooledSession: Int] = [:]
    /// The length of all sessions, in bytes.
    private(set) var size = 0

    /// Opens the folder, and creates it if it does not exist.
    ///
    /// - Throws: `SessionError`; `CollectError.spoolInUse`.
    init(_ folder: URL) throws {
        self.folder = folder
        try Self.create(folder)
        lock = try Descriptor(opening: folder.appendingPathComponent(".lock").path, O_RDWR | O_CREAT)
        guard lock.lock() else { throw CollectError.spoolInUse(path: folder.path) }
    }

    private static func create(_ folder: URL) throws {
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
            throw SessionError(errno: errno, path: folder.path)
        }
    }

    func url(of session: SpooledSession) -> URL {
        folder.appendingPathComponent(session.app).appendingPathComponent(session.id + Self.ending)
    }

    /// Returns false also if somebody removed the file from the folder.
    func contains(_ session: SpooledSession) -> Bool {
        sizes[session] != nil && FileStatus(path: url(of: session).path) != nil
    }

    /// Creates the folder of an app.
    ///
    /// - Throws: `SessionError`.
    func prepare(for app: String) throws {
        try Self.create(folder.appendingPathComponent(app))
    }

    /// Lets other servers use the folder.
    func close() {
        lock.unlock()
    }

    /// Finds the sessions of an earlier run, and returns the complete ones.
    mutating func readSessions() -> [SpooledSession] {
        var complete: [SpooledSession] = []
        for app in Self.names(in: folder) where app != Self.quarantineName {
            for name in Self.names(in: folder.appendingPathComponent(app)) where name.hasSuffix(Self.ending) {
                let session = SpooledSession(app: app, id: String(name.dropLast(Self.ending.count)))
                let url = url(of: session)
                // The server may have been killed in any write.
                SessionRecovery.finishLate(url)
                measure(session)
                if FileStatus(path: url.path)?.length == 0 {
                    try? remove(session)
                } else if Self.isEnded(url) {
                    complete.append(session)
                }
            }
        }
        return complete
    }

    /// True if all rows have arrived, or if the file is damaged, which the verification then finds.
    private static func isEnded(_ url: URL) -> Bool {
        guard let db = try? Connection(reading: url.path) else { return true }
        defer { try? db.close() }
        return (try? SessionFact.isEnded(in: db)) ?? true
    }

    /// Updates the size of a session.
    mutating func measure(_ session: SpooledSession) {
        let paths = SessionFile.paths(at: url(of: session))
        let size = Int(clamping: paths.reduce(0) { $0 + (FileStatus(path: $1)?.length ?? 0) })
        self.size += size - (sizes.updateValue(size, forKey: session) ?? 0)
    }

    func size(of session: SpooledSession) -> Int {
        sizes[session] ?? 0
    }

    /// Removes the file of a session.
    ///
    /// - Throws: `SessionError`.
    mutating func remove(_ session: SpooledSession) throws {
        try SessionRecovery.remove(url(of: session))
        size -= sizes.removeValue(forKey: session) ?? 0
    }

    /// Removes the sessions to which nothing was added for some time, except `kept`.
    mutating func remove(silentFor silence: Duration, except kept: Set<SpooledSession>) {
        let limit = Int64((Date().timeIntervalSince1970 - silence / .seconds(1)) * 1e9)
        for session in sizes.keys where !kept.contains(session) {
            let times = SessionFile.paths(at: url(of: session)).compactMap { FileStatus(path: $0)?.modified }
            if times.allSatisfy({ $0 < limit }) { try? remove(session) }
        }
    }

    /// Moves a session into the quarantine, with a sentence beside it, and removes the oldest ones there beyond `limit`
    /// bytes.
    ///
    /// - Throws: `SessionError`.
    mutating func quarantine(_ session: SpooledSession, because sentence: String, limit: Int) throws {
        let quarantine = folder.appendingPathComponent(Self.quarantineName)
        try Self.create(quarantine)
        let name = "\(session.app)-\(session.id)"
        let (url, note) = (quarantine.appendingPathComponent(name + Self.ending), name + ".txt")
        unlink(url.path)
        try PrivateFolder(opening: quarantine.path).write(Array((sentence + "\n").utf8), to: note)
        guard rename(self.url(of: session).path, url.path) == 0 else {
            throw SessionError(errno: errno, path: url.path)
        }
        try remove(session)
        let sessions = Self.names(in: quarantine).filter { $0.hasSuffix(Self.ending) }
            .map { quarantine.appendingPathComponent($0) }
            .map { (url: $0, status: FileStatus(path: $0.path)) }
            .sorted { ($0.status?.modified ?? 0) > ($1.status?.modified ?? 0) }
        var length = 0
        for session in sessions {
            length += Int(session.status?.length ?? 0)
            guard length > limit else { continue }
            for url in [session.url, session.url.deletingPathExtension().appendingPathExtension("txt")] {
                unlink(url.path)
            }
        }
    }

    private static func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}
