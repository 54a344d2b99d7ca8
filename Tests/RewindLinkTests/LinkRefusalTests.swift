import Foundation
import Rewind
import RewindRemote
import RewindServer
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindLink
@testable import RewindListen

@Suite(.ownThreads) struct LinkRefusalTests {
    private let desk: Desk

    init() throws {
        desk = try Desk()
    }

    /// Records one action into a session, linked to `address`.
    private func recording(
        _ name: String = "a.rewind",
        to address: String,
        app: String = "App",
        onProblem: @escaping @Sendable (RecorderProblem) -> Void = { _ in }
    ) throws -> (Recorder<Texts>, RecorderLink?) {
        var options = RecorderOptions()
        (options.app, options.onProblem) = (app, onProblem)
        let recorder = try Recorder<Texts>(recordingTo: desk.device.session(name), options: options)
        let link = recorder.link(to: address, LinkedApp.times)
        recorder.record(Add(text: "a"), resultingIn: Texts(texts: ["a"], count: 1))
        recorder.flush(atMost: .seconds(60))
        return (recorder, link)
    }

    @Test func `Without an address, nothing is sent`() throws {
        let recorder = try Recorder<Texts>(recordingTo: desk.device.session())
        #expect(recorder.link(to: nil) == nil)
        #expect(recorder.link(to: "") == nil)
        #expect(recorder.link() == nil)
        recorder.close()
        #expect(try desk.device.contents == ["a.rewind"])
    }

    @Test(arguments: ["127.0.0.1:8000", "ftp://t@127.0.0.1", "http://127.0.0.1:8000", "http://t@a/path", "nonsense"])
    func `An invalid address is reported`(address: String) async throws {
        let (problems, report) = AsyncStream.makeStream(of: RecorderProblem.self)
        let (recorder, link) = try recording(to: address) { report.yield($0) }
        #expect(link == nil)
        let problem = await problems.first { _ in true }
        #expect(problem == .notLinked(reason: "REWIND_LINK is not an address that \"rewind listen\" prints"))
        recorder.close()
    }

    @Test(.enabled(if: !HTTPTransport.hasTLS))
    func `Without HTTPS, an https address is reported, and nothing is sent`() async throws {
        let (problems, report) = AsyncStream.makeStream(of: RecorderProblem.self)
        let (recorder, link) = try recording(to: "https://t@127.0.0.1:8000") { report.yield($0) }
        #expect(link == nil)
        let problem = await problems.first { _ in true }
        #expect(problem == .notLinked(reason: HTTPTransport.withoutTLS))
        recorder.close()
    }

