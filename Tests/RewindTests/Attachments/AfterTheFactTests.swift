import Foundation
import Rewind
import RewindSession
import TestSupport
import Testing

/// A custom architecture: an actor with a log.
private actor Ledger {
    private(set) var tasks = Tasks()
    private let recorder: Recorder<Tasks>

    init(recorder: Recorder<Tasks>) {
        self.recorder = recorder
        recorder.recordInitialState(tasks)
    }

    func enter(_ entry: TaskAction) {
        tasks.apply(entry)
        recorder.record(entry, resultingIn: tasks)
    }
}

@Suite struct AfterTheFactTests {
    private let folder = TemporaryFolder()
    private let entries = TaskAction.some(100, seed: 3)

    @Test func `Any architecture can record actions after the fact`() async throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let ledger = Ledger(recorder: recorder)
        for entry in entries { await ledger.enter(entry) }
        recorder.close()
        try Recording(at: file).expect(Tasks.states(after: entries))
    }

    @Test func `An action recorded after the fact can have a duration and a call site`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        recorder.record(entries[0], resultingIn: Tasks(), took: .milliseconds(3), from: CallSite())
        let line = #line - 1
        recorder.record(entries[1], resultingIn: Tasks(), took: .seconds(-1))
        recorder.close()
        let recording = try Recording(at: file)
        #expect(recording.records.map(\.duration) == [3_000_000, 0])
        #expect(recording.records.map(\.origin) == ["\(#fileID):\(line)", nil])
        // The initial state was not passed.
        try recording.expect([nil, Tasks(), Tasks()])
    }
}
