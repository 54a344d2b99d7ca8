import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import Testing
@testable import RewindUpkeep

/// An app whose actions `Add(amount:)` are numbered, which identifies them.
typealias CountingApp = RecordedApp<AppState>

extension RecordedApp<AppState> {
    convenience init(counting url: URL, options: RecorderOptions) throws {
        try self.init(at: url, state: AppState(), options: options, reducer: reduce)
    }

    /// Dispatches `count` actions, and checks that each takes effect immediately.
    func dispatch(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        for _ in 0..<count {
            let (before, amount) = (store.state.count, truths.count + 1)
            store.dispatch(Add(amount: amount))
            #expect(store.state.count == before + amount, sourceLocation: sourceLocation)
        }
    }

    /// Dispatches `count` actions in small batches with flushes, so that all of them are in the file.
    func dispatchRecorded(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        for done in stride(from: 0, to: count, by: 10) {
            dispatch(min(10, count - done), sourceLocation: sourceLocation)
            recorder.flush(atMost: .seconds(60))
        }
        #expect(recorder.droppedCount == 0, sourceLocation: sourceLocation)
    }

    /// Opens a session whose recorder is closed. A process that another test is starting may still hold its lock for a
    /// moment.
    private static func openedAfterTheEnd(_ url: URL) throws -> Timeline {
        let deadline = Date(timeIntervalSinceNow: 20)
        while true {
            let timeline = try Timeline(opening: url)
            guard timeline.session.isLive, Date() < deadline else { return timeline }
            timeline.session.close()
            usleep(10_000)
        }
    }

    /// Closes the recording and checks the session at `url`: that it is sound, that each action in it was dispatched,
    /// that each state is correct, and that all missing actions were counted.
    ///
    /// - Returns: The number of actions with their states.
    @discardableResult
    func checkLosses(
        at url: URL? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
        recorder.close()
        let timeline = try Self.openedAfterTheEnd(url ?? #require(recorder.url))
        defer { timeline.session.close() }
        #expect(try SessionCheck.run(timeline.session).findings == [], sourceLocation: sourceLocation)
        #expect(!timeline.session.isLive, sourceLocation: sourceLocation)
        #expect(timeline.last <= truths.count, sourceLocation: sourceLocation)
        var encoder = TreeEncoder()
        var done = 0
        for seq in 1..<timeline.last + 1 {
            let record = try #require(try timeline.session.action(seq), sourceLocation: sourceLocation)
            // Of a dropped action, nothing may be known.
            if record.type == "Add" {
                let payload: Tree = ["amount": .integer(Int64(seq))]
                #expect(record.payload == payload, "seq \(seq)", sourceLocation: sourceLocation)
            }
            guard record.status == .done else { continue }
            let expected = try encoder.encode(truths[seq - 1])
            #expect(try timeline.state(at: seq) == expected, "seq \(seq)", sourceLocation: sourceLocation)
            done += 1
        }
        #expect(recorder.droppedCount == truths.count - done, sourceLocation: sourceLocation)
        return done
    }
}

extension RecorderOptions {
    /// Creates options with a small queue, so that actions are soon dropped if nothing can be written, and with short
    /// waits.
    init(strained durability: Durability, telling problems: Problems) {
        self.init(durability)
        queueLimit = 16
        longestWait = .milliseconds(10)
        onProblem = problems.tell
    }
}

extension RecorderProblem {
    var isCannotWrite: Bool {
        if case .cannotWrite = self { true } else { false }
    }

    var isNotCrashSafe: Bool {
        if case .notCrashSafe = self { true } else { false }
    }

    var isDropped: Bool {
        if case .dropped = self { true } else { false }
    }
}
