import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct LifetimeTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: Durability.allCases)
    func `A recorder can be closed twice, and records nothing afterward`(durability: Durability) throws {
        let app = try RecordedApp(at: url, state: AppState(), options: RecorderOptions(durability), reducer: reduce)
        app.store.dispatch(Add(amount: 1))
        app.recorder.close()
        app.recorder.close()
        let bytes = try Data(contentsOf: url)
        app.store.dispatch(Add(amount: 1))
        app.recorder.flush(atMost: .seconds(60))
        #expect(app.store.state.count == 2)
        #expect(app.recorder.dispatchedCount == 1)
        #expect(try Data(contentsOf: url) == bytes)
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A recorder closes when it is released`() throws {
        do {
            let app = try RecordedApp(at: url, state: AppState(), reducer: reduce)
            for _ in 0..<100 { app.store.dispatch(Add(amount: 1)) }
        }
        #expect(try folder.contents == ["a.rewind"])
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 100)
        #expect(try timeline.session.facts()["ended_at"] != nil)
    }

    @Test func `A recorder lives as long as a reducer that it wraps`() throws {
        var reducing: ((Add, AppState?) -> AppState)?
        do {
            let recorder = try Recorder<AppState>(recordingTo: url)
            reducing = recorder.reducer { (action: Add, state: AppState?) in reduce(action, state) }
        }
        var state = reducing?(Add(amount: 1), AppState())
        state = reducing?(Add(amount: 2), state)
        reducing = nil
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 2)
        #expect(try timeline.state(at: 2)[["count"]] == 3)
        #expect(try timeline.session.facts()["ended_at"] != nil)
    }

    @Test func `A recorder without actions leaves a session without actions`() throws {
        try Recorder<AppState>(recordingTo: url).close()
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 0)
        #expect(throws: TimelineError.noStates(isLive: false)) { try timeline.state(at: 0) }
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test(arguments: Durability.allCases)
    func `After a flush, a reader in the same process sees everything`(durability: Durability) throws {
        let app = try RecordedApp(at: url, state: AppState(), options: RecorderOptions(durability), reducer: reduce)
        for round in 1...20 {
            for _ in 0..<30 { app.store.dispatch(Add(amount: round)) }
            app.recorder.flush(atMost: .seconds(60))
            let timeline = try Timeline(opening: url)
            #expect(timeline.session.isLive)
            #expect(timeline.last == round * 30)
            #expect(try timeline.state(at: round * 30)[["count"]] == .integer(Int64(app.store.state.count)))
            timeline.session.close()
        }
        try app.check(initial: AppState())
    }

    @Test func `A recorder never overwrites a file`() throws {
        try Data("precious".utf8).write(to: url)
        #expect(throws: RecorderError(.fileExists, path: url.path)) { try Recorder<AppState>(recordingTo: url) }
        #expect(try String(contentsOf: url, encoding: .utf8) == "precious")
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A recorder leaves no files if the path of its side files is taken`() throws {
        let app = try RecordedApp(at: url, state: AppState(), reducer: reduce)
        app.store.dispatch(Add(amount: 1))
        app.recorder.flush(atMost: .seconds(60))
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: url.path + suffix) }
        #expect(throws: RecorderError(.beingRecorded, path: url.path)) { try Recorder<AppState>(recordingTo: url) }
        #expect(try folder.contents == ["a.rewind-began", "a.rewind-began2"])
    }

    @Test func `A recorder leaves no files if its second side file cannot be created`() throws {
        let taken = folder.session("a.rewind-began2")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: false)
        #expect(throws: RecorderError(.isFolder, path: taken.path)) { try Recorder<AppState>(recordingTo: url) }
        #expect(try folder.contents == ["a.rewind-began2"])
    }

    @Test func `An action under way at closing is marked as begun`() throws {
        var close: () -> Void = {}
        let app = try RecordedApp(at: url, state: AppState()) { action, state in
            if action is Note { close() }
            return reduce(action, state)
        }
        close = { app.recorder.close() }
        app.store.dispatch(Add(amount: 1))
        app.store.dispatch(Note(text: "end"))
        close = {}
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 2)
        #expect(try timeline.session.action(2)?.status == .began)
        #expect(try timeline.state(at: 2)[["count"]] == 1)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test func `The report of a problem can close the recorder`() throws {
        struct Broken: Encodable {
            struct Refusal: Error {}
            func encode(to encoder: any Encoder) throws { throw Refusal() }
        }
        final class Box: @unchecked Sendable { weak var recorder: Recorder<Broken>? }
        let (box, closed) = (Box(), DispatchSemaphore(value: 0))
        var options = RecorderOptions()
        options.onProblem = { _ in
            box.recorder?.close()
            closed.signal()
        }
        let app = try RecordedApp<Broken>(at: url, state: Broken(), options: options) { _, _ in Broken() }
        box.recorder = app.recorder
        app.store.dispatch(Add(amount: 1))
        #expect(closed.wait(timeout: .now() + 60) == .success)
    }
}
