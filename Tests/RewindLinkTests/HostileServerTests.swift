import Foundation
import Rewind
import TestSupport
import Testing
@testable import RewindLink

/// Servers that are broken, or behind something that is. A trap would end the tests, as it would an app.
@Suite(.ownThreads) struct HostileServerTests {
    private static let answers = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX: y\r\ncontent-length:5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\n\r\n",
        "HTTP/1.0 200\nContent-Length: 5\n\nhello",
    ]
    private static let pieces =
        answers + [
            "HTTP/1.1 ", "503 Busy\r\nRetry-After: nan\r\n", "Retry-After: 99999999999999999999\r\n", "\r\n", ":", "\0",
            "Content-Length: -1\r\n", "Content-Length: 9223372036854775807\r\n", "Transfer-Encoding: chunked\r\n",
            "-5\r\n", "7fffffffffffffff\r\n", "HTTP/1.1 204 None\r\n\r\n", "\u{1F600}",
            String(repeating: "x", count: 70_000),
        ]

    @Test(arguments: answers) func `No beginning of an answer ends the app, or counts as the answer`(
        text: String
    ) async throws {
        let proxy = try CutProxy(to: 0)
        defer { proxy.close() }
        let client = LinkClient(try Collecting.url(proxy.port), token: "t", LinkedApp.times)
        let whole = Array(text.utf8)
        // A client may do without the last chunk's end.
        let missing = text.hasSuffix("0\r\n\r\n") ? 3 : 0
        for count in [17] + Array(0..<whole.count - missing) {
            proxy.cut(then: .answering(Array(whole.prefix(count))))
            try await OwnThreads.run {
                #expect(throws: LinkFailure.self) {
                    try client.send("POST", "/link/rows", body: [1], seconds: 20)
                }
            }
        }
        proxy.cut(then: .answering(whole))
        try await OwnThreads.run {
            let (status, body) = try client.send("GET", "/link/request", seconds: 20)
            #expect(status == 200 && String(decoding: body, as: UTF8.self) == "hello")
        }
    }

    @Test func `No answer of random bytes ends the app`() async throws {
        let proxy = try CutProxy(to: 0)
        defer { proxy.close() }
        let client = LinkClient(try Collecting.url(proxy.port), token: "t\r\n", LinkedApp.times)
        var random = SplitMix64(seed: 29)
        for _ in 0..<Thoroughness.count(300, orInFull: 5_000) {
            var bytes = (0..<random.below(4)).flatMap { _ in Array(random.pick(Self.pieces).utf8) }
            for _ in 0..<random.below(4) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
            }
            if random.below(4) == 0 { bytes += (0..<random.below(40)).map { _ in UInt8(random.below(256)) } }
            proxy.cut(then: .answering(bytes))
            try await OwnThreads.run {
                do {
                    let (status, _) = try client.send("GET", "/link/request", seconds: 20)
                    #expect((200..<600).contains(status))
                } catch LinkFailure.busy(let seconds) {
                    #expect((1...3_600).contains(seconds))
                } catch {}
            }
        }
    }

    @Test func `A server that says nothing is given up in time`() async throws {
        let proxy = try CutProxy(to: 0)
        defer { proxy.close() }
        let client = LinkClient(try Collecting.url(proxy.port), token: "t", LinkedApp.times)
        proxy.cut(then: .answering(Array("HTTP/1.1 200 OK\r\n".utf8)))
        let start = ContinuousClock.now
        let silent = try CutProxy(to: proxy.port)
        defer { silent.close() }
        silent.cut(then: .silent)
        let other = LinkClient(try Collecting.url(silent.port), token: "t", LinkedApp.times)
        try await OwnThreads.run {
            #expect(throws: LinkFailure.self) { try client.send("GET", "/", seconds: 0.3) }
            #expect(throws: LinkFailure.self) { try other.send("GET", "/", seconds: 0.3) }
        }
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test func `After a round of late, cut, repeated, and flipped bytes, each copy is equal to its session`()
        async throws
    {
        let desk = try Desk()
        var times = LinkedApp.times
        times.reply = 1
        try await desk.listening { address, proxy in
            for seed in 0..<UInt64(Thoroughness.count(8, orInFull: 100)) {
                var random = SplitMix64(seed: seed)
                // Three damaged requests in a row end a link until the next launch.
                let refusal = Countdown(1) {}
                var options = RecorderOptions()
                options.onProblem = { if case .notLinked = $0 { refusal.one() } }
                let url = desk.device.session("\(seed).rewind")
                let recorder = try Recorder<Texts>(recordingTo: url, options: options)
                let link = try #require(recorder.link(to: "\(address)", times))
                proxy.cut(then: .damaging(seed: seed))
                for number in 1...10 {
                    let text = String(repeating: "\(number)", count: 1 + random.below([20, 2_000, 40_000][number % 3]))
                    recorder.record(Add(text: text), resultingIn: Texts(texts: [text], count: number))
                    recorder.flush(atMost: .seconds(60))
                    try await Task.sleep(for: .milliseconds(random.below(20)))
                    if random.below(10) == 0 { proxy.cut(then: .damaging(seed: random.next())) }
                }
                proxy.cut(then: .open)
                recorder.close()
                if try await !OwnThreads.run({ link.flush(atMost: .seconds(60)) }) {
                    try await waitUntil { refusal.isDone }
                    let next = try Recorder<Texts>(recordingTo: desk.device.session("\(seed)-next.rewind"))
                    _ = next.link(to: "\(address)", times)
                    next.close()
                }
                try await desk.expectEqual("seed \(seed)")
                let count = try desk.device.contents.count { $0.hasSuffix(".rewind") }
                try #expect(desk.sessions.count == count, "seed \(seed)")
            }
        }
    }
}
