import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct OverlapTests {
    private let folder = TemporaryFolder()
    private let problems = Problems()

    private var options: RecorderOptions {
        var options = RecorderOptions()
        options.onProblem = problems.tell
        return options
    }

    /// Returns the seq from which the session is marked as having overlapping threads.
    private func marked() throws -> String? {
        let reader = try SessionReader(opening: folder.session())
        defer { reader.close() }
        return try reader.facts()["threads_overlap_from"]
    }

    /// Dispatches `count` times so that a subscriber waits for another thread's dispatch.
    private func dispatchCrosswise(_ count: Int, through store: Store<AppState>) {
        let reactor = Reactor()
        store.subscribe(reactor)
        var isWaiting = false
        // Safe because one thread waits while the other one runs.
        nonisolated(unsafe) let other = store
        reactor.react = { state in
            guard !isWaiting, state.last == "Add" else { return }
            isWaiting = true
            let done = DispatchSemaphore(value: 0)
            Thread {
                other.dispatch(Note(text: "from the other thread"))
                done.signal()
            }.start()
            done.wait()
            isWaiting = false
        }
        for _ in 0..<count { store.dispatch(Add(amount: 1)) }
    }

    @Test func `Overlapping actions of two threads are reported once and marked`() throws {
        let app = try RecordedApp(at: folder.session(), state: AppState(), options: options, reducer: reduce)
        app.store.dispatch(Add(amount: 1))
        dispatchCrosswise(3, through: app.store)
        app.recorder.close()
        #expect(problems.wait { $0 == .threadsOverlap(seq: 2) })
        #expect(problems.count { if case .threadsOverlap = $0 { true } else { false } } == 1)
        #expect(try marked() == "2")
        // Actions are in the order of their ends, as the mark documents.
        let timeline = try Timeline(opening: folder.session())
        #expect(try (2...3).map { try timeline.session.action($0)?.type } == ["Note", "Add"])
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test func `Overlapping actions are exact if the reducer is wrapped`() throws {
        let recorder = try Recorder<AppState>(recordingTo: folder.session(), options: options)
        let store = Store(reducer: recorder.reducer(wrapping: reduce), state: AppState(), middleware: [])
        dispatchCrosswise(3, through: store)
        recorder.close()
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 6)
        var (state, encoder) = (AppState(), TreeEncoder())
        for seq in 1...6 {
            let action: any Action = seq % 2 == 1 ? Add(amount: 1) : Note(text: "from the other thread")
            state = reduce(action, state)
            #expect(try timeline.session.action(seq)?.type == (seq % 2 == 1 ? "Add" : "Note"))
            #expect(try timeline.state(at: seq) == (try encoder.encode(state)))
        }
        #expect(try marked() == nil)
        #expect(problems.count { _ in true } == 0)
    }

    @Test func `Actions that do not overlap are not marked`() throws {
        let app = try RecordedApp(at: folder.session(), state: AppState(), options: options, reducer: reduce)
        // Safe because each thread is waited for.
        nonisolated(unsafe) let store = app.store
        let reactor = Reactor()
        store.subscribe(reactor)
        reactor.react = { if $0.last == "Add" { store.dispatch(Note(text: "from within")) } }
        for _ in 0..<3 { try Threads(1) { _ in store.dispatch(Add(amount: 1)) }.wait() }
        try app.check(initial: AppState())
        #expect(try marked() == nil)
        #expect(problems.count { _ in true } == 0)
    }
}
