import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

/// Calls from the app's code while the recorder is calling it.
@Suite struct InsideTests {
    enum Deed: CaseIterable {
        case record, flush, close
    }

    /// A state that performs an action while it is encoded, once.
    private struct Busy: Encodable {
        /// Safe to share because its state is only accessed under `lock`.
        final class Work: @unchecked Sendable {
            private let lock = NSLock()
            private var deed: (() -> Void)?

            func set(_ deed: @escaping () -> Void) {
                lock.withLock { self.deed = deed }
            }

            func run() {
                let deed = lock.withLock { self.deed.take() }
                deed?()
            }
        }

        var number: Int
        let work: Work

        func encode(to encoder: any Encoder) throws {
            work.run()
            try number.encode(to: encoder)
        }
    }

    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: Deed.allCases, Durability.allCases)
    func `A state can use the recorder while it is encoded`(deed: Deed, durability: Durability) throws {
        var options = RecorderOptions(durability)
        (options.queueLimit, options.longestWait) = (2, .seconds(60))
        let recorder = try Recorder<Busy>(recordingTo: url, options: options)
        let (work, done) = (Busy.Work(), DispatchSemaphore(value: 0))
        let url = url
        recorder.recordInitialState(Busy(number: 0, work: work))
        recorder.flush(atMost: .seconds(60))
        work.set { [unowned recorder] in
            switch deed {
            case .record:
                for number in 2...9 {
                    recorder.record(Add(amount: number), resultingIn: Busy(number: number, work: work))
                }
            case .flush: recorder.flush(atMost: .seconds(60))
            case .close: recorder.close()
            }
            done.signal()
        }
        try Threads(1) { _ in
            recorder.record(Add(amount: 1), resultingIn: Busy(number: 1, work: work))
            done.wait()
            recorder.flush(atMost: .seconds(60))
            recorder.close()
        }.wait()
        // Waiting for the end of the recording on another thread does not return before that.
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == (deed == .record ? 9 : 1))
        #expect(try timeline.state(at: timeline.last) == .integer(Int64(timeline.last)))
        #expect(recorder.droppedCount == (deed == .record ? 6 : 0))
        #expect(try SessionCheck.run(timeline.session).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: Durability.allCases)
    func `An action can release the recorder's last reference`(durability: Durability) throws {
        struct Thunk: Action { let body: () -> Void }
        do {
            let recorder = try Recorder<Int>(recordingTo: url, options: RecorderOptions(durability))
            recorder.record(Thunk { withExtendedLifetime(recorder) {} }, resultingIn: 1)
        }
        #expect(try eventually { try folder.contents == ["a.rewind"] })
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 1)
        #expect(try timeline.state(at: 1) == 1)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test(arguments: Durability.allCases)
    func `A reducer can close the recorder`(durability: Durability) throws {
        let recorder = try Recorder<Tally>(recordingTo: url, options: RecorderOptions(durability))
        let store = Store(
            reducer: recorder.reducer { (action: any Action, state: Tally?) in
                if action is Note { recorder.close() }
                return tallied(action, state)
            },
            state: Tally()
        )
        store.dispatch(Step(thread: 0, number: 1, isLarge: false))
        store.dispatch(Note(text: "end"))
        store.dispatch(Step(thread: 0, number: 2, isLarge: false))
        #expect(store.state.counts[0] == 2)
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 2)
        #expect(try timeline.session.action(2)?.status == .began)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: Durability.allCases)
    func `A second recorder for the same file is refused`(durability: Durability) throws {
        let app = try CountingApp(counting: url, options: RecorderOptions(durability))
        app.dispatchRecorded(10)
        #expect(throws: RecorderError(.fileExists, path: url.path)) { try Recorder<AppState>(recordingTo: url) }
        app.dispatchRecorded(10)
        #expect(try app.checkLosses() == 20)
        #expect(throws: RecorderError(.fileExists, path: url.path)) { try Recorder<AppState>(recordingTo: url) }
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: Durability.allCases, [false, true])
    func `Recordings are closed when the process exits`(durability: Durability, isInReducer: Bool) async throws {
        let (first, second) = (url.path, folder.session("b.rewind").path)
        await #expect(processExitsWith: .exitCode(0)) {
            [
                first = first as String, second = second as String, durability = durability.rawValue as String,
                isInReducer
            ] in
            let options = RecorderOptions(try #require(Durability(rawValue: durability)))
            let stores = try [first, second].map { path in
                let recorder = try Recorder<Tally>(recordingTo: URL(filePath: path), options: options)
                return Store(
                    reducer: { (action: any Action, state: Tally?) in
                        if action is Note { exit(0) }
                        return tallied(action, state)
                    },
                    state: Tally(),
                    middleware: [recorder.middleware()]
                )
            }
            for number in 1...200 {
                for store in stores { store.dispatch(Step(thread: 0, number: number, isLarge: false)) }
            }
            if isInReducer { stores[0].dispatch(Note(text: "end")) }
            exit(0)
        }
        #expect(try folder.contents == ["a.rewind", "b.rewind"])
        for (path, last) in [(first, isInReducer ? 201 : 200), (second, 200)] {
            let timeline = try Timeline(opening: URL(filePath: path))
            #expect(timeline.last == last)
            #expect(try timeline.state(at: 200)[["counts", "0"]] == 200)
            for seq in 1...200 { #expect(try timeline.session.action(seq)?.status == .done) }
            if last > 200 { #expect(try timeline.session.action(last)?.status == .began) }
            #expect(try SessionCheck.run(timeline.session).findings == [])
        }
    }
}
