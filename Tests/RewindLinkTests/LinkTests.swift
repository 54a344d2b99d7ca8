import Foundation
import Rewind
import RewindSession
import RewindTimeline
import TestSupport
import Testing
@testable import RewindLink
import RewindListen

@Suite(.ownThreads) struct LinkTests {
    private let desk: Desk
    private var device: TemporaryFolder { desk.device }

    init() throws {
        desk = try Desk()
    }

    @Test func `An app's recording arrives while it runs`() async throws {
        try await desk.listening { address, _ in
            let url = device.session()
            let recorder = try Recorder<Texts>(recordingTo: url)
            let link = try #require(recorder.link(to: "\(address)"))
            recorder.record(Add(text: "a"), resultingIn: Texts(texts: ["a"], count: 1))
            recorder.flush(atMost: .seconds(60))
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            let copy = try #require(try desk.copy(of: url))
            let session = try SessionReader(opening: copy)
            #expect(session.isLive)
            #expect(try session.lastSeq() == 1)
            session.close()
            recorder.close()
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            try await desk.expectEqual("closed")
            #expect(try desk.folder.contents == [copy.lastPathComponent])
        }
    }

    @Test func `A copy that is deleted is made again`() async throws {
        try await desk.listening { address, _ in
            let recorder = try Recorder<Texts>(recordingTo: device.session())
            let link = try #require(recorder.link(to: "\(address)", LinkedApp.times))
            recorder.record(Add(text: "a"), resultingIn: Texts(texts: ["a"], count: 1))
            recorder.flush(atMost: .seconds(60))
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            let url = try #require(recorder.url)
            let copy = try #require(try desk.copy(of: url))
            for path in SessionRecovery.sideEndings.map({ copy.path + $0 }) + [copy.path] { unlink(path) }
            recorder.record(Add(text: "b"), resultingIn: Texts(texts: ["a", "b"], count: 2))
            recorder.close()
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            try await desk.expectEqual("closed")
            #expect(try desk.sessions.count == 1)
        }
    }

    @Test func `Of the copies of a session, the one that was begun last is continued`() throws {
        let names = SessionNames(desk.folder.url)
        var sample = SampleSession(seed: 1, count: 1)
        sample.facts["id"] = Collecting.id(1)
        for _ in 1...11 { try names.create("App") { try sample.write(to: $0, isComplete: true) } }
        #expect(names.session(Collecting.id(1))?.lastPathComponent == "App-11.rewind")
    }

    @Test func `An idle app stays connected, and a silent one does not`() async throws {
        try await desk.listening { address, proxy in
            let recorder = try Recorder<Texts>(recordingTo: device.session())
            var times = LinkedApp.times
            times.sign = 0.1
            let link = try #require(recorder.link(to: "\(address)", times))
            recorder.record(Add(text: "a"), resultingIn: Texts(texts: ["a"], count: 1))
            recorder.flush(atMost: .seconds(60))
            #expect(try await OwnThreads.run { link.flush(atMost: .seconds(60)) })
            let url = try #require(recorder.url)
            let copy = try #require(try desk.copy(of: url))
            let idle = ContinuousClock.now
            try await waitUntil { await desk.hasHeard(since: idle) }
            await desk.release(silentSince: idle)
            #expect(try SessionRecovery.isRecorderAtWork(on: copy) == true)
            proxy.cut(then: .refusing)
            try await waitUntil {
                await desk.release(silentSince: .now - .seconds(1))
                return try SessionRecovery.isRecorderAtWork(on: copy) == false
            }
            // Another program completes it meanwhile.
            try SessionReader(opening: copy).close()
            proxy.cut(then: .open)
            try await waitUntil { try SessionRecovery.isRecorderAtWork(on: copy) == true }
            recorder.close()
            try await desk.expectEqual("closed")
        }
    }

    @Test func `An app that is killed and cut off at random has equal copies in the end`() async throws {
        let rounds = Thoroughness.count(12, orInFull: 200)
        var random = SplitMix64(seed: 26)
        try await desk.listening { address, proxy in
            for round in 0..<rounds {
                let app = LinkedApp(
                    path: device.session("\(round).rewind").path,
                    address: "\(address)",
                    seed: UInt64(round),
                    count: 100_000,
                    microseconds: UInt32(random.below(250_000))
                )
                let cutting = proxy.startCutting(&random, upTo: 80)
                await #expect(processExitsWith: .signal(SIGKILL)) { [app = app as LinkedApp] in try app.run() }
                try await cutting.value
                if random.below(3) > 0 { proxy.cut(then: .open) }
            }
            proxy.cut(then: .open)
            // Another launch completes the copies.
            let recorder = try Recorder<Texts>(recordingTo: device.session("last.rewind"))
            _ = recorder.link(to: "\(address)", LinkedApp.times)
            recorder.record(Add(text: "last"), resultingIn: Texts(texts: ["last"], count: 1))
            recorder.flush(atMost: .seconds(60))
            try await waitUntil(within: 60 + Double(2 * rounds)) {
                try device.contents.allSatisfy { !$0.hasSuffix("-link") || $0 == "last.rewind-link" }
            }
            recorder.close()
            try await desk.expectEqual("after \(rounds) rounds")
        }
    }
}
