import Foundation
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import Rewind
@testable import RewindUpkeep

@Suite(.ownThreads) struct StartTests {
    private let folder = TemporaryFolder()

    @Test func `A disabled recorder records from its start, and each start is another session`() throws {
        let recorder = Recorder<AppState>(in: sessions(isEnabled: false))
        let store = Store<AppState>(reducer: reduce, state: AppState(), middleware: [recorder.middleware()])
        store.dispatch(Add(amount: 1))
        #expect((recorder.url, recorder.sessionID, recorder.isRecording) == (nil, nil, false))
        #expect(!recorder.bookmark("a") && sessions().sessions() == [])
        for round in 1...3 {
            #expect(recorder.start())
            let id = recorder.sessionID
            #expect(recorder.start() && recorder.sessionID == id)
            for _ in 0..<round { store.dispatch(Add(amount: 1)) }
            #expect(recorder.isRecording && recorder.dispatchedCount == round)
            let before = store.state.count - round
            recorder.close()
            #expect(!recorder.isRecording)
            let timeline = try Timeline(opening: #require(recorder.url))
            #expect(timeline.last == round)
            #expect(try timeline.value(at: 0, ["count"])?.text == "\(before)")
            #expect(try SessionCheck.run(timeline.session).findings == [])
            timeline.session.close()
            store.dispatch(Add(amount: 1))
        }
        #expect(sessions().sessions().map(\.actionCount) == [3, 2, 1])
    }

    @Test func `An action, an effect and a cause of an earlier session are not part of the next one`() async throws {
        let recorder = Recorder<AppState>(in: sessions())
        let store = Store<AppState>(
            reducer: { action, state in
                if let note = action as? Note, note.text == "restart" {
                    recorder.close()
                    recorder.start()
                }
                return reduce(action, state)
            },
            state: AppState(),
            middleware: [recorder.middleware()]
        )
        let effect = recorder.beginEffect("request")
        store.dispatch(Note(text: "restart"))
        effect.end()
        effect.cause.run { store.dispatch(Add(amount: 1)) }
        recorder.close()
        let effects = try RecordedEffects(at: #require(recorder.url))
        #expect(effects.rows.isEmpty)
        let timeline = try Timeline(opening: #require(recorder.url))
        #expect(timeline.last == 1)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test func `Starting and closing while others dispatch loses nothing that was dispatched between them`() throws {
        let recorder = Recorder<Int>(in: sessions(isEnabled: false))
        let isOver = SharedCount()
        let threads = (0..<3).map { _ in
            Thread {
                let reduce = recorder.reducer(wrapping: { (state: inout Int, n: Int) in state += n })
                var state = 0
                while isOver.value < 1 {
                    reduce(&state, 1)
                    recorder.effect("request") {}
                }
                isOver.add(1)
            }
        }
        for thread in threads { thread.start() }
        for _ in 0..<5 {
            recorder.start()
            usleep(5_000)
            recorder.flush(atMost: .seconds(60))
            recorder.close()
            let session = try SessionReader(opening: #require(recorder.url))
            #expect(try SessionCheck.run(session).findings == [])
            session.close()
        }
        isOver.add(1)
        #expect(eventually { isOver.value == 4 })
    }

    @Test func `A recorder for one file cannot start another session, and a test records nothing`() throws {
        let problems = Problems()
        var options = RecorderOptions()
        options.onProblem = problems.tell
        let recorder = try Recorder<Int>(recordingTo: folder.session(), options: options)
        #expect(recorder.start())
        recorder.close()
        #expect(!recorder.start() && recorder.url == folder.session())
        let inTest = Recorder<Int>(in: SessionFolder(folder.url.appending(path: "other")))
        #expect(!inTest.start())
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `Sessions beyond the limits of size and age are removed, but never the newest`() throws {
        var urls: [URL] = []
        for day in 1...4 {
            var options = RecorderOptions()
            options.now = { Self.start + Int64(day) * 86_400_000_000 }
            let recorder = Recorder<Int>(in: sessions(), options: options)
            recorder.record(1, resultingIn: 1)
            recorder.close()
            urls.append(try #require(recorder.url))
        }
        let now = Self.start + 4 * 86_400_000_000
        let bytes = StoredSession.byteCount(of: urls[3])
        sessions(maxBytes: bytes * 7 / 2).removeOldSessions(now: now)
        #expect(sessions().sessionURLs() == urls.suffix(3).reversed())
        sessions(maxAge: .seconds(86_400)).removeOldSessions(now: now)
        #expect(sessions().sessionURLs() == urls.suffix(2).reversed())
        sessions(maxBytes: 1, maxAge: .zero).removeOldSessions(now: now + 1_000_000_000)
        #expect(sessions().sessionURLs() == [urls[3]])
    }

    private static let start: Int64 = 1_795_464_903_999_999

    private func sessions(maxBytes: Int? = nil, maxAge: Duration? = nil, isEnabled: Bool = true) -> SessionFolder {
        SessionFolder(
            folder.url.appending(path: "Sessions"),
            keeping: 10,
            maxBytes: maxBytes,
            maxAge: maxAge,
            isEnabled: isEnabled,
            environment: [:],
            arguments: []
        )
    }
}
