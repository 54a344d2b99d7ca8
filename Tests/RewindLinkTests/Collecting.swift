import Foundation
import Rewind
import RewindSession
import TestSupport
import Testing

@testable import RewindLink
@testable import RewindListen

/// The folder of a device, and a server that collects its sessions into another folder.
struct Collecting {
    static let key = String(repeating: "5a", count: 16)
    static let otherKey = String(repeating: "6b", count: 16)

    let device: TemporaryFolder
    let server: TemporaryFolder
    var limits = CollectLimits()
    /// Called before a session is stored.
    var failing: @Sendable () throws -> Void = {}

    init() throws {
        (device, server) = (TemporaryFolder(), TemporaryFolder())
        limits.retry = .milliseconds(10)...(.milliseconds(50))
    }

    var sessions: SessionFolder { SessionFolder(device.url) }
    var spool: URL { server.url.appending(path: "spool") }

    /// The identifiers of the stored sessions.
    var stored: [String] {
        get throws { try server.contents.filter { $0.hasSuffix(".rewind") }.map { String($0.dropLast(7)) } }
    }

    /// The sessions in the spool and its quarantine, and the notes.
    var spooled: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: spool.path).sorted()
                .filter { $0.hasSuffix(".rewind") || $0.hasSuffix(".txt") }
        }
    }

    /// Writes a session of the device, with the number in its name and identifier.
    @discardableResult
    func record(_ number: Int, count: Int = 40, isCrashed: Bool = false) throws -> URL {
        try record(number, SampleSession(seed: UInt64(number), count: count), isCrashed: isCrashed)
    }

    func record(_ number: Int, _ sample: SampleSession, isCrashed: Bool = false) throws -> URL {
        var sample = sample
        sample.facts["id"] = Self.id(number)
        let digits = String(1_000_000 + number).dropFirst()
        let url = device.session("2026-11-25T\(digits)Z.rewind")
        try sample.write(to: url, isComplete: !isCrashed)
        if isCrashed { try Data().write(to: URL(filePath: url.path + "-began")) }
        return url
    }

    static func id(_ number: Int) -> String {
        "00000000-0000-4000-8000-00000\(1_000_000 + number)"
    }

    /// Listens while `body` runs.
    func listening(
        port: Int = 0,
        keys: String = "app=\(key)",
        _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        try await Self.listen(in: server.url, port: port, keys: keys, limits, failing, body)
    }

    static func listen(
        in folder: URL,
        port: Int,
        keys: String = "app=\(key)",
        _ limits: CollectLimits = CollectLimits(),
        _ failing: @escaping @Sendable () throws -> Void = {},
        _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        let spool = folder.appending(path: "spool")
        let collector = try Collector(in: spool, keys: CollectKeys(parsing: keys), limits: limits) {
            try failing()
            try store($0, in: folder)
        }
        try await collector.run(host: "127.0.0.1", port: port, body)
    }

    /// Copies a session, in one step.
    private static func store(_ url: URL, in folder: URL) throws {
        let id = try SQL.column("SELECT value FROM session WHERE key = 'id'", in: url)[0]
        let draft = FileDraft(of: folder.appending(path: "\(id).rewind"))
        try FileManager.default.copyItem(at: url, to: draft.url)
        try draft.replaceOutput()
    }

    static func url(_ port: Int) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)/"))
    }

    /// Uploads, and returns the events when it has finished.
    func upload(
        _ selection: SessionUpload.Selection = .all,
        to port: Int,
        key: String = key
    ) async throws -> [SessionUpload.Event] {
        let (events, add) = AsyncStream.makeStream(of: SessionUpload.Event.self)
        sessions.upload(selection, to: try Self.url(port), key: key, LinkedApp.times) { event in
            add.yield(event)
            switch event {
            case .finished, .stopped: add.finish()
            default: break
            }
        }
        return await events.reduce(into: []) { $0.append($1) }
    }

    /// Expects that all sessions of the device are stored as they are.
    func expectAllStored() throws {
        for url in sessions.sessionURLs() {
            let id = try SQL.column("SELECT value FROM session WHERE key = 'id'", in: url)[0]
            let copy = server.file("\(id).rewind")
            for table in Desk.tables {
                let sql = "SELECT * FROM \(table) ORDER BY 1"
                #expect(try SQL.rows(sql, in: copy) == SQL.rows(sql, in: url), "\(table), \(id)")
            }
        }
    }
}

/// A server in another process that ends after a time.
struct KilledServer: Codable {
    let folder: String
    let port: Int
    let microseconds: UInt32

    func run() async throws {
        let (microseconds, folder) = (microseconds, URL(filePath: folder))
        Thread {
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }.start()
        try await Collecting.listen(in: folder, port: port) { _ in try await Task.sleep(for: .seconds(60)) }
    }
}

/// An app in another process that uploads until it ends after a time.
struct KilledUpload: Codable {
    let folder: String
    let port: Int
    let microseconds: UInt32

    func run() throws {
        SessionFolder(URL(filePath: folder)).upload(
            .all,
            to: try Collecting.url(port),
            key: Collecting.key,
            LinkedApp.times
        ) { _ in }
        usleep(microseconds)
        kill(getpid(), SIGKILL)
    }
}
