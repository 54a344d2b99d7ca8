import Foundation
import Rewind
import RewindTravel
import RewindStore
import TestSupport
import Testing

/// A stopped clock that does not sleep and records the durations of the requested sleeps.
private struct SleeplessClock: Clock {
    final class Naps: @unchecked Sendable {
        // Safe to share: the tests use it on one task.
        var durations: [Duration] = []
        var wake: () throws -> Void = {}
    }

    let naps = Naps()
    let now = ContinuousClock.now
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        naps.durations.append(now.duration(to: deadline))
        try naps.wake()
    }
}

@Suite(.ownThreads) struct PlaybackTests {
    private let folder = TemporaryFolder()

    /// Returns an app at the start of its session. The first action came a second after the start, the second 2 s after
    /// the first, the third 1 s after that, and the fourth a minute later.
    private func app() throws -> TravelingApp {
        let times = Times([9, 10, 12, 13, 73])
        var options = RecorderOptions()
        options.now = { times.next() * 1_000_000 }
        let app = try TravelingApp(at: folder.session(), recording: options)
        for text in ["a", "b", "c", "d"] { app.store.dispatch(AddLine(text: text)) }
        try app.travel.jump(to: 0)
        return app
    }

    @Test(
        arguments: [
            (PlaybackPace.recorded(), [0, 2_000, 1_000, 2_000]), (.recorded(speed: 4), [0, 500, 250, 2_000]),
            (.steady(.milliseconds(250)), [250, 250, 250, 250]),
            (.recorded(speed: 0), [2_000, 2_000, 2_000, 2_000]), (.recorded(speed: -1), [2_000, 2_000, 2_000, 2_000]),
            (.recorded(speed: .nan), [2_000, 2_000, 2_000, 2_000]),
            (.recorded(speed: 1e-300), [0, 2_000, 2_000, 2_000]),
            (.recorded(speed: .infinity), [0, 0, 0, 0]),
        ] as [(PlaybackPace, [Int64])]
    )
    func `Playback keeps the recorded or an even pace`(pace: PlaybackPace, waits: [Int64]) async throws {
        let (app, clock) = (try app(), SleeplessClock())
        var seen: [Int] = []
        clock.naps.wake = {
            #expect(app.recorder.isTraveling)
            seen.append(app.travel.position)
        }
        try await app.travel.play(pace, clock: clock)
        #expect(clock.naps.durations == waits.map { .milliseconds($0) })
        #expect(seen == [0, 1, 2, 3])
        #expect(app.store.state.lines.map(\.text) == ["d", "c", "b", "a"])
        #expect(!app.recorder.isTraveling)
        // There is nothing more to play.
        try await app.travel.play(pace, clock: clock)
        #expect(seen.count == 4)
    }

    @Test func `Playback ends when its task is canceled`() async throws {
        let (app, clock) = (try app(), SleeplessClock())
        clock.naps.wake = { if app.travel.position == 2 { throw CancellationError() } }
        await #expect(throws: CancellationError.self) { try await app.travel.play(clock: clock) }
        #expect(app.travel.position == 2)
        #expect(app.travel.canRedo)
    }

    @Test func `Playback ends when the user acts on a past state`() async throws {
        let (app, clock) = (try app(), SleeplessClock())
        clock.naps.wake = { if app.travel.position == 2 { app.store.dispatch(AddLine(text: "other")) } }
        try await app.travel.play(clock: clock)
        #expect(app.store.state.lines.map(\.text) == ["other", "b", "a"])
        #expect(try app.session().parents == [0, 1, 2, 3, 2])
    }
}

/// Times of day in seconds, in order; the last one repeats.
private final class Times: @unchecked Sendable {
    private let lock = NSLock()
    private var times: [Int64]

    init(_ times: [Int64]) {
        self.times = times
    }

    func next() -> Int64 {
        lock.withLock { times.count > 1 ? times.removeFirst() : times[0] }
    }
}
