import Foundation
import Rewind
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite(.ownThreads) struct ReadWhileRecordingTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: Thoroughness.first(1, of: Durability.allCases), [nil, 200])
    func `A live session is consistent at every moment and at the end`(durability: Durability, maxActions: Int?) throws
    {
        var options = RecorderOptions(durability)
        options.maxActions = maxActions
        options.longestWait = .seconds(60)
        let app = try CountingApp(counting: url, options: options)
        app.dispatchRecorded(10)
        let (url, isDone) = (url, Flag())
        let reading = Threads(2) { _ in
            var (last, rounds) = (0, 0)
            repeat {
                let timeline = try Timeline(opening: url)
                #expect(timeline.last >= last)
                last = timeline.last
                let sum = Int64(last * (last + 1) / 2)
                #expect(try timeline.state(at: last)[["count"]] == .integer(sum))
                #expect(try SessionCheck.run(timeline.session).findings == [])
                timeline.session.close()
                rounds += 1
            } while !isDone.isSet || rounds < 3
        }
        app.dispatch(600)
        app.recorder.flush(atMost: .seconds(60))
        isDone.set()
        try reading.wait()
        app.recorder.close()
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 610)
        #expect(app.recorder.droppedCount == 0)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        timeline.session.close()
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: Durability.allCases)
    func `A session that is read while its recorder closes is finished by the next opening`(durability: Durability)
        throws
    {
        let app = try CountingApp(counting: url, options: RecorderOptions(durability))
        app.dispatchRecorded(50)
        let reader = try Timeline(opening: url)
        app.dispatch(50)
        app.recorder.close()
        // The reader still has its snapshot.
        #expect(reader.last == 50)
        #expect(try reader.state(at: 50)[["count"]] == 1275)
        #expect(try SessionCheck.run(reader.session).findings == [])
        reader.session.close()
        #expect(try app.checkLosses() == 100)
        #expect(try folder.contents == ["a.rewind"])
    }
}
