import Foundation
import RewindRemote
import RewindServer
import RewindSession
import TestSupport
import Testing
@testable import RewindListen

/// The folders of a device and of the desk to which it sends its sessions.
struct Desk {
    static let token = String(repeating: "5", count: 32)
    /// The tables of which a copy has the same rows; the index is made from the actions.
    static let tables = ["session", "action_type", "action", "effect", "outcome", "snapshot", "chunk", "bookmark"]

    let device: TemporaryFolder
    let folder: TemporaryFolder
    private let receiver: LinkReceiver

    init() throws {
        (device, folder) = (TemporaryFolder(), TemporaryFolder())
        receiver = Self.receiver(in: folder.url)
    }

    private static func receiver(in folder: URL) -> LinkReceiver {
        LinkReceiver(SessionNames(folder))
    }

    /// Listens while `body` runs, behind a proxy at `port`, or a free one.
    func listening(
        in other: URL? = nil,
        port: Int = 0,
        _ body: (LinkAddress, CutProxy) async throws -> Void
    ) async throws {
        let receiver = other.map(Self.receiver) ?? receiver
        let access = ListenAccess(token: Self.token, host: "127.0.0.1")
        let responder = ListenResponder(access: access, link: receiver.response) { _ in }
        let watching = Task { await receiver.watch() }
        defer { watching.cancel() }
        try await Server(respond: responder.response).run { own in
            let proxy = try CutProxy(to: own, at: port)
            defer { proxy.close() }
            try await body(LinkAddress(host: "127.0.0.1", port: proxy.port, token: Self.token), proxy)
        }
        await receiver.close()
    }

    /// The names of the copies.
    var sessions: [String] {
        get throws { try folder.contents.filter { $0.hasSuffix(".rewind") } }
    }

    /// Closes the copies of apps that have sent nothing since `time`.
    func release(silentSince time: ContinuousClock.Instant) async {
        await receiver.release(silentSince: time)
    }

    /// Returns true if all apps have sent something since `time`.
    func hasHeard(since time: ContinuousClock.Instant) async -> Bool {
        for session in await receiver.sessions.values where await session.lastContact <= time { return false }
        return true
    }

    /// Returns the copy of a session.
    func copy(of url: URL) throws -> URL? {
        let id = try SQL.column("SELECT value FROM session WHERE key = 'id'", in: url).first
        return id.flatMap(SessionNames(folder.url).session)
    }

    /// Waits until the copies of all sessions are equal to them.
    func expectEqual(_ comment: Comment) async throws {
        let end = ContinuousClock.now + .seconds(30)
        for name in try device.contents where name.hasSuffix(".rewind") {
            let url = device.session(name)
            var isEqual = try areEqual(url)
            while !isEqual, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(50))
                isEqual = try areEqual(url)
            }
            #expect(isEqual, "\(name), \(comment)")
        }
    }

    private func areEqual(_ original: URL) throws -> Bool {
        do {
            guard let copy = try copy(of: original) else { return false }
            return try Self.tables.allSatisfy { table in
                let sql = "SELECT * FROM \(table) ORDER BY 1"
                return try SQL.rows(sql, in: copy) == SQL.rows(sql, in: original)
            }
        } catch is SQLiteError {
            // One of them is just being closed.
            return false
        }
    }
}
