import Foundation
import Recorder
import ReduxStore
import SessionFile
import TestSupport
import Testing
import Timeline

#if os(macOS) || os(Linux)
@Suite("A crash after travel") struct TravelCrashTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("leaves the branch that was begun", arguments: [1, 2, 6], [false, true])
    func branch(after: Int, isWrapped: Bool) async throws {
        let path = folder.session().path
        await #expect(processExitsWith: .failure) { [path = path as String, after, isWrapped] in
            let app = try TravellingApp(at: URL(filePath: path), isWrapped: isWrapped)
            for number in 1...4 { app.store.dispatch(AddLine(text: "\(number)")) }
            try app.travel.undo(2)
            for number in 0..<after { app.store.dispatch(AddLine(text: "branch \(number)")) }
            // The writer is not to have more than chance lets it.
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
}
#endif
