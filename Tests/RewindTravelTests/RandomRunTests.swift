import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTravel
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

/// A state of 10 KB of which two actions share nothing.
private struct Fleet: Codable, Equatable {
    struct Ship: Codable, Equatable {
        var id: Int
        var load: Int
        var port: Int
        var name: String
    }

    var ships = (0..<200).map { Ship(id: $0, load: 0, port: $0 % 7, name: "ship \($0)") }
    var total = 0

    mutating func apply(_ action: Cargo) {
        ships[action.ship].load += action.amount
        total &+= action.amount &* (action.number + 1)
    }

    static func reduce(_ action: any Action, _ state: Fleet?) -> Fleet {
        var state = state ?? Fleet()
        if let cargo = action as? Cargo { state.apply(cargo) }
        return state
    }
}

/// The action with this number, counted over all threads.
private struct Cargo: Action, Codable {
    var number: Int
    var ship: Int
    var amount: Int
}

/// A store for any thread, which keeps its actions and travels in order.
///
/// Safe to share because everything is only accessed under `lock`.
private final class Harbour: @unchecked Sendable {
    /// An action applied to the state at `parent`.
    struct Entry {
        let action: Cargo
        let parent: Int
    }

    private let lock = NSLock()
    private let store: Store<Fleet>
    private let travel: TimeTravel<Fleet>
    private(set) var entries: [Entry] = []
    private var position = 0

    init(_ recorder: Recorder<Fleet>, isWrapped: Bool) {
        let reduce = isWrapped ? recorder.reducer(wrapping: Fleet.reduce) : Fleet.reduce
        store = Store(
            reducer: recorder.travelingReducer(wrapping: reduce),
            state: Fleet(),
            middleware: isWrapped ? [] : [recorder.middleware()]
        )
        travel = TimeTravel(recorder) { [unowned store] in store.dispatch($0) }
    }

    func dispatch(_ random: inout SplitMix64, _ times: inout DispatchTimes) {
        lock.lock()
        defer { lock.unlock() }
        let action = Cargo(number: entries.count, ship: random.below(200), amount: random.below(1_000))
        times.measure { store.dispatch(action) }
        entries.append(Entry(action: action, parent: position))
        position = entries.count
    }

    /// Travels to a random known state.
    func travel(_ random: inout SplitMix64) throws {
        lock.lock()
        defer { lock.unlock() }
        do {
            switch random.below(3) {
            case 0: try travel.jump(to: random.below(entries.count + 1))
            case 1: try travel.undo(1 + random.below(3))
            default: try travel.redo()
            }
        } catch TimeTravelError.noState, TimeTravelError.nothingToUndo, TimeTravelError.nothingToRedo {}
        position = travel.position
    }

    var state: Fleet { lock.withLock { store.state } }
    var place: Int { lock.withLock { position } }
}

/// The durations of dispatches, and the number of long ones in which the thread was working.
private struct DispatchTimes {
    private static let long: UInt64 = 50_000_000

    private(set) var count = 0
    private(set) var longest: UInt64 = 0
    /// The number of dispatches that took longer than 50 ms: by the clock, and by the thread's processor time.
    private(set) var (long, working) = (0, 0)

    mutating func measure(_ body: () -> Void) {
        let (start, work) = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_THREAD_CPUTIME_ID))
        body()
        let time = Self.now(CLOCK_MONOTONIC) - start
        count += 1
        longest = max(longest, time)
        guard time > Self.long else { return }
        long += 1
        if Self.now(CLOCK_THREAD_CPUTIME_ID) - work > Self.long { working += 1 }
    }

    mutating func add(_ other: DispatchTimes) {
        count += other.count
        longest = max(longest, other.longest)
        long += other.long
        working += other.working
    }

    private static func now(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

@Suite struct RandomRunTests {
    /// The number of runs; set REWIND_RANDOM_RUNS for more of them, which then print statistics.
    private static let wanted = ProcessInfo.processInfo.environment["REWIND_RANDOM_RUNS"].flatMap { Int($0) }

    private let folder = TemporaryFolder()

    @Test(
        arguments: 0..<(wanted ?? Thoroughness.count(3, orInFull: 12))
    )
    func `Random use with one, two and eight threads keeps all promises`(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var options = RecorderOptions()
        options.durability = [.crashSafe, .buffered][seed / 3 % 2]
        options.queueByteLimit = random.pick([300_000, 1 << 20, 64 << 20])
        let recorder = try Recorder<Fleet>(recordingTo: folder.session(), options: options)
        recorder.recordInitialState(Fleet())
        let harbour = Harbour(recorder, isWrapped: seed / 6 % 2 == 0)
        let threads = [1, 2, 8][seed % 3]
        let times = Collected()
        try Threads(threads) { thread in
            var random = SplitMix64(seed: UInt64(seed * 100 + thread))
            var mine = DispatchTimes()
            for _ in 0..<24 / threads {
                for _ in 0..<random.below(40) { harbour.dispatch(&random, &mine) }
                switch random.below(6) {
                case 0: try harbour.travel(&random)
                case 1: recorder.flush(atMost: .seconds(60))
                case 2: usleep(UInt32(random.below(3_000)))
                default: break
                }
            }
            times.add(mine)
        }.wait()
        recorder.close()
        let waits = recorder.waits
        #expect(waits.longest <= 50_000_000)
        #expect(recorder.dispatchedCount == harbour.entries.count)
        #expect(recorder.droppedCount == 0)
        let known = try check(harbour, recorder)
        if Self.wanted != nil {
            let seen = times.all
            print(
                "run \(seed): \(threads) threads, \(seen.count) dispatches, \(known) states known,",
                "\(recorder.mergedCount) joined, \(waits.count) waits, the longest \(waits.longest / 1_000) µs;",
                "longest dispatch \(seen.longest / 1_000) µs, \(seen.long) over 50 ms, \(seen.working) of them working"
            )
        }
    }

    /// Checks that each action is at its parent, with its payload, and that each known state follows from the actions
    /// before it. Returns the number of known states.
    private func check(_ harbour: Harbour, _ recorder: Recorder<Fleet>) throws -> Int {
        let timeline = try Timeline(opening: folder.session())
        defer { timeline.session.close() }
        #expect(timeline.last == harbour.entries.count)
        var (states, encoder, known) = ([Fleet()], TreeEncoder(), 0)
        for (index, entry) in harbour.entries.enumerated() {
            let seq = index + 1
            var state = states[entry.parent]
            state.apply(entry.action)
            states.append(state)
            let record = try #require(try timeline.session.action(seq))
            #expect(record.parent == entry.parent, "seq \(seq)")
            #expect(record.payload == (try encoder.encodeAlone(entry.action)), "seq \(seq)")
            if record.status == .dropped, record.patch == nil { continue }
            #expect(record.status == .done, "seq \(seq)")
            known += 1
        }
        #expect(known == timeline.last - recorder.mergedCount)
        #expect(harbour.state == states[harbour.place])
        var stateEncoder = TreeEncoder()
        for seq in 1..<timeline.last + 1 where try timeline.session.isEffectKnown(seq) {
            #expect(try timeline.state(at: seq) == (try stateEncoder.encode(states[seq])), "seq \(seq)")
        }
        #expect(try SessionCheck.run(timeline.session).findings == [])
        return known
    }
}

/// The times of all threads.
///
/// Safe to share because its state is only accessed under `lock`.
private final class Collected: @unchecked Sendable {
    private let lock = NSLock()
    private var times = DispatchTimes()

    var all: DispatchTimes { lock.withLock { times } }

    func add(_ other: DispatchTimes) {
        lock.withLock { times.add(other) }
    }
}
