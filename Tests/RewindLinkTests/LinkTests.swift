import Foundation
import Rewind
import RewindSession
import RewindTimeline
import TestSupport
import Testing
@testable import RewindLink
@testable import RewindListen

#if os(macOS) || os(Linux)
@Suite(.ownThreads) struct LinkTests {
    private static let token = String(repeating: "5", count: 32)

    private let device: TemporaryFolder
    private let desk: TemporaryFolder

    init() throws {
        (device, desk) = (try TemporaryFolder(), try TemporaryFolder())
    }

    /// Listens at the desk while `body` runs, behind a proxy.
    private func listening(_ body: (LinkAddress, CutProxy) async throws -> Void) async throws {
        let receiver = LinkReceiver(SessionNames(desk.url), describing: { "\($0)" }, telling: { _ in })
        let access = ListenAccess(token: Self.token, host: "127.0.0.1")
        let server = ListenServer(access: access, link: receiver) { _ in }
        try await server.run(host: "127.0.0.1", port: 0) { port in
            let proxy = try CutProxy(to: port)
            defer { proxy.close() }
            try await body(LinkAddress(host: "127.0.0.1", port: proxy.port, token: Self.token), proxy)
        }
        await receiver.close()
    }

    /// Returns the copy of a session at the desk.
    private func copy(of url: URL) throws -> URL? {
        try SQL.column("SELECT value FROM session WHERE key = 'id'", in: url).first.flatMap(
            SessionNames(desk.url).session
        )
    }

    private func areEqual(_ original: URL) throws -> Bool {
        guard let copy = try copy(of: original) else { return false }
        do {
            return try SessionReplicaTests.tables.allSatisfy { table in
                let sql = "SELECT * FROM \(table) ORDER BY 1"
                return try SQL.rows(sql, in: copy) == SQL.rows(sql, in: original)
            }
        } catch is SQLiteError {
            // One of them is just being closed.
            return false
        }
    }

    /// Waits until the copies of all sessions are equal to them.
    private func expectEqual(_ comment: Comment) async throws {
        let end = ContinuousClock.now + .seconds(30)
        for name in try device.contents where name.hasSuffix(".rewind") {
            let url = device.session(name)
            while try !areEqual(url), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(50)) }
            #expect(try areEqual(url), "\(name), \(comment)")
        }
    }

    @Test func `An app's recording arrives while it runs`() async throws {
        try await listening { address, _ in
            let url = device.session()
            let recorder = try Recorder<Texts>(recordingTo: url)
            let link = try #require(recorder.link(to: "\(address)"))
            recorder.record(Add(text: "a"), resultingIn: Texts(texts: ["a"], count: 1))
            recorder.flush()
            try await OwnThreads.run { #expect(link.flush()) }
            let copy = try #require(try copy(of: url))
            let session = try SessionReader(opening: copy)
            #expect(session.isLive)
            #expect(try session.lastSeq() == 1)
            session.close()
            recorder.close()
            try await OwnThreads.run { #expect(link.flush()) }
            try await expectEqual("closed")
            #expect(try desk.contents == [copy.lastPathComponent])
        }
    }

    @Test func `An app that is killed and cut off at random has equal copies in the end`() async throws {
        let rounds = Thoroughness.count(12, orInFull: 200)
        var random = SplitMix64(seed: 26)
        try await listening { address, proxy in
            for round in 0..<rounds {
                let app = LinkedApp(
                    path: device.session("\(round).rewind").path,
                    address: "\(address)",
                    seed: UInt64(round),
                    count: 100_000,
                    microseconds: UInt32(random.below(250_000))
                )
                let cuts = (0..<random.below(4)).map { _ in (random.below(80), random.below(3)) }
                let cutting = Task {
                    for (pause, mode) in cuts {
                        try await Task.sleep(for: .milliseconds(pause))
                        proxy.cut(then: [.open, .silent, .refusing][mode])
                    }
                }
                await #expect(processExitsWith: .signal(SIGKILL)) { [app = app as LinkedApp] in try app.run() }
                try await cutting.value
                if random.below(3) > 0 { proxy.cut(then: .open) }
            }
            proxy.cut(then: .open)
            // Another launch completes the copies.
            let recorder = try Recorder<Texts>(recordingTo: device.session("last.rewind"))
            _ = recorder.link(to: "\(address)", LinkedApp.times)
            recorder.record(Add(text: "last"), resultingIn: Texts(texts: ["last"], count: 1))
            recorder.close()
            try await expectEqual("after \(rounds) rounds")
        }
    }
}
#endif
