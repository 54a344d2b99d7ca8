import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTravel
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct TravelCrashTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [1, 2, 6], [false, true])
    func `A crash after travel keeps the new branch`(after: Int, isWrapped: Bool) async throws {
        let path = folder.session().path
        await #expect(processExitsWith: .failure) { [path = path as String, after, isWrapped] in
            let app = try TravelingApp(at: URL(filePath: path), isWrapped: isWrapped)
            for number in 1...4 { app.store.dispatch(AddLine(text: "\(number)")) }
            try app.travel.undo(2)
            for number in 0..<after { app.store.dispatch(AddLine(text: "branch \(number)")) }
            // The abort leaves the writer no extra time.
            let watcher = NotebookReactor()
            watcher.react = { _ in abort() }
            app.store.subscribe(watcher)
        }
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 4 + after)
        #expect(try (5...timeline.last).map(timeline.parent(of:)) == [2] + Array(5..<timeline.last))
        #expect(try timeline.cursor() == timeline.last)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        timeline.session.close()
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: [0, 2], 0...2)
    func `A crash after travel keeps a branch that begins with excluded actions`(undone: Int, after: Int) async throws {
        let path = folder.session().path
        await #expect(processExitsWith: .failure) { [path = path as String, undone, after] in
            var recording = RecorderOptions()
            recording.selection = .all.denying(types: "Busy")
            let recorder = try Recorder<Notebook>(recordingTo: URL(filePath: path), options: recording)
            let store = Store(
                reducer: recorder.travelingReducer { (action: any Action, state: Notebook?) -> Notebook in
                    if action is RemoveLine { abort() }
                    return reduceNotebook(action, state)
                },
                state: Notebook(),
                middleware: [recorder.middleware()]
            )
            for number in 1...4 { store.dispatch(AddLine(text: "\(number)")) }
            try TimeTravel(recorder) { store.dispatch($0) }.jump(to: 4 - undone)
            store.dispatch(Busy(isBusy: true))
            for number in 0..<after { store.dispatch(AddLine(text: "branch \(number)")) }
            store.dispatch(RemoveLine(index: 0))
        }
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 6 + after)
        #expect(try timeline.session.action(5)?.type == "(not recorded)")
        #expect(try (5...timeline.last).map(timeline.parent(of:)) == [4 - undone] + Array(5..<timeline.last))
        #expect(try timeline.session.action(timeline.last)?.type == "RemoveLine")
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}