    @Test func `A wrong token is reported, and the recording goes on`() async throws {
        try await desk.listening { address, _ in
            let (problems, report) = AsyncStream.makeStream(of: RecorderProblem.self)
            let wrong = LinkAddress(host: address.host, port: address.port, token: String(repeating: "6", count: 32))
            let (recorder, link) = try recording(to: "\(wrong)") { report.yield($0) }
            let problem = await problems.first { _ in true }
            #expect(problem == .notLinked(reason: "The token is not that of this server."))
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(5)) } == false)
            recorder.close()
            #expect(try desk.folder.contents == [])
            // A later launch with the right token sends it.
            let (next, _) = try recording("b.rewind", to: "\(address)")
            next.close()
            try await desk.expectEqual("both")
        }
    }

    @Test func `Long values are sent alone, and a value that is too long is reported`() async throws {
        try await desk.listening { address, _ in
            let (problems, report) = AsyncStream.makeStream(of: RecorderProblem.self)
            let (recorder, link) = try recording(to: "\(address)") { report.yield($0) }
            for length in [3, 900_000, 900_000, 5_000_000] {
                let text = String(repeating: "x", count: length)
                recorder.record(Add(text: text), resultingIn: Texts(texts: [text], count: length))
            }
            recorder.flush(atMost: .seconds(60))
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(60)) } == true)
            let url = try #require(recorder.url)
            let copy = try #require(try desk.copy(of: url))
            #expect(try SQL.column("SELECT count(*) FROM action", in: copy) == ["5"])
            let text = String(repeating: "x", count: 17 << 20)
            recorder.record(Add(text: text), resultingIn: Texts(texts: [], count: 0))
            guard case .notLinked(let reason)? = await problems.first(where: { _ in true }) else {
                Issue.record("another problem")
                return
            }
            #expect(reason.hasPrefix("a value of 17") && reason.hasSuffix(" bytes is too long to be sent"))
            recorder.close()
            #expect(try SQL.column("SELECT count(*) FROM action", in: copy) == ["5"])
        }
    }

    @Test func `Two apps with the same name have two files`() async throws {
        try await desk.listening { address, _ in
            let other = TemporaryFolder()
            let (first, _) = try recording(to: "\(address)")
            let second = try Recorder<Texts>(recordingTo: other.session())
            let link = try #require(second.link(to: "\(address)", LinkedApp.times))
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            first.close()
            second.close()
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            try await desk.expectEqual("first")
            #expect(try desk.sessions.count == 2)
        }
    }

    @Test func `A desk that is restarted continues the same file`() async throws {
        var recorder: Recorder<Texts>?
        var port = 0
        for round in 1...3 {
            try await desk.listening(port: port) { address, _ in
                port = address.port
                if recorder == nil { recorder = try recording(to: "\(address)").0 }
                recorder?.record(Add(text: "\(round)"), resultingIn: Texts(texts: ["\(round)"], count: round))
                recorder?.flush(atMost: .seconds(60))
                let url = desk.device.session()
                try await waitUntil {
                    guard let copy = try desk.copy(of: url) else { return false }
                    return try SQL.column("SELECT count(*) FROM action", in: copy) == ["\(round + 1)"]
                }
            }
        }
        recorder?.close()
        #expect(try desk.sessions.count == 1)
    }

    @Test func `Invalid bodies are refused with a sentence`() async throws {
        try await desk.listening { address, _ in
            let (recorder, link) = try recording(to: "\(address)")
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(60)) } == true)
            let client = LinkClient(address)
            var random = SplitMix64(seed: 1)
            let url = try #require(recorder.url)
            let copy = try #require(try desk.copy(of: url))
            let id = try SQL.column("SELECT value FROM session WHERE key = 'id'", in: copy)[0]
            let head = """
                {"after":\(try encoded(SessionPosition.of(copy))),"app":"","file":"","restarts":false,"session":"\(id)",\
                "steered":false,"version":2}

                """
            let bodies = [
                "", "[]", "{}", "nonsense", head + "[]", head + "[\"chunk\"]", head + "[\"chunk\",9,null,null]",
                head + "[\"action\",9,8,0,1,null,null,null,\"done\",null,null,0,null,null]",
                head + "[\"action\",2,1,0,1,null,\"no patch\",null,\"done\",null,null,0,null,null]",
                head + "[\"action\",2,1,0,1,null,null,null,\"never\",null,null,0,null,null]",
                head + "[\"pointer\",1,\"/a\"]", head + "[\"snapshot\",0,1,{\"blob\":\"0\"}]",
                head.replacing("\"version\":2", with: "\"version\":3"),
                String(repeating: "[", count: 100_000),
            ]
            let before = try SQL.rows("SELECT * FROM action", in: copy)
            for body in bodies + (0..<50).map({ _ in damaged(head + "[\"chunk\",7,{\"blob\":\"00\"},\"1\"]", &random) })
            {
                let bytes = Array(body.utf8)
                let (status, answer) = try await OwnThreads.run {
                    try client.send("POST", LinkPath.rows, body: bytes, seconds: 5)
                }
                if status != 200, status != 409 {
                    #expect(status == 400, "\(body.prefix(200))")
                    #expect(String(decoding: answer, as: UTF8.self).hasSuffix(".\n"), "\(body.prefix(200))")
                }
            }
            #expect(try SQL.rows("SELECT * FROM action", in: copy) == before)
            // A batch that was sent before, or comes too early, is answered by the position of the copy.
            let position = try SessionPosition.of(copy)
            for other in [LinkPosition(), Self.position(after: position)] {
                let early = try head.replacing(encoded(position), with: encoded(other))
                let seqs = "\(other.action + 1),\(other.action)"
                let row = "[\"action\",\(seqs),0,1,null,null,null,\"began\",null,null,0,null,null]\n"
                let bytes = Array((early + row).utf8)
                let (status, body) = try await OwnThreads.run {
                    try client.send("POST", LinkPath.rows, body: bytes, seconds: 5)
                }
                #expect(status == 409)
                #expect(LinkReply(body)?.position == position)
            }
            #expect(try SQL.rows("SELECT * FROM action", in: copy) == before)
        }
    }

    @Test func `No body with a flipped bit is taken, even if it is a body`() async throws {
        try await desk.listening { address, _ in
            let url = desk.device.session()
            try SampleSession(seed: 1, count: 3).write(to: url)
            let batch = try LinkBatch(of: url, after: LinkPosition())
            let head = LinkHead(session: UUID().uuidString, app: "", file: "", after: LinkPosition())
            var body = head.bytes + [10]
            for row in batch.rows { row.write(to: &body) }
            let digest = BodyDigest.text(of: body)
            var random = SplitMix64(seed: 30)
            for _ in 0..<200 {
                var damaged = body
                damaged[random.below(body.count)] ^= 1 << UInt8(random.below(8))
                #expect(throws: Refusal(.malformed, "The body was damaged on its way.")) {
                    try LinkMessage(parsing: damaged, digest: digest)
                }
            }
            #expect(try LinkMessage(parsing: body, digest: digest).rows == batch.rows)
            let client = LinkClient(address)
            let sound = body
            let (status, _) = try await OwnThreads.run {
                try client.send("POST", LinkPath.rows, body: sound, seconds: 20)
            }
            #expect(status == 200)
        }
    }

    @Test(arguments: [400, 401, 403])
    func `A request that is refused twice, as a damaged one, is sent again`(status: Int) async throws {
        let receiver = LinkReceiver(SessionNames(desk.folder.url))
        let refusals = Countdown(2) {}
        let server = Server { request in
            guard refusals.isDone else {
                refusals.one()
                return .sentence(status, "It was damaged.")
            }
            return try await receiver.response(to: request)
        }
        try await server.run { port in
            let (recorder, link) = try recording(to: "http://\(Desk.token)@127.0.0.1:\(port)") {
                Issue.record("\($0)")
            }
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(60)) } == true)
            recorder.close()
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(60)) } == true)
            try await desk.expectEqual("after refusals")
        }
        await receiver.close()
    }

    private static func position(after position: LinkPosition) -> LinkPosition {
        var later = position
        later.action += 1
        return later
    }

    private func encoded(_ position: LinkPosition) throws -> String {
        var encoder = TreeEncoder()
        return try encoder.encode(position).text
    }

    private func damaged(_ text: String, _ random: inout SplitMix64) -> String {
        var bytes = Array(text.utf8)
        for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    #if os(Linux)
    @Test(.enabled("a file system can be mounted") { SmallDisk.isPossible })
    func `Rows wait while the disk at the desk is full`() async throws {
        let disk = try SmallDisk()
        try await desk.listening(in: disk.url) { address, _ in
            disk.fill()
            let (recorder, link) = try recording(to: "\(address)")
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(1)) } == false)
            try disk.empty()
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(60)) } == true)
            recorder.close()
            #expect(try await OwnThreads.run { link?.flush(atMost: .seconds(60)) } == true)
        }
    }
    #endif
}

private enum SessionPosition {
    /// Reads the position of a copy with SQL.
    static func of(_ url: URL) throws -> LinkPosition {
        var position = LinkPosition()
        let action = try SQL.rows("SELECT seq, hash FROM action ORDER BY seq DESC LIMIT 1", in: url)[0]
        let chunk = try SQL.rows("SELECT id, lower(hex(hash)) FROM chunk ORDER BY id DESC LIMIT 1", in: url)[0]
        (position.action, position.actionHash) = (Int(action[0]) ?? 0, Int64(action[1]))
        (position.chunk, position.chunkHash) = (Int(chunk[0]) ?? 0, chunk[1])
        position.snapshot = Int(try SQL.column("SELECT max(seq) FROM snapshot", in: url)[0]) ?? -1
        return position
    }
}
