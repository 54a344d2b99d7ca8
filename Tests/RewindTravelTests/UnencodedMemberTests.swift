import Foundation
import Rewind
import RewindStore
import RewindTimeline
import RewindTravel
import RewindTree
import Synchronization
import TestSupport
import Testing

@testable import RewindReplay

/// States with members that are not encoded.
@Suite struct UnencodedMemberTests {
    private let folder = TemporaryFolder()

    @Test func `A jump to a decoded state reports the members that are not restored, once`() throws {
        let problems = Problems()
        var recording = RecorderOptions()
        recording.onProblem = problems.add
        let recorder = try Recorder<Game>(recordingTo: folder.session(), options: recording)
        var state = Game()
        var options = TimeTravelOptions()
        options.statesInMemory = 5
        let travel = TimeTravel(recorder, options: options) { state = $0.state }
        for _ in 1...10 {
            reduce(&state, .step)
            recorder.record(Move.step, resultingIn: state)
        }
        try travel.jump(to: 8)
        #expect(state.board.cached == 8)
        try travel.jump(to: 2)
        #expect((state.count, state.board.cached) == (2, -1))
        try travel.jump(to: 3)
        try travel.jump(to: 9)
        #expect(state.board.cached == 9)
        #expect(eventually { problems.all == [.notRestored(members: ["/board/cached", "/tries"])] })
    }

    @Test func `A jump reports the members in objects to which all states refer`() throws {
        final class Counter {
            var count = 0
        }
        struct State {
            var number = 0
            var shared = Counter()
            var rows = [Counter(), Counter()]
        }
        let problems = Problems()
        var recording = RecorderOptions()
        recording.onProblem = problems.add
        recording.representing { (counter: Counter) in counter.count }
        let recorder = try Recorder<State>(recordingTo: folder.session(), options: recording)
        var state = State()
        let travel = TimeTravel(recorder) { state = $0.state }
        for number in 1...3 {
            (state.number, state.shared.count) = (number, number)
            recorder.record("step", resultingIn: state)
        }
        try travel.jump(to: 1)
        try travel.jump(to: 2)
        #expect((state.number, state.shared.count) == (2, 3))
        #expect(eventually { problems.all == [.notRestored(members: ["/rows/*", "/shared"])] })
    }

    @Test func `A jump reports nothing if every member is restored`() throws {
        let problems = Problems()
        var recording = RecorderOptions()
        recording.onProblem = problems.add
        var options = TimeTravelOptions()
        options.statesInMemory = 1
        let app = try TravelingApp(at: folder.session(), options, recording: recording)
        for number in 1...5 { app.store.dispatch(AddLine(text: "\(number)")) }
        try app.travel.jump(to: 2)
        #expect(app.store.state.lines.count == 2)
        app.recorder.close()
        #expect(problems.all == [])
    }

    @Test func `A state that cannot be encoded, or has masks, is not mistaken for one that loses members`() throws {
        let problems = Problems()
        var (recording, options) = (RecorderOptions(), TimeTravelOptions())
        (recording.onProblem, options.statesInMemory) = (problems.add, 1)
        let recorder = try Recorder<Account>(recordingTo: folder.session(), options: recording)
        let travel = TimeTravel(recorder, options: options) { _ in }
        recorder.recordInitialState(Account())
        recorder.record("log in", resultingIn: Account(password: "hunter2"))
        recorder.record("close", resultingIn: Account(isClosed: true))
        try travel.jump(to: 0)
        recorder.record("log in", resultingIn: Account(password: "hunter2"))
        try travel.jump(to: 0)
        recorder.close()
        #expect(eventually { problems.all == [.stateNotEncodable(seq: 2)] })
    }

    @Test func `A re-run names the members that a recorded state does not have`() throws {
        let url = folder.session()
        let recorder = try Recorder<Game>(recordingTo: url)
        let reducer = recorder.reducer(wrapping: reduce)
        var state = Game()
        for _ in 1...3 { reducer(&state, .step) }
        recorder.close()
        let app = RegisteredApp(reducer: reduce, actions: [Move.self])
        let rerun = try Rerun(of: Timeline(opening: url), with: app)
        #expect(try rerun.run().finding == nil)
        #expect(rerun.lostMembers().map(\.description) == ["/board/cached", "/tries"])
    }
}

private final class Problems: Sendable {
    private let reported = Mutex<[RecorderProblem]>([])

    var all: [RecorderProblem] { reported.withLock(\.self) }

    @Sendable func add(_ problem: RecorderProblem) {
        reported.withLock { $0.append(problem) }
    }
}

private struct Account: Codable, Equatable {
    var password = ""
    var isClosed = false

    func encode(to encoder: any Encoder) throws {
        if isClosed { throw CocoaError(.coderInvalidValue) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(password, forKey: .password)
        try container.encode(isClosed, forKey: .isClosed)
    }

    private enum CodingKeys: CodingKey { case password, isClosed }
}

private struct Game: Codable, Equatable {
    struct Board: Codable, Equatable {
        var size = 3
        var cached = -1

        private enum CodingKeys: CodingKey { case size }
    }

    var count = 0
    var board = Board()
    var tries = 0

    private enum CodingKeys: CodingKey { case count, board }
}

private enum Move: Codable { case step }

@Sendable private func reduce(_ state: inout Game, _: Move) {
    state.count += 1
    state.board.cached = state.count
    state.tries += 1
}
