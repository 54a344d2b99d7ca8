import Foundation
import RewindSession
import RewindTimeline
import TestSupport
import Testing
@testable import Rewind
@testable import RewindUpkeep

@Suite(.ownThreads) struct StoredSessionTests {
    private let folder = TemporaryFolder()
    private var sessions: SessionFolder {
        SessionFolder(
            folder.url.appending(path: "Sessions"),
            keeping: 10,
            isEnabled: true,
            environment: [:],
            arguments: []
        )
    }

    @Test func `A session says when it began, how it ended, and how large it is`() throws {
        var options = RecorderOptions()
        options.facts = ["build": "1234"]
        let recorder = Recorder<Int>(in: sessions, options: options)
        record(3, with: recorder)
        recorder.flush(atMost: .seconds(60))
        let live = try #require(sessions.sessions().first)
        #expect((live.url, live.ending, live.actionCount) == (try #require(recorder.url), .live, 3))
        #expect(live.sessionID == recorder.sessionID && recorder.sessionID?.count == 36)
        #expect(throws: RecorderError(.beingRecorded, path: live.url.path)) { try live.remove() }
        recorder.close()
        let closed = try StoredSession(at: live.url)
        #expect((closed.ending, closed.actionCount, closed.id) == (.closed, 3, live.url))
        #expect(closed.byteCount == (try Data(contentsOf: live.url)).count)
        #expect(try abs(#require(closed.startedAt).timeIntervalSinceNow) < 600)
        #expect(try SQL.column("SELECT value FROM session WHERE key = 'fact:build'", in: live.url) == ["1234"])
        try closed.remove()
        #expect(sessions.sessions() == [])
    }

    @Test func `A file that is not a session is listed without an ending, and cannot be exported`() throws {
        try FileManager.default.createDirectory(at: sessions.url, withIntermediateDirectories: true)
        let url = sessions.url.appending(path: "2026-11-23T201503Z.rewind")
        try Data("not a session".utf8).write(to: url)
        let session = try #require(sessions.sessions().first)
        #expect((session.ending, session.startedAt, session.byteCount) == (nil, nil, 13))
        let output = folder.session()
        #expect(throws: RecorderError.self) { try session.export(to: output) }
        #expect(throws: RecorderError.self) { try StoredSession(at: url) }
        #expect(!FileManager.default.fileExists(atPath: output.path))
        try session.remove()
        #expect(throws: RecorderError.self) { try session.finish() }
    }

    @Test func `A session that is being recorded is exported as it is, and the recording continues`() throws {
        let recorder = Recorder<Int>(in: sessions)
        let output = folder.session()
        record(3, with: recorder)
        let file = try recorder.report(note: "odd")
        record(2, with: recorder)
        let second = try recorder.report(note: String(repeating: "a", count: 20_000))
        try StoredSession(at: #require(recorder.url)).export(to: output)
        #expect(throws: RecorderError(.fileExists, path: output.path)) {
            try StoredSession(at: #require(recorder.url)).export(to: output)
        }
        recorder.close()
        for (url, count, marks) in [(file, 3, ["report"]), (second, 5, ["report", "report-2"])] {
            let session = try SessionReader(opening: url)
            defer { session.close() }
            #expect(try (session.lastSeq(), session.ending().how) == (count, .closed))
            #expect(try SessionCheck.run(session).findings == [])
            #expect(try SQL.column("SELECT name FROM bookmark ORDER BY seq", in: url) == marks)
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            try FileManager.default.removeItem(at: url.deletingLastPathComponent())
        }
        #expect(try Timeline(opening: #require(recorder.url)).last == 5)
        #expect(throws: RecorderError(.notRecording, path: try #require(recorder.url).path)) { try recorder.report() }
    }

    @Test func `A report during a burst has every action that was dispatched before it`() async throws {
        let recorder = Recorder<Int>(in: sessions)
        let (count, isOver) = (SharedCount(), SharedCount())
        let burst = Thread {
            let reduce = recorder.reducer(wrapping: { (state: inout Int, n: Int) in state += n })
            var state = 0
            while isOver.value == 0 {
                reduce(&state, 1)
                count.add(1)
            }
        }
        burst.start()
        for _ in 0..<5 {
            try await Task.sleep(for: .milliseconds(20))
            let dispatched = count.value
            let url = try await recorder.report()
            let session = try SessionReader(opening: url)
            defer { session.close() }
            #expect(try session.lastSeq() >= dispatched)
            #expect(try SessionCheck.run(session).findings == [])
            try FileManager.default.removeItem(at: url.deletingLastPathComponent())
        }
        isOver.add(1)
        recorder.close()
    }

    #if os(Linux)
    @Test(.enabled(if: SmallDisk.isPossible))
    func `A full disk is reported, and nothing of the copy stays`() throws {
        let recorder = Recorder<Int>(in: sessions)
        record(3, with: recorder)
        recorder.close()
        let disk = try SmallDisk()
        disk.fill()
        let output = disk.url.appending(path: "copy.rewind")
        #expect(throws: RecorderError(.diskFull, path: output.path)) {
            try StoredSession(at: #require(recorder.url)).export(to: output)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["ballast"])
    }
    #endif

    private func record(_ count: Int, with recorder: Recorder<Int>) {
        for n in 0..<count { recorder.record(n, resultingIn: n) }
    }
}

/// A number that several threads change.
///
/// Safe to share because its state is only used under `lock`.
final class SharedCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func add(_ number: Int) { lock.withLock { count += number } }
}
