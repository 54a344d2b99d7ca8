import Foundation
import Rewind
import RewindStore
import RewindTimeline
import RewindTree
import Synchronization
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct BoundedTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: [
            { $0.maxActions = 300 }, { $0.maxBytes = 300_000 },
            { (options: inout RecorderOptions) in
                options.maxActions = 100
                options.maxBytes = 10_000_000
                options.maxAge = .seconds(3600)
            },
        ] as [@Sendable (inout RecorderOptions) -> Void],
        Thoroughness.first(1, of: Durability.allCases)
    )
    func `A bounded recording keeps its newest actions, each with its state`(
        _ limit: @Sendable (inout RecorderOptions) -> Void,
        durability: Durability
    ) throws {
        var options = RecorderOptions(durability)
        limit(&options)
        let app = try RecordedApp(at: folder.session(), state: AppState(), options: options) { action, state in
            var state = reduce(action, state)
            if state.log.count > 50 { state.log.removeFirst(25) }
            return state
        }
        for number in 0..<4_000 {
            app.store.dispatch(number % 3 == 0 ? Add(amount: number) : Note(text: "note \(number)"))
        }
        app.recorder.close()
        #expect(app.recorder.dispatchedCount == 4_000)
        #expect(app.recorder.droppedCount == 0)
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 4_000)
        #expect(timeline.first > 1_000)
        var encoder = TreeEncoder()
        for seq in max(1, timeline.first)...timeline.last {
            let expected = try encoder.encode(app.truths[seq - 1])
            #expect(try timeline.state(at: seq) == expected, "seq \(seq)")
        }
        #expect(try SessionCheck.run(timeline.session).findings == [])
        if let most = options.maxActions { #expect(timeline.last - timeline.first <= most * 2) }
        if let most = options.maxBytes {
            let size = try FileManager.default.attributesOfItem(atPath: folder.session().path)[.size] as? Int ?? .max
            #expect(size <= most * 2)
        }
    }

    @Test(
        arguments: [
            // A device that boots in 1970 gets the time.
            (Int64(0), Int64(1_790_000_000), 0.001, false),
            // A clock that was a day ahead is corrected, and 200 seconds pass.
            (1_790_086_400, 1_790_000_000, 200, true),
        ]
    )
    func `The age of an action is the time since its dispatch, whatever the clock is set to`(
        before: Int64,
        after: Int64,
        seconds: Double,
        isPruned: Bool
    ) throws {
        let clock = Mutex((wall: before * 1_000_000, steady: Int64(5_000_000)))
        var options = RecorderOptions()
        options.maxAge = .seconds(60)
        options.now = { clock.withLock { $0.wall } }
        options.timeSinceBoot = { clock.withLock { $0.steady } }
        let app = try RecordedApp(at: folder.session(), state: AppState(), options: options, reducer: reduce)
        for number in 0..<2_000 { app.store.dispatch(Add(amount: number)) }
        _ = app.recorder.flush(atMost: .seconds(60))
        clock.withLock { $0 = (after * 1_000_000, $0.steady + Int64(seconds * 1_000_000)) }
        for number in 0..<2_000 { app.store.dispatch(Add(amount: number)) }
        _ = app.recorder.flush(atMost: .seconds(60))
        app.store.dispatch(Add(amount: 1))
        app.recorder.close()
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 4_001)
        #expect(isPruned ? timeline.first > 1_500 && timeline.first <= 2_256 : timeline.first == 0, "\(timeline.first)")
    }
}
