import Foundation
import Rewind
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct LostFileTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private var moved: URL { folder.session("b.rewind") }

    /// The way in which a session loses its path.
    enum Loss: CaseIterable {
        /// The file is deleted.
        case deleted
        /// The file and its side files are deleted.
        case allDeleted
        /// The file is renamed.
        case moved
        /// The file and its side files are renamed.
        case allMoved
        /// Another file replaces it.
        case replaced
        /// The file is renamed, and another file takes its path.
        case movedAndReplaced

        func happen(to url: URL, movingTo moved: URL) throws {
            let (files, other) = (FileManager.default, Data("another's".utf8))
            let sideFiles = ["-wal", "-shm", "-began", "-began2"]
            switch self {
            case .deleted: try files.removeItem(at: url)
            case .allDeleted: for suffix in [""] + sideFiles { try files.removeItem(atPath: url.path + suffix) }
            case .moved: try files.moveItem(at: url, to: moved)
            case .allMoved:
                for suffix in [""] + sideFiles {
                    try files.moveItem(atPath: url.path + suffix, toPath: moved.path + suffix)
                }
            case .replaced: try other.write(to: url, options: .atomic)
            case .movedAndReplaced:
                try files.moveItem(at: url, to: moved)
                try other.write(to: url)
            }
        }

        /// The files left after the recorder was closed.
        var remains: [String] {
            switch self {
            case .deleted, .allDeleted: []
            case .moved: ["b.rewind"]
            case .allMoved: ["b.rewind", "b.rewind-began", "b.rewind-began2", "b.rewind-shm", "b.rewind-wal"]
            case .replaced: ["a.rewind"]
            case .movedAndReplaced: ["a.rewind", "b.rewind"]
            }
        }
    }

    private func makeApp(_ durability: Durability) throws -> (CountingApp, Problems) {
        let problems = Problems()
        let options = RecorderOptions(strained: durability, telling: problems)
        let app = try CountingApp(counting: url, options: options)
        app.dispatchRecorded(50)
        return (app, problems)
    }

    @Test(
        arguments: Durability.allCases,
        Loss.allCases
    )
    func `If files are lost, the app continues, gets a report, and the recorded part is complete`(
        durability: Durability,
        loss: Loss
    )
        throws
    {
        let (app, problems) = try makeApp(durability)
        try loss.happen(to: url, movingTo: moved)
        app.dispatch(30)
        app.recorder.flush(atMost: .seconds(60))
        #expect(problems.wait { $0 == .fileRemoved })
        app.dispatch(30)
        app.recorder.close()
        #expect(app.recorder.droppedCount == 60)
        #expect(try folder.contents == loss.remains)
        if [.replaced, .movedAndReplaced].contains(loss) {
            #expect(try String(contentsOf: url, encoding: .utf8) == "another's")
        }
        if [.moved, .allMoved].contains(loss) {
            #expect(try app.checkLosses(at: moved) == 50)
            #expect(try folder.contents == ["b.rewind"])
        }
    }

    @Test(arguments: Durability.allCases)
    func `A new recording can begin at the path once the loss is noticed`(durability: Durability) throws {
        let (app, problems) = try makeApp(durability)
        try Loss.moved.happen(to: url, movingTo: moved)
        // Before that, the side files still belong to the old session.
        #expect(throws: RecorderError(.beingRecorded, path: url.path)) { try Recorder<AppState>(recordingTo: url) }
        app.dispatch(1)
        app.recorder.flush(atMost: .seconds(60))
        #expect(problems.wait { $0 == .fileRemoved })
        app.recorder.close()
        let second = try CountingApp(counting: url, options: RecorderOptions(durability))
        second.dispatchRecorded(20)
        #expect(try second.checkLosses() == 20)
        #expect(try app.checkLosses(at: moved) == 50)
    }

    @Test(arguments: Durability.allCases, [0, 1000, 20_000])
    func `A truncated file is never taken for a complete one`(durability: Durability, length: UInt64) throws {
        let (app, problems) = try makeApp(durability)
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: length)
        app.dispatch(30)
        app.recorder.flush(atMost: .seconds(60))
        #expect(problems.wait { $0 == .fileRemoved })
        app.dispatch(30)
        app.recorder.close()
        try file.close()
        #expect(app.recorder.droppedCount == 60)
        #expect(try folder.contents == ["a.rewind"])
        // The content of the write-ahead log is there, but may be incomplete.
        #expect(throws: SessionError.self) {
            let findings = try SessionCheck.run(SessionReader(opening: url)).findings
            guard findings == [] else { throw SessionError.damaged(path: url.path, .noInitialState) }
        }
    }

    @Test(arguments: Durability.allCases, [["-wal"], ["-shm"], ["-wal", "-shm"]])
    func `A deleted write-ahead log is restored, and nothing is lost`(
        durability: Durability,
        suffixes: [String]
    ) throws {
        let (app, _) = try makeApp(durability)
        for suffix in suffixes { try FileManager.default.removeItem(atPath: url.path + suffix) }
        app.dispatchRecorded(10)
        let live = ["", "-began", "-began2", "-shm", "-wal"].map { "a.rewind" + $0 }
        #expect(try folder.contents == live)
        // A reader sees that it is being recorded, and its content.
        let reader = try SessionReader(opening: url)
        #expect(reader.isLive)
        #expect(try reader.lastSeq() == 60)
        reader.close()
        app.dispatchRecorded(50)
        #expect(try app.checkLosses() == 110)
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: Durability.allCases, [["-began"], ["-began2"], ["-began", "-began2"]])
    func `A deleted crash log is reported once, and nothing is lost while the app lives`(
        durability: Durability,
        suffixes: [String]
    ) throws {
        let (app, problems) = try makeApp(durability)
        for suffix in suffixes { try FileManager.default.removeItem(atPath: url.path + suffix) }
        app.dispatchRecorded(10)
        #expect(problems.wait(for: \.isNotCrashSafe))
        let reader = try SessionReader(opening: url)
        #expect(try reader.lastSeq() == 60)
        reader.close()
        app.dispatchRecorded(50)
        #expect(try app.checkLosses() == 110)
        #expect(try folder.contents == ["a.rewind"])
        #expect(problems.count(where: \.isNotCrashSafe) == 1)
    }

    /// Records 60 actions, deletes a side file after 50 of them, dispatches 40 more and is killed.
    private static func recordUntilKilled(at path: String, _ durability: String, losing suffix: String) throws {
        let options = RecorderOptions(try #require(Durability(rawValue: durability)))
        let app = try CountingApp(counting: URL(filePath: path), options: options)
        app.dispatchRecorded(50)
        try FileManager.default.removeItem(atPath: path + suffix)
        app.dispatchRecorded(10)
        app.dispatch(40)
        kill(getpid(), SIGKILL)
    }

    @Test(arguments: [Durability.crashSafe, .powerSafe])
    func `A deleted write-ahead log is restored, and a kill loses nothing`(
        durability: Durability
    ) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = url.path as String, durability = durability.rawValue as String] in
            try LostFileTests.recordUntilKilled(at: path, durability, losing: "-wal")
        }
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 100)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        for seq in 1...60 { #expect(try timeline.session.action(seq)?.status == .done) }
        for seq in 61...100 {
            #expect(try timeline.session.action(seq)?.payload == ["amount": .integer(Int64(seq))])
        }
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: [Durability.crashSafe, .powerSafe])
    func `After the loss of a crash log, a kill loses only its contents`(durability: Durability) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = url.path as String, durability = durability.rawValue as String] in
            try LostFileTests.recordUntilKilled(at: path, durability, losing: "-began")
        }
        let timeline = try Timeline(opening: url)
        #expect((60...100).contains(timeline.last))
        // The only finding is that the file was not closed.
        #expect(try SessionCheck.run(timeline.session).findings.map(\.isUnfinished) == [true])
        for seq in 1...timeline.last {
            #expect(try timeline.session.action(seq)?.status == .done)
            #expect(try timeline.session.action(seq)?.payload == ["amount": .integer(Int64(seq))])
        }
    }

    @Test(arguments: Durability.allCases)
    func `A folder that becomes read-only keeps the session until it is writable again`(durability: Durability)
        async throws
    {
        await #expect(processExitsWith: .success) {
            [path = folder.url.path as String, durability = durability.rawValue as String] in
            // Folder permissions do not apply to root.
            if geteuid() == 0 {
                #expect(chown(path, 65_534, 65_534) == 0)
                #expect(setegid(65_534) == 0 && seteuid(65_534) == 0)
            }
            let url = URL(filePath: path).appending(path: "a.rewind")
            let options = RecorderOptions(try #require(Durability(rawValue: durability)))
            let app = try CountingApp(counting: url, options: options)
            app.dispatchRecorded(50)
            #expect(chmod(path, 0o500) == 0)
            app.dispatchRecorded(50)
            app.recorder.close()
            #expect(throws: RecorderError(.notPermitted, path: path + "/b.rewind")) {
                try Recorder<AppState>(recordingTo: URL(filePath: path).appending(path: "b.rewind"))
            }
            #expect(try app.checkLosses() == 100)
            #expect(chmod(path, 0o700) == 0)
            #expect(try app.checkLosses() == 100)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a.rewind"])
        }
    }
}

extension SessionCheck.Finding {
    fileprivate var isUnfinished: Bool {
        if case .unfinished = self { true } else { false }
    }
}
