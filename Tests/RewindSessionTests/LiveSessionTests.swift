import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct LiveSessionTests {
    private let folder = TemporaryFolder()
    private let writer: SessionWriter
    private let log: CrashLog
    private var url: URL { folder.session() }

    init() throws {
        (writer, log) = try SessionWriter.recording(into: folder.session(), facts: [:], medium: .file)
        try writer.write { try $0.setInitialState(["n": 0]) }
    }

    private func append(_ seq: Int) throws {
        let state: Tree = ["n": .integer(Int64(seq))]
        let record = ActionRecord(
            seq: seq,
            parent: seq - 1,
            at: 0,
            type: "A",
            patch: Patch([.replace(["n"], .integer(Int64(seq)))])
        )
        try writer.write { try $0.append(record, state: state) }
    }

    @Test func `A session being recorded is recognized by its lock and can be read`() throws {
        try append(1)
        let reader = try SessionReader(opening: url)
        #expect(reader.isLive)
        #expect(try reader.lastSeq() == 1)
        try append(2)
        #expect(try reader.lastSeq() == 1, "a reader sees the session as it was when it opened it")
        #expect(try SessionReader(opening: url).lastSeq() == 2)
        #expect(try SessionCheck.run(reader).findings == [])
        try append(3)
        reader.close()
        try writer.close()
        log.remove()
        let last = try SessionReader(opening: url)
        #expect(!last.isLive)
        #expect(try last.lastSeq() == 3)
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(.ownThreads) func `A recorder that starts while the session is opened is noticed`() async throws {
        let young = folder.session("young.rewind")
        let maker = try SessionWriter(creating: young, facts: [:], syncs: false)
        try maker.write { try $0.setInitialState(["n": 0]) }
        try maker.close()
        let connection = try Connection(writing: young.path)
        try connection.execute("DELETE FROM session WHERE key = ?", [SessionFact.endedKey])
        #expect(try SessionReader(opening: young).isUnfinished)

        try connection.execute("BEGIN EXCLUSIVE")
        let identity = try #require(FileStatus(path: young.path)).identity
        func descriptorCount() -> Int {
            (0..<1_024).count { FileStatus(path: "/dev/fd/\($0)")?.identity == identity }
        }
        let before = descriptorCount()
        async let isLive = SessionReader(opening: young).isLive
        // The reader has checked the side files and is waiting for the lock of the other connection. It also opens the
        // file for a moment before.
        var looks = 0
        try await waitUntil {
            looks = descriptorCount() > before ? looks + 1 : 0
            return looks > 5
        }
        let sideFile = try Descriptor(opening: CrashLog.paths(for: young)[0], O_RDWR | O_CREAT)
        #expect(sideFile.lock())
        try connection.execute("COMMIT")
        #expect(try await isLive)
        #expect(try SessionReader(opening: young).isLive)
    }

    @Test(.ownThreads) func `A reader waits until a new session is in WAL mode`() throws {
        let young = folder.session("young.rewind")
        try SessionWriter(creating: young, facts: [:], syncs: false).close()
        let recorder = try Connection(writing: young.path)
        try recorder.execute("DELETE FROM session WHERE key = ?", [SessionFact.endedKey])
        let log = try CrashLog(creatingFor: young, medium: .file)
        let isOver = Flag()
        let reading = Threads(1) { _ in
            let reader = try SessionReader(opening: young)
            _ = eventually { isOver.isSet }
            try #require(reader.isLive)
            reader.close()
        }
        usleep(50_000)
        #expect(try recorder.fetchOne(String.self, "PRAGMA journal_mode = WAL") == "wal")
        isOver.set()
        try reading.wait()
        try recorder.close()
        log.remove()
    }

    @Test(.ownThreads) func `A session can be read from its first moment on, and the recorder goes on`() throws {
        let urls = (0..<20).map { folder.session("\($0).rewind") }
        let (areOpen, isOver) = (Flag(), Flag())
        let reading = Threads(1) { _ in
            let readers = urls.compactMap { url in
                var reader: SessionReader?
                _ = eventually {
                    reader = try? SessionReader(opening: url)
                    return reader != nil || isOver.isSet
                }
                return reader
            }
            areOpen.set()
            _ = eventually { isOver.isSet }
            try #require(readers.count == urls.count && readers.allSatisfy { $0.isLive })
        }
        defer { isOver.set() }
        let recordings = try urls.map { try SessionWriter.recording(into: $0, facts: [:], medium: .file) }
        #expect(eventually { areOpen.isSet })
        for (writer, log) in recordings {
            try writer.write { try $0.setInitialState([:]) }
            log.leave()
        }
        isOver.set()
        try reading.wait()
    }

    @Test func `A session being recorded can be neither moved in nor removed`() throws {
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try SessionCursor.move(to: 0, tip: 0, in: url) }
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try SessionRecovery.remove(url) }
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try CrashLog(creatingFor: url, medium: .file) }
        try append(1)
        try writer.close()
        log.remove()
    }

    @Test func `An unfinished side file is removed once no process holds it`() throws {
        let unborn = folder.session("unborn.rewind")
        try SessionWriter(creating: unborn, facts: [:], syncs: false).close()
        let path = CrashLogFile.newPath(CrashLog.paths(for: unborn)[0])
        let maker = try Descriptor(opening: path, O_RDWR | O_CREAT)
        #expect(maker.lock())
        let early = try SessionReader(opening: unborn)
        #expect(early.isLive)
        early.close()
        #expect(FileStatus(path: path) != nil)
        maker.unlock()
        let late = try SessionReader(opening: unborn)
        #expect(!late.isLive)
        late.close()
        #expect(FileStatus(path: path) == nil)
        #expect(maker.lock())
        try CrashLog(creatingFor: unborn, medium: .file).remove()
    }

    @Test func `A closed session can be removed with all files beside it`() throws {
        try writer.close()
        log.remove()
        for suffix in ["-wal", "-shm", "-journal", "-began2"] { try Data().write(to: URL(filePath: url.path + suffix)) }
        try SessionRecovery.remove(url)
        #expect(try folder.contents == [])
        try SessionRecovery.remove(url)
    }

    @Test func `Side files start over once the session has all of their actions`() throws {
        let payload = Tree.string(String(repeating: "p", count: 10_000))
        for seq in 1...300 {
            log.begin(line(seq, payload))
            log.end(seq, seq: seq)
            log.retire(through: seq)
        }
        #expect(try length("-began") < 20_000)
        #expect(try length("-began2") == 0)
    }

    @Test func `The two side files are used in turn`() throws {
        let payload = Tree.string(String(repeating: "p", count: 100_000))
        var largest = 0
        for seq in 1...100 {
            log.begin(line(seq, payload))
            if seq < 100 { log.end(seq, seq: seq) }
            // The writer is always five actions behind, so neither file is ever completely in the session file.
            log.retire(through: seq - 5)
            largest = max(largest, try length("-began"), try length("-began2"))
        }
        #expect(try length("-began2") > 0)
        #expect(largest < 1_400_000)
        for seq in 1...95 { try append(seq) }
        // The files that a killed process leaves, at another path without locks.
        try writer.close(isComplete: false)
        let copy = folder.session("b.rewind")
        for suffix in ["", "-began", "-began2"] {
            try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
        }
        let reader = try SessionReader(opening: copy)
        #expect(try reader.lastSeq() == 100)
        #expect(try reader.action(96)?.payload == payload)
        #expect(try reader.action(100)?.status == .began)
        #expect(try SessionCheck.run(reader).findings == [])
        log.remove()
    }

    @Test func `The line of an unfinished action is kept, however many actions follow`() throws {
        log.begin(line(1, "first"))
        let payload = Tree.string(String(repeating: "p", count: 10_000))
        for seq in 1...500 {
            log.begin(line(seq + 1, payload))
            log.end(seq + 1, seq: seq)
            log.retire(through: seq)
        }
        let lines = try String(contentsOf: URL(filePath: url.path + "-began"), encoding: .utf8).split(separator: "\n")
        #expect(lines[0].hasPrefix(#"{"committed":500,"end":500}"#))
        #expect(lines[1].contains("\"began\":1,") && lines[1].contains("first"))
        #expect(SessionRecovery.missing(for: url, after: 500).map(\.status) == [.began])
        #expect(try length("-began2") < 20_000)
        log.end(1, seq: 501)
        #expect(SessionRecovery.missing(for: url, after: 500).map(\.status) == [.dropped])
        log.retire(through: 501)
        log.begin(line(502, "next"))
        #expect(SessionRecovery.missing(for: url, after: 501).map(\.payload) == ["next"])
    }

    private func line(_ ticket: Int, _ payload: Tree) -> CrashLogLine {
        CrashLogLine(ticket: ticket, at: 0, type: "A", coder: .codable, payload: payload)
    }

    private func length(_ suffix: String) throws -> Int {
        try Data(contentsOf: URL(filePath: url.path + suffix)).count
    }
}
