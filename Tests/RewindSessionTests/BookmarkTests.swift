import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct BookmarkTests {
    @Test(
        arguments: [
            ("a", true), ("before login", true), ("é", true), ("42", true), (":", true), ("end", true), ("", false),
            ("a~1", false), ("~", false), ("a\nb", false), ("\0", false), ("\u{7F}", false), ("\u{9B}", false),
            (String(repeating: "x", count: 200), true), (String(repeating: "x", count: 201), false),
        ]
    )
    func `A bookmark's name must be usable in a REF`(name: String, isUsable: Bool) {
        #expect(Bookmark.isUsable(name: name) == isUsable)
    }
}

@Suite struct SessionMonitorTests {
    @Test func `The monitor reports the writer and the time of the last write`() throws {
        let folder = TemporaryFolder()
        let url = folder.session()
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        var log: CrashLog? = try CrashLog(creatingFor: url, medium: .file)
        try writer.write { try $0.setInitialState(["n": 0]) }
        var monitor = SessionMonitor(of: url)
        #expect(try monitor.recorder() == .atWork)
        for seq in 1...3 {
            // True once more after each change.
            #expect((0..<4).map { _ in monitor.hasChanged() } == [true, true, false, false])
            let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A", patch: Patch([]))
            try writer.write { try $0.append(record, state: ["n": 0]) }
        }
        try writer.close()
        let changed = monitor.hasChanged()
        #expect(changed)
        #expect(try monitor.recorder() == .atWork)
        withExtendedLifetime(log) {}
        log = nil
        #expect(try monitor.recorder() == .gone)
        try SessionReader(opening: url).close()
        #expect(try monitor.recorder() == .done)
    }
}
