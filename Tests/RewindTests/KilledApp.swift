import Foundation
import Rewind
import RewindStore

/// What the app that is killed counts: the steps of each of its threads.
struct Tally: Codable, Equatable {
    var counts = [Int](repeating: 0, count: 8)
    var sum = 0
    var last = ""

    mutating func add(_ step: Step) {
        counts[step.thread] += 1
        sum &+= step.number &* (step.thread + 1)
        last = String(step.text.prefix(12))
    }
}

/// One step of one thread; the text follows from the numbers, so that whoever reads it knows what it must be.
struct Step: Action, Codable {
    var thread: Int
    var number: Int
    var text: String

    init(thread: Int, number: Int, isLarge: Bool) {
        self.thread = thread
        self.number = number
        text = Self.text(thread: thread, number: number, isLarge: isLarge)
    }

    /// From 10 bytes to 200 KB where it is large, each order of magnitude as often.
    static func text(thread: Int, number: Int, isLarge: Bool) -> String {
        let sizes = isLarge ? [10, 200_000, 100, 30_000, 1_000, 5_000] : [10, 30, 20]
        let unit = "step \(number) of \(thread), "
        return String(String(repeating: unit, count: sizes[number % sizes.count] / unit.count + 1))
    }
}

func tallied(_ action: any Action, _ state: Tally?) -> Tally {
    var state = state ?? Tally()
    if let step = action as? Step { state.add(step) }
    return state
}

/// How an app dispatches until it is killed.
enum Dispatching: String, CaseIterable, Codable {
    /// Through the middleware; killed from before the recorder is made.
    case fromTheStart
    /// Through the middleware.
    case middleware
    /// Through the middleware, and from subscribers.
    case nested
    /// Through the middleware of a store with a lock, from three threads.
    case lockedStore
    /// Through a wrapped reducer under a lock, from three threads.
    case reducer
    /// After the fact, from three threads.
    case record
    /// From three threads, of which no lock keeps the others away: the states are no part of the promise.
    case unlocked
    /// Through the middleware, with payloads of up to 200 KB.
    case large

    /// How many of its actions may be under way at once.
    var underWay: Int { self == .unlocked ? 3 : 1 }
}

/// An app that dispatches until it is killed, and notes what came back in files that only grow: a byte for each
/// action, in one file for each thread. The page cache outlives the process.
struct KilledApp: Codable {
    let path: String
    let durability: String
    let way: Dispatching
    let microseconds: UInt32

    /// With `.buffered`, what was flushed is promised, and nothing else is.
    static let flushInterval = 16

    static func progress(of thread: Int, at path: String) -> String {
        "\(path).progress\(thread)"
    }

    /// How many actions of each thread came back.
    var promised: [Int] {
        (0..<4).map { thread in
            (try? Data(contentsOf: URL(filePath: Self.progress(of: thread, at: path))).count) ?? 0
        }
    }

    /// Never comes back.
    func run() throws {
        if way == .fromTheStart { startKiller() }
        var options = RecorderOptions()
        options.durability = Durability(rawValue: durability) ?? .crashSafe
        let recorder = try Recorder<Tally>(recordingTo: URL(filePath: path), options: options)
        recorder.record(initial: Tally())
        if way != .fromTheStart { startKiller() }
        let target = Target(recorder, way)
        let threads = [.lockedStore, .reducer, .record, .unlocked].contains(way) ? 3 : 1
        for thread in 1..<max(2, threads) where threads > 1 {
            Thread { [self] in go(on: thread, target) }.start()
        }
        go(on: 0, target)
    }

    private func startKiller() {
        let microseconds = microseconds
        let thread = Thread {
            usleep(microseconds)
            Foundation.kill(getpid(), SIGKILL)
        }
        thread.start()
    }

    private func go(on thread: Int, _ target: Target) {
        let isBuffered = durability == Durability.buffered.rawValue
        let file = open(Self.progress(of: thread, at: path), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let inner = open(Self.progress(of: 3, at: path), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let bytes = [UInt8](repeating: UInt8(ascii: "."), count: Self.flushInterval)
        var number = 0
        var nested = 0
        target.react = { [target, way] in
            guard way == .nested, target.nesting == 0 else { return }
            target.nesting += 1
            nested += 1
            target.dispatch(Step(thread: 3, number: nested, isLarge: false))
            target.nesting -= 1
            if !isBuffered { write(inner, bytes, 1) }
        }
        while true {
            number += 1
            target.dispatch(Step(thread: thread, number: number, isLarge: way == .large))
            if !isBuffered {
                write(file, bytes, 1)
            } else if number % Self.flushInterval == 0 {
                target.recorder.flush()
                write(file, bytes, Self.flushInterval)
                if way == .nested { write(inner, bytes, Self.flushInterval) }
            }
        }
    }

    /// What the threads dispatch to.
    ///
    /// Sound to share because its state is only touched under `lock`, but for that of the ways with one thread.
    private final class Target: StoreSubscriber, @unchecked Sendable {
        let recorder: Recorder<Tally>
        var react: () -> Void = {}
        var nesting = 0
        private let way: Dispatching
        private let lock = NSLock()
        private let store: Store<Tally>
        private let reduce: (any Action, Tally?) -> Tally
        private var state: Tally? = Tally()

        init(_ recorder: Recorder<Tally>, _ way: Dispatching) {
            self.recorder = recorder
            self.way = way
            store = Store(reducer: tallied, state: Tally(), middleware: [recorder.middleware()])
            reduce = recorder.reducer(wrapping: tallied)
            if way == .nested { store.subscribe(self) }
        }

        func newState(state: Tally) {
            react()
        }

        func dispatch(_ step: Step) {
            switch way {
            case .fromTheStart, .middleware, .nested, .large: store.dispatch(step)
            case .lockedStore: lock.withLock { store.dispatch(step) }
            case .reducer: lock.withLock { state = reduce(step, state) }
            case .record:
                lock.withLock {
                    let next = tallied(step, state)
                    state = next
                    recorder.record(step, resultingIn: next)
                }
            case .unlocked:
                recorder.recording(step, state: { lock.withLock { state } }) {
                    lock.withLock { state = tallied(step, state) }
                }
            }
        }
    }
}
