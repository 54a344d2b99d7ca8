import Foundation
import Rewind
import RewindRemote
import RewindServer
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindLink
@testable import RewindListen

@Suite(.ownThreads) struct SessionUploadTests {
    private var collecting: Collecting

    init() throws {
        collecting = try Collecting()
    }

    @Test func `Crashed sessions are sent once, and all but the one being recorded on request`() async throws {
        let (closed, crashed) = (try collecting.record(1), try collecting.record(2, isCrashed: true))
        let recorder = try Recorder<Texts>(recordingTo: collecting.device.session("2026-11-25T230000Z.rewind"))
        try await collecting.listening { port in
            #expect(try await collecting.upload(.crashed, to: port) == [.uploaded(crashed), .finished])
            try await waitUntil { try collecting.stored == [Collecting.id(2)] }
            #expect(try collecting.device.contents.contains(crashed.lastPathComponent + "-upload"))
            #expect(try await collecting.upload(.crashed, to: port) == [.finished])
            #expect(try await collecting.upload(.all, to: port) == [.uploaded(closed), .finished])
            try await waitUntil { try collecting.stored.count == 2 && collecting.spooled == [] }
        }
        recorder.close()
        for url in [closed, crashed] { unlink(url.path + "-upload") }
        try FileManager.default.removeItem(at: #require(recorder.url))
        try collecting.expectAllStored()
    }

    @Test func `Without a valid key or a private connection, nothing is sent`() async throws {
        let url = try collecting.record(1)
        try await collecting.listening { port in
            let events = try await collecting.upload(to: port, key: Collecting.otherKey)
            #expect(events == [.stopped(reason: "The key is not one of this server, or was revoked.")])
            let (reasons, add) = AsyncStream.makeStream(of: SessionUpload.Event.self)
            let server = try #require(URL(string: "http://192.0.2.1/"))
            collecting.sessions.upload(.all, to: server, key: Collecting.key) { add.yield($0) }
            let reason = "the address of the server does not begin with https://"
            #expect(await reasons.first { _ in true } == .stopped(reason: reason))
            #expect(try collecting.device.contents == [url.lastPathComponent])
            #expect(try collecting.spooled == [])
        }
    }

    #if canImport(FoundationNetworking)
    @Test func `Where HTTPS is not available, its address is refused with what to do`() async throws {
        try collecting.record(1)
        let (reasons, add) = AsyncStream.makeStream(of: SessionUpload.Event.self)
        let server = try #require(URL(string: "https://localhost/"))
        collecting.sessions.upload(.all, to: server, key: Collecting.key) { add.yield($0) }
        let reason = "HTTPS is not available on this system: give the http address of a proxy on this machine"
        #expect(await reasons.first { _ in true } == .stopped(reason: reason))
    }
    #endif

    @Test func `A canceled upload ends, and a later one continues`() async throws {
        try collecting.record(1)
        let upload = collecting.sessions.upload(
            .all,
            to: try Collecting.url(1),
            key: Collecting.key,
            LinkedApp.times
        ) { Issue.record("\($0)") }
        upload.cancel()
        try await collecting.listening { port in
            #expect(try await collecting.upload(to: port).last == .finished)
            try await waitUntil { try collecting.stored.count == 1 }
        }
    }

    @Test func `A session that is too long is refused, marked with the reason, and removed`() async throws {
        var collecting = collecting
        collecting.limits.sessionBytes = 1 << 20
        let states = (0..<3).map { _ in Tree.string(UUID().uuidString + String(repeating: "x", count: 600_000)) }
        let url = try collecting.record(1, SampleSession(states: states))
        try await collecting.listening { [collecting] (port: Int) async throws -> Void in
            let reason = "A session has at most \(1 << 20) bytes."
            #expect(try await collecting.upload(to: port) == [.refused(url, reason: reason), .finished])
            #expect(try String(contentsOfFile: url.path + "-upload", encoding: .utf8) == reason)
            #expect(try collecting.spooled == [])
        }
    }

    @Test func `An upload waits when the server asks for it`() async throws {
        var collecting = collecting
        collecting.limits.keyRate = CollectLimits.Rate(burst: 60_000, perSecond: 30_000)
        try collecting.record(1, count: 60)
        let start = ContinuousClock.now
        try await collecting.listening { [collecting] port in
            #expect(try await collecting.upload(to: port).count == 2)
            try await waitUntil { try collecting.stored.count == 1 }
        }
        #expect(ContinuousClock.now - start > .seconds(1))
    }

    @Test func `Sessions wait for a database that is down, also in the next run of the server`() async throws {
        struct Down: Error {}
        var collecting = collecting
        let tries = Countdown(3) {}
        collecting.failing = {
            tries.one()
            throw Down()
        }
        for number in 1...3 { try collecting.record(number) }
        try await collecting.listening { [collecting] port in
            #expect(try await collecting.upload(to: port).count == 4)
            try await waitUntil { tries.isDone }
        }
        #expect(try collecting.spooled.count == 3)
        collecting.failing = {}
        try await collecting.listening { [collecting] _ in
            try await waitUntil { try collecting.stored.count == 3 && collecting.spooled == [] }
        }
        try collecting.expectAllStored()
    }

    @Test func `A session that does not verify is kept apart, with the reason`() async throws {
        let url = try collecting.record(1)
        try SQL.execute("UPDATE action SET hash = hash + 1 WHERE seq = 3", in: url)
        try collecting.record(2)
        try await collecting.listening { port in
            #expect(try await collecting.upload(to: port).count == 3)
            let name = "quarantine/app-\(Collecting.id(1))"
            try await waitUntil { try collecting.spooled == [name + ".rewind", name + ".txt"] }
            let text = try String(contentsOf: collecting.spool.appending(path: name + ".txt"), encoding: .utf8)
            #expect(text == "The session is damaged: the row of action 3 does not match its hash.\n")
            try await waitUntil { try collecting.stored == [Collecting.id(2)] }
        }
    }

    @Test func `A session that is sent again is known, and stored once`() async throws {
        let url = try collecting.record(1)
        for _ in 1...2 {
            try await collecting.listening { port in
                for _ in 1...2 {
                    #expect(try await collecting.upload(to: port) == [.uploaded(url), .finished])
                    try await waitUntil { try collecting.stored.count == 1 && collecting.spooled == [] }
                    unlink(url.path + "-upload")
                }
            }
        }
        try collecting.expectAllStored()
    }

    @Test func `Two apps cannot read or change each other's sessions`() async throws {
        let url = try collecting.record(1)
        let batch = try LinkBatch(of: url, after: LinkPosition())
        let source = try #require(LinkBatch.Source(of: url))
        let keys = "app=\(Collecting.key),other=\(Collecting.otherKey)"
        try await collecting.listening(keys: keys) { port in
            // The first app has sent a part.
            try await OwnThreads.run {
                let client = LinkClient(try Collecting.url(port), token: Collecting.key, LinkedApp.times)
                var head = LinkHead(session: source.session, app: "", file: "", after: LinkPosition())
                head.restarts = true
                var body = head.bytes + [10]
                for row in batch.notes where row.text(0) != SessionFact.endedKey { row.write(to: &body) }
                for row in batch.rows { row.write(to: &body) }
                let answer = try client.send("POST", LinkPath.rows, body: body, seconds: 30)
                #expect(answer.status == 200)
            }
            #expect(try collecting.spooled == ["app/\(Collecting.id(1)).rewind"])
            #expect(try await collecting.upload(to: port, key: Collecting.otherKey).count == 2)
            let first = ["app/\(Collecting.id(1)).rewind"]
            try await waitUntil { try collecting.stored.count == 1 && collecting.spooled == first }
        }
    }

    @Test(arguments: [200, 409]) func `A server that adds nothing is not asked without pauses`(status: Int) async throws
    {
        try collecting.record(1)
        let requests = Countdown(25) {}
        let gate = CollectGate(try CollectKeys(parsing: "app=\(Collecting.key)"), CollectLimits())
        let server = Server { request in
            if let refusal = await gate.refusal(of: request) { return refusal }
            requests.one()
            return .json(LinkReply(position: LinkPosition()), status: status)
        }
        try await server.run { port in
            var times = LinkedApp.times
            times.retry = 0.2...0.2
            let upload = collecting.sessions.upload(.all, to: try Collecting.url(port), key: Collecting.key, times) {
                Issue.record("\($0)")
            }
            try await Task.sleep(for: .milliseconds(500))
            upload.cancel()
        }
        #expect(!requests.isDone)
        #expect(try collecting.device.contents.count == 1)
    }

    @Test func `A server that is killed at random loses nothing that it acknowledged`() async throws {
        let rounds = Thoroughness.kills(2)
        var random = SplitMix64(seed: 27)
        let proxy = try CutProxy(to: 0)
        let (port, folder) = (proxy.port, collecting.server.url.path)
        proxy.close()
        for round in 0..<rounds {
            for number in [2 * round, 2 * round + 1] {
                let count = 20 + random.below(Thoroughness.count(60, orInFull: 300))
                try collecting.record(number, count: count, isCrashed: random.below(2) == 0)
            }
            let upload = collecting.sessions.upload(
                .all,
                to: try Collecting.url(port),
                key: Collecting.key,
                LinkedApp.times
            ) { _ in }
            let server = KilledServer(
                folder: folder,
                port: port,
                microseconds: 20_000 + UInt32(random.below(600_000))
            )
            await #expect(processExitsWith: .signal(SIGKILL)) { [server = server as KilledServer] in
                try await server.run()
            }
            upload.cancel()
            let acknowledged = Set(
                try collecting.device.contents.filter { $0.hasSuffix("-upload") }.map { String($0.dropLast(7)) }
            )
            let present = try Set(collecting.stored + collecting.spooled.map { String($0.dropLast(7).suffix(36)) })
            for url in collecting.sessions.sessionURLs() where acknowledged.contains(url.lastPathComponent) {
                let id = try SQL.column("SELECT value FROM session WHERE key = 'id'", in: url)[0]
                #expect(present.contains(id), "\(id), round \(round)")
            }
        }
        try await collecting.listening { port in
            #expect(try await collecting.upload(to: port).last == .finished)
            try await waitUntil(within: 60 + Double(2 * rounds)) {
                try collecting.stored.count == 2 * rounds && collecting.spooled == []
            }
        }
        try collecting.expectAllStored()
    }

    @Test func `An upload that is killed and cut off at random is complete in the end`() async throws {
        let rounds = Thoroughness.kills(2)
        let count = Thoroughness.count(50, orInFull: 200)
        for number in 0..<4 { try collecting.record(number, count: count * (number + 1), isCrashed: number % 2 == 0) }
        try await collecting.listening { own in
            var random = SplitMix64(seed: 28)
            let proxy = try CutProxy(to: own)
            defer { proxy.close() }
            for _ in 0..<rounds {
                let app = KilledUpload(
                    folder: collecting.device.url.path,
                    port: proxy.port,
                    microseconds: UInt32(random.below(300_000))
                )
                let cutting = proxy.startCutting(&random, upTo: 150)
                await #expect(processExitsWith: .signal(SIGKILL)) { [app = app as KilledUpload] in try app.run() }
                try await cutting.value
                proxy.cut(then: .open)
            }
            #expect(try await collecting.upload(to: proxy.port).last == .finished)
            try await waitUntil { try collecting.stored.count == 4 && collecting.spooled == [] }
        }
        try collecting.expectAllStored()
    }
}
