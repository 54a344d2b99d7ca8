#if os(Linux)
import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep
import TestSupport
import Testing

@Suite(.enabled("a file system can be mounted") { SmallDisk.isPossible }) struct ReadOnlyFolderTests {
    @Test(arguments: [false, true])
    func `A recording that was not closed is read without its log in a folder that cannot be written`(hasBegan: Bool)
        throws
    {
        let disk = try SmallDisk()
        let url = disk.url.appending(path: "a?b#c%20d.rewind")
        let sample = SampleSession(seed: 1, count: 9)
        try sample.write(to: url, isComplete: false)
        if hasBegan { try Data().write(to: URL(filePath: url.path + "-began")) }
        try disk.makeReadOnly()
        let session = try SessionReader(opening: url)
        defer { session.close() }
        #expect(session.isUnfinished)
        #expect(try session.lastSeq() == 9)
        #expect(try SessionCheck.run(session).findings.contains { "\($0)".contains("not closed") })
    }
}
#endif
