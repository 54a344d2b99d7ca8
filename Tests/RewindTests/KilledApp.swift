import Foundation
import Rewind
import RewindStore

/// The state of the app that is killed: the number of steps of each thread.
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

/// One step of a thread. Its text follows from its numbers, so that a reader can verify it.
struct Step: Action, Codable {
    var thread: Int
    var number: Int
    var text: String

    init(thread: Int, number: Int, isLarge: Bool) {
        self.thread = thread
        self.number = number
        text = Self.text(thread: thread, number: number, isLarge: isLarge)
    }

    /// Returns a text of about 10 to 30 bytes, or of up to 200 KB if `isLarge`.
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

/// The way in which an app dispatches until it is killed.
enum Dispatching: String, CaseIterable, Codable {
    /// Through the middleware; the kill may come before the recorder exists.
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
    /// From three threads without a lock: the states are not part of the guarantee.
    case unlocked
    /// Through the middleware, with payloads of up to 200 KB.
    case large

    /// The maximum number of actions in progress at once.
    var underWay: Int { self == .unlocked ? 3 : 1 }
}

/// An app that dispatches until it is killed, and records the dispatches that returned in files that only grow: one
/// byte for each action, in one file for each thread. The page cache survives the process.
struct KilledApp: Codable {
    let path: String
    let durability: String
    let way: Dispatching
    let microseconds: UInt32

    /// With `.buffered`, only flushed actions are guaranteed.
    static let flushInterval = 16

    static func progress(of thread: Int, at path: String) -> String {
        "\(path).progress\(thread)"
    }

    /// The number of actions of each thread whose dispatch returned.
    var promised: [Int] {
        (0..<4).map { thread in
            (try? Data(contentsOf: URL(filePath: Self.progress(of: thread, at: path))).count) ?? 0
        }
    }

    /// Runs until it is killed.
    func run() throws {
        if way == .fromTheStart { startKiller() }
        var options = RecorderOptions()
        options.durability = Durability(rawValue: durability) ?? .crashSafe
        let recorder = try Recorder<Tally>(recordingTo: URL(filePath: path), options: options)
        recorder.recordInitialState(Tally())
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
                target.recorder.flush(atMost: .seconds(60))
                write(file, bytes, Self.flushInterval)
                if way == .nested { write(inner, bytes, Self.flushInterval) }
            }
        }
    }

    /// The store to which the threads dispatch.
    ///
    /// Safe to share because its state is only accessed under `lock`, except with a single thread.
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
                recorder.recordDispatch(of: step, state: { lock.withLock { state } }) {
                    lock.withLock { state = tallied(step, state) }
                }
            }
        }
    }
}
