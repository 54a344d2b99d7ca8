import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct JoinTests {
    /// The number of integers in a state, 8 KB, and a limit into which a dozen such states fit.
    private static let ballast = 1_000
    private static let byteLimit = 13 * 9_024

    private let folder = TemporaryFolder()

    /// Returns a store whose queue holds a dozen of its states, of 8 KB each without shared parts; one state is being
    /// written.
    private func app(_ durability: Durability, _ gate: Gate, _ problems: Problems) throws -> RecordedApp<Gated> {
        var options = RecorderOptions(durability)
        (options.queueByteLimit, options.longestWait, options.onProblem) = (Self.byteLimit, .zero, problems.tell)
        let app = try RecordedApp<Gated>(at: folder.session(), state: Gated(n: 0, gate: gate), options: options) {
            let n = ($1?.n ?? 0) + (($0 as? Add)?.amount ?? 0)
            return Gated(n: n, gate: gate, ballast: Array(repeating: n, count: Self.ballast))
        }
        app.store.dispatch(Add(amount: 1))
        app.recorder.flush(atMost: .seconds(60))
        return app
    }

    /// Checks that all actions are in the session with their payloads. Returns those whose effects are unknown.
    private func check(_ app: RecordedApp<Gated>, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Int] {
        app.recorder.close()
        let timeline = try Timeline(opening: folder.session())
        defer { timeline.session.close() }
        var (sum, unknown): (Int64, [Int]) = (0, [])
        for seq in 1..<timeline.last + 1 {
            let record = try #require(try timeline.session.action(seq), sourceLocation: sourceLocation)
            guard case .object(let payload) = record.payload, case .integer(let amount) = payload["amount"] else {
                Issue.record("seq \(seq) has no payload", sourceLocation: sourceLocation)
                continue
            }
            sum += amount
            if record.status == .dropped {
                #expect(record.patch == nil, sourceLocation: sourceLocation)
                unknown.append(seq)
            } else {
                let state = try timeline.state(at: seq)
                #expect(state[["n"]] == .integer(sum), "seq \(seq)", sourceLocation: sourceLocation)
            }
        }
        #expect(timeline.last == app.truths.count, sourceLocation: sourceLocation)
        #expect(app.recorder.mergedCount == unknown.count, sourceLocation: sourceLocation)
        #expect(app.recorder.droppedCount == 0, sourceLocation: sourceLocation)
        #expect(try SessionCheck.run(timeline.session).findings == [], sourceLocation: sourceLocation)
        return unknown
    }

    @Test(arguments: [Durability.crashSafe, .buffered])
    func `States over the byte limit are joined, and no action is lost`(durability: Durability) throws {
        let (gate, problems) = (Gate(), Problems())
        let app = try app(durability, gate, problems)
        gate.set(open: false)
        app.store.dispatch(Add(amount: 2))
        gate.waitForVisitor()
        for amount in 3...60 { app.store.dispatch(Add(amount: amount)) }
        gate.set(open: true)
        app.recorder.flush(atMost: .seconds(60))
        app.store.dispatch(Add(amount: 61))
        let unknown = try check(app)
        // The first ones fit, and the last one always has a state.
        #expect((40...50).contains(unknown.count))
        #expect(unknown == Array(60 - unknown.count..<60))
        #expect(problems.wait { $0 == .merged(seqs: 60 - unknown.count...59) })
        #expect(problems.count { $0.isMerged } == 1)
    }

    @Test func `Each run of joined effects is reported once`() throws {
        let (gate, problems) = (Gate(), Problems())
        let app = try app(.crashSafe, gate, problems)
        for round in 0..<3 {
            gate.set(open: false)
            app.store.dispatch(Add(amount: 1))
            gate.waitForVisitor()
            for _ in 0..<40 { app.store.dispatch(Add(amount: round)) }
            gate.set(open: true)
            app.recorder.flush(atMost: .seconds(60))
        }
        #expect(try check(app).count > 60)
        #expect(problems.wait { if case .merged(let seqs) = $0 { seqs.upperBound == 123 } else { false } })
        #expect(problems.count { $0.isMerged } == 3)
    }

    @Test func `An error stays with its action when the effect is joined to another one`() throws {
        struct Refusal: Error {}
        let (gate, url) = (Gate(), folder.session())
        var options = RecorderOptions()
        (options.queueByteLimit, options.longestWait) = (Self.byteLimit, .zero)
        let recorder = try Recorder<Gated>(recordingTo: url, options: options)
        let reduce = recorder.reducer { (action: any Action, state: Gated?) throws -> Gated in
            guard action is Add else { throw Refusal() }
            return Gated(n: (state?.n ?? 0) + 1, gate: gate, ballast: Array(repeating: 1, count: Self.ballast))
        }
        var state = try reduce(Add(amount: 1), Gated(n: 0, gate: gate))
        recorder.flush(atMost: .seconds(60))
        gate.set(open: false)
        state = try reduce(Add(amount: 1), state)
        gate.waitForVisitor()
        for number in 3...40 {
            if number == 30 {
                #expect(throws: Refusal.self) { try reduce(Note(text: "no"), state) }
            } else {
                state = try reduce(Add(amount: 1), state)
            }
        }
        gate.set(open: true)
        recorder.close()
        let timeline = try Timeline(opening: url)
        let failed = try #require(try timeline.session.action(30))
        #expect(failed.status == .failed)
        #expect(failed.patch == nil)
        #expect(failed.error?.contains("Refusal") == true)
        #expect(try timeline.state(at: 40)[["n"]] == 39)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test func `A discarded state is released at once`() throws {
        final class Life {}
        struct Living: Encodable {
            var gated: Gated
            let life: Life
            func encode(to encoder: any Encoder) throws { try gated.encode(to: encoder) }
        }
        let gate = Gate()
        var options = RecorderOptions()
        (options.queueByteLimit, options.longestWait) = (Self.byteLimit, .zero)
        let recorder = try Recorder<Living>(recordingTo: folder.session(), options: options)
        var lives: [() -> Bool] = []
        func record(_ n: Int) {
            let life = Life()
            lives.append { [weak life] in life != nil }
            let gated = Gated(n: n, gate: gate, ballast: Array(repeating: n, count: Self.ballast))
            recorder.record(Add(amount: n), resultingIn: Living(gated: gated, life: life))
        }
        record(1)
        recorder.flush(atMost: .seconds(60))
        gate.set(open: false)
        record(2)
        gate.waitForVisitor()
        for n in 3...60 { record(n) }
        // A dozen of 8 KB fit, including the newest; the encoder may also keep the last one that it has seen.
        #expect(lives.count { $0() } <= 15)
        #expect(lives.last?() == true)
        gate.set(open: true)
        recorder.close()
        #expect(recorder.mergedCount >= 45)
    }

    @Test(
        arguments: [(300_000, 8_192), (1 << 30, 20)]
    )
    func `A dispatch waits no longer than the limit, whatever the writer does`(byteLimit: Int, limit: Int) throws {
        let gate = Gate()
        var options = RecorderOptions()
        (options.queueByteLimit, options.queueLimit) = (byteLimit, limit)
        let recorder = try Recorder<Gated>(recordingTo: folder.session(), options: options)
        func record(_ n: Int) {
            let state = Gated(n: n, gate: gate, ballast: Array(repeating: n, count: Self.ballast))
            recorder.record(Add(amount: n), resultingIn: state)
        }
        record(1)
        recorder.flush(atMost: .seconds(60))
        gate.set(open: false)
        record(2)
        gate.waitForVisitor()
        for n in 3...200 { record(n) }
        // A short wait for each as the queue fills, then one of the maximum length; then none, as the writer makes no
        // progress.
        #expect(recorder.waits.count > 1)
        #expect(recorder.waits.longest <= 40_000_000)
        #expect(recorder.waits.total <= 200_000_000)
        #expect(limit > 100 ? recorder.droppedCount == 0 : recorder.droppedCount > 150)
        gate.set(open: true)
        recorder.close()
        #expect(limit > 100 ? recorder.mergedCount > 150 : recorder.mergedCount == 0)
        #expect(recorder.dispatchedCount == 200)
    }
}

extension RecorderProblem {
    fileprivate var isMerged: Bool {
        if case .merged = self { true } else { false }
    }
}
