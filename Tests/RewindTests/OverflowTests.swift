import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct OverflowTests {
    private let folder = TemporaryFolder()

    /// Returns an app with two actions; the recorder stops at the gate while it encodes the second one.
    private func blockedApp(_ gate: Gate, _ options: RecorderOptions) throws -> RecordedApp<Gated> {
        var options = options
        options.longestWait = .zero
        let app = try RecordedApp<Gated>(at: folder.session(), state: Gated(n: 0, gate: gate), options: options) {
            Gated(n: ($1?.n ?? 0) + (($0 as? Add)?.amount ?? 0), gate: gate)
        }
        app.store.dispatch(Add(amount: 1))
        app.recorder.flush(atMost: .seconds(60))
        gate.set(open: false)
        app.store.dispatch(Add(amount: 1))
        gate.waitForVisitor()
        return app
    }

    @Test(
        arguments: [(Durability.crashSafe, 2), (.buffered, 2), (.buffered, 5), (.crashSafe, 5)],
        [true, false]
    )
    func `Actions that do not fit in the queue are counted, and the states after them are exact`(
        _ kind: (durability: Durability, limit: Int),
        goesOn: Bool
    ) throws {
        let gate = Gate()
        let problems = Problems()
        var options = RecorderOptions(kind.durability)
        options.queueLimit = kind.limit
        options.onProblem = problems.tell
        let app = try blockedApp(gate, options)
        for _ in 0..<20 { app.store.dispatch(Add(amount: 1)) }
        #expect(app.recorder.droppedCount == 20 - kind.limit)
        gate.set(open: true)
        app.recorder.flush(atMost: .seconds(60))
        if goesOn {
            for _ in 0..<3 {
                app.store.dispatch(Add(amount: 1))
                app.recorder.flush(atMost: .seconds(60))
            }
        }
        let first = 3 + kind.limit
        #expect(problems.wait { $0 == .dropped(seqs: first...22) })
        app.recorder.close()
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == app.truths.count)
        for seq in 1...timeline.last {
            let record = try #require(try timeline.session.action(seq))
            let isDropped = (first...22).contains(seq)
            #expect(record.status == (isDropped ? .dropped : .done), "seq \(seq)")
            // In the gap, the last known state before it stands in, except at its end.
            let known = isDropped && seq < 22 ? first - 1 : seq
            #expect(try timeline.state(at: seq) == ["n": .integer(Int64(known))], "seq \(seq)")
        }
        #expect(app.recorder.droppedCount == 20 - kind.limit)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test func `A long gap has a row for each action`() throws {
        let gate = Gate()
        var options = RecorderOptions()
        options.queueLimit = 1
        let app = try blockedApp(gate, options)
        for _ in 0..<9_000 { app.store.dispatch(Add(amount: 1)) }
        gate.set(open: true)
        app.recorder.close()
        let dropped = app.recorder.droppedCount
        #expect(dropped > 8_192)
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 9_002)
        #expect(try timeline.state(at: 9_001) == ["n": .integer(Int64(9_002 - dropped))])
        #expect(try timeline.state(at: 9_002) == ["n": 9_002])
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test func `Closing writes the queued actions and the gap after them`() throws {
        let gate = Gate()
        var options = RecorderOptions()
        options.queueLimit = 2
        let app = try blockedApp(gate, options)
        for _ in 0..<8 { app.store.dispatch(Add(amount: 1)) }
        let recorder = app.recorder
        let closed = DispatchSemaphore(value: 0)
        Thread {
            recorder.close()
            closed.signal()
        }.start()
        // `recorded` does not change after closing has begun, which is the only sign of that.
        while app.recorder.dispatchedCount == app.truths.count { app.store.dispatch(Add(amount: 0)) }
        let last = app.recorder.dispatchedCount
        gate.set(open: true)
        closed.wait()
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == last)
        #expect(try timeline.state(at: last) == ["n": 10])
        // The last one may have been in progress at that moment.
        for seq in 5..<last { #expect(try timeline.session.action(seq)?.status == .dropped) }
        #expect(try timeline.session.action(last)?.status != .done)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}
