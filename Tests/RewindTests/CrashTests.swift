import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct CrashTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: [0, 1, 40])
    func `The action that crashed the app is in its session`(before: Int) async throws {
        let path = url.path
        await #expect(processExitsWith: .failure) { [path = path as String, before] in
            let app = try RecordedApp<AppState>(at: URL(filePath: path), state: AppState()) { action, state in
                if action is Note { abort() }
                return reduce(action, state)
            }
            for _ in 0..<before { app.store.dispatch(Add(amount: 1)) }
            app.store.dispatch(Note(text: "fatal"))
        }
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == before + 1)
        let fatal = try #require(try timeline.session.action(before + 1))
        #expect(fatal.type == "Note")
        #expect(fatal.payload == ["text": "fatal"])
        #expect(fatal.status == .began)
        for seq in 0..<before { #expect(try timeline.session.action(seq + 1)?.status != .began) }
        #expect(try SessionCheck.run(timeline.session).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A session that ended before its first state was written has no states`() async throws {
        let path = url.path
        await #expect(processExitsWith: .failure) { [path = path as String] in
            let recorder = try Recorder<SlowState>(recordingTo: URL(filePath: path))
            let reduce = recorder.reducer { (state: inout SlowState, action: Add) in
                state.sum += action.amount
                if action.amount == 2 { abort() }
            }
            var state = SlowState()
            reduce(&state, Add(amount: 1))
            reduce(&state, Add(amount: 2))
        }
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 2)
        for seq in 0...2 {
            #expect(throws: TimelineError.noStates(isLive: false)) { try timeline.state(at: seq) }
            #expect(throws: TimelineError.noStates(isLive: false)) { try timeline.value(at: seq, Pointer(["sum"])) }
        }
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}

/// A state that takes longer to encode than the app lives.
private struct SlowState: Codable {
    var sum = 0

    func encode(to encoder: any Encoder) throws {
        sleep(60)
    }
}
