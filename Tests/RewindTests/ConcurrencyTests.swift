import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

/// A store for any thread: its state is read under the lock under which it is reduced.
///
/// Safe to share because the store is only accessed under `lock`.
private final class LockedStore: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private let store: Store<Tally>

    init(_ recorder: Recorder<Tally>) {
        let lock = lock
        store = Store(
            reducer: tallied,
            state: Tally(),
            middleware: [
                { dispatch, getState in
                    recorder.middleware()(dispatch, { lock.withLock { getState() } })
                }
            ]
        )
    }

    func dispatch(_ step: Step) {
        lock.withLock { store.dispatch(step) }
    }

    var tally: Tally {
        lock.withLock { store.state }
    }
}

@Suite struct ConcurrencyTests {
    private static let threads = 8

    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    /// Checks that the session is complete, that the actions of each thread are in order, and that each known state
    /// follows from the actions before it. Returns the number of actions of each thread.
    @discardableResult
    private func check(isExact: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Int] {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        #expect(try SessionCheck.run(timeline.session).findings == [], sourceLocation: sourceLocation)
        var (tally, encoder) = (Tally(), TreeEncoder())
        var last = [Int](repeating: 0, count: Self.threads)
        var seen = [Int](repeating: 0, count: Self.threads)
        for seq in 1..<timeline.last + 1 {
            let record = try #require(try timeline.session.action(seq))
            guard let step = Step(recorded: record.payload) else { continue }
            #expect(step.number > last[step.thread], sourceLocation: sourceLocation)
            last[step.thread] = step.number
            seen[step.thread] += 1
            tally.add(step)
            guard isExact, record.status == .done else { continue }
            let expected = try encoder.encode(tally)
            #expect(try timeline.state(at: seq) == expected, "seq \(seq)", sourceLocation: sourceLocation)
        }
        return seen
    }

    @Test(arguments: Durability.allCases)
    func `Many threads dispatch through a locked store whose state is read under its lock`(durability: Durability)
        throws
    {
        let count = durability == .powerSafe ? 50 : 400
        let recorder = try Recorder<Tally>(recordingTo: url, options: RecorderOptions(durability))
        let store = LockedStore(recorder)
        try Threads(Self.threads) { thread in
            for number in 1...count { store.dispatch(Step(thread: thread, number: number, isLarge: false)) }
        }.wait()
        recorder.close()
        #expect(store.tally.counts == [Int](repeating: count, count: Self.threads))
        #expect(recorder.dispatchedCount == count * Self.threads)
        #expect(recorder.droppedCount == 0)
        #expect(try check() == store.tally.counts)
    }

    @Test(
        arguments: Durability.allCases
    )
    func `Many threads dispatch while others pause, resume, flush and finally close`(durability: Durability) throws {
        let count = durability == .powerSafe ? 50 : 400
        let recorder = try Recorder<Tally>(recordingTo: url, options: RecorderOptions(durability))
        let (store, isDone) = (LockedStore(recorder), Flag())
        let meddling = Threads(3) { number in
            while !isDone.isSet {
                switch number {
                case 0: recorder.pause()
                case 1: recorder.resume()
                default: recorder.flush(atMost: .seconds(60))
                }
                sched_yield()
            }
        }
        try Threads(Self.threads) { thread in
            for number in 1...count { store.dispatch(Step(thread: thread, number: number, isLarge: false)) }
        }.wait()
        isDone.set()
        try meddling.wait()
        recorder.resume()
        store.dispatch(Step(thread: 0, number: count + 1, isLarge: false))
        recorder.close()
        #expect(recorder.droppedCount == 0)
        #expect(try check(isExact: false).reduce(0, +) == recorder.dispatchedCount)
        // Whatever was dropped, the final state is correct.
        let timeline = try Timeline(opening: url)
        var encoder = TreeEncoder()
        #expect(try timeline.state(at: timeline.last) == (try encoder.encode(store.tally)))
    }

    @Test(arguments: Durability.allCases)
    func `Many threads dispatch while several threads close`(durability: Durability) throws {
        for round in 0..<Thoroughness.count(4, orInFull: 10) {
            let recorder = try Recorder<Tally>(recordingTo: url, options: RecorderOptions(durability))
            let (store, isDone) = (LockedStore(recorder), Flag())
            let dispatching = Threads(Self.threads) { thread in
                var number = 0
                while !isDone.isSet {
                    number += 1
                    store.dispatch(Step(thread: thread, number: number, isLarge: false))
                }
            }
            while recorder.dispatchedCount < round * 20 { sched_yield() }
            try Threads(3) { _ in recorder.close() }.wait()
            let recorded = recorder.dispatchedCount
            isDone.set()
            try dispatching.wait()
            #expect(recorder.dispatchedCount == recorded)
            #expect(try check().reduce(0, +) + recorder.droppedCount == recorded)
            try StoredSession(at: url).remove()
        }
    }

    @Test(arguments: Durability.allCases)
    func `The last thread to release the recorder closes it`(durability: Durability) throws {
        for _ in 0..<Thoroughness.count(4, orInFull: 10) {
            try dispatchAndLetGo(durability)
            #expect(try eventually { try folder.contents == ["a.rewind"] })
            #expect(try check() == [Int](repeating: 20, count: Self.threads))
            try StoredSession(at: url).remove()
        }
    }

    private func dispatchAndLetGo(_ durability: Durability) throws {
        let recorder = try Recorder<Tally>(recordingTo: url, options: RecorderOptions(durability))
        let store = LockedStore(recorder)
        try Threads(Self.threads) { [store] thread in
            for number in 1...20 { store.dispatch(Step(thread: thread, number: number, isLarge: false)) }
        }.wait()
    }

    @Test func `Threads that wait for space in the queue do not block each other`() throws {
        struct Slow: Encodable {
            func encode(to encoder: any Encoder) throws {
                usleep(400_000)
                try "slow".encode(to: encoder)
            }
        }
        var options = RecorderOptions(.buffered)
        (options.queueLimit, options.longestWait) = (2, .seconds(1))
        let recorder = try Recorder<Slow>(recordingTo: url, options: options)
        let (longest, threads) = (Longest(), 16)
        try Threads(threads) { _ in
            let start = DispatchTime.now()
            recorder.record(Add(amount: 1), resultingIn: Slow())
            longest.note(since: start)
        }.wait()
        // If they waited one after the other, this would take more than five seconds.
        #expect(longest.seconds < 3)
        #expect(recorder.droppedCount > 0)
        recorder.close()
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == threads)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}

/// The longest of several durations.
///
/// Safe to share because its state is only accessed under `lock`.
private final class Longest: @unchecked Sendable {
    private let lock = NSLock()
    private var nanoseconds: UInt64 = 0

    var seconds: Double {
        lock.withLock { Double(nanoseconds) / 1e9 }
    }

    func note(since start: DispatchTime) {
        let time = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
        lock.withLock { nanoseconds = max(nanoseconds, time) }
    }
}
