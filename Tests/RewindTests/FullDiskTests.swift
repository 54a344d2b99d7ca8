import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

/// Recording on a full disk: with a real one, if it can be mounted, and with the system's limit on the size of files,
/// which works everywhere.
@Suite struct FullDiskTests {
    /// The time during which the disk is full.
    enum Moment: String, CaseIterable, Codable {
        /// From between two actions to the end.
        case forEver
        /// From between two actions until other actions were dispatched.
        case forAWhile
        /// From between two actions until right before the recorder is closed.
        case untilClosed
    }

    private let folder = TemporaryFolder()

    /// Records while the disk is full between `fill` and `free`.
    private static func record(
        to url: URL,
        _ durability: Durability,
        _ moment: Moment,
        fill: () -> Void,
        free: () throws -> Void
    ) throws {
        let problems = Problems()
        let app = try CountingApp(counting: url, options: RecorderOptions(strained: durability, telling: problems))
        app.dispatchRecorded(50)
        fill()
        // More than fits into the pages that the files already have.
        while !problems.wait(seconds: 0, for: \.isCannotWrite) { app.dispatch(100) }
        app.dispatch(100)
        #expect(app.recorder.droppedCount > 0)
        switch moment {
        case .forEver:
            app.recorder.close()
            try free()
        case .forAWhile:
            try free()
            // The gap is reported when it is handed over, which happens when there is space again.
            while !problems.wait(seconds: 0.01, for: \.isDropped) {
                app.dispatch(1)
                app.recorder.flush(atMost: .seconds(60))
            }
            app.recorder.flush(atMost: .seconds(60))
            app.dispatch(10)
        case .untilClosed:
            try free()
        }
        let done = try app.checkLosses()
        #expect(done >= 50)
        if moment == .forAWhile { #expect(app.truths.count - app.recorder.droppedCount >= 60) }
        let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        #expect(names == [url.lastPathComponent])
    }

    #if os(Linux)
    @Test(
        .enabled("a file system can be mounted") { SmallDisk.isPossible },
        arguments: Durability.allCases,
        Moment.allCases
    )
    func `On a full disk, the app continues, gets a report, and the session is consistent`(
        durability: Durability,
        moment: Moment
    ) throws {
        let disk = try SmallDisk()
        try Self.record(
            to: disk.url.appending(path: "a.rewind"),
            durability,
            moment,
            fill: disk.fill,
            free: disk.empty
        )
    }

    @Test(
        .enabled("a file system can be mounted") { SmallDisk.isPossible },
        arguments: Durability.allCases
    )
    func `On a full disk, creating a recorder fails and leaves no files`(durability: Durability) throws {
        let disk = try SmallDisk()
        let url = disk.url.appending(path: "a.rewind")
        disk.fill()
        #expect(throws: RecorderError(.diskFull, path: url.path)) {
            try Recorder<AppState>(recordingTo: url, options: RecorderOptions(durability))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["ballast"])
        try disk.empty()
        let app = try CountingApp(counting: url, options: RecorderOptions(durability))
        app.dispatchRecorded(10)
        #expect(try app.checkLosses() == 10)
    }

    @Test(
        .enabled("a file system can be mounted") { SmallDisk.isPossible }
    )
    func `On a read-only disk, creating a recorder fails and leaves no files`() throws {
        let disk = try SmallDisk()
        let url = disk.url.appending(path: "a.rewind")
        try disk.makeReadOnly()
        #expect(throws: RecorderError(.notPermitted, path: url.path)) { try Recorder<AppState>(recordingTo: url) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == [])
    }
    #endif

    @Test(
        arguments: Durability.allCases,
        Moment.allCases
    )
    func `Under a file size limit, the app continues, gets a report, and the session is consistent`(
        durability: Durability,
        moment: Moment
    )
        async throws
    {
        await #expect(processExitsWith: .success) {
            [path = folder.session().path as String, durability = durability.rawValue as String, moment] in
            try Self.record(
                to: URL(filePath: path),
                try #require(Durability(rawValue: durability)),
                moment,
                fill: { Self.limitFiles(to: 0) },
                free: { Self.limitFiles(to: .max) }
            )
        }
    }

    @Test(arguments: Durability.allCases)
    func `Under a file size limit from the start, creating a recorder fails`(durability: Durability) async throws {
        await #expect(processExitsWith: .success) {
            [path = folder.session().path as String, durability = durability.rawValue as String] in
            let options = RecorderOptions(try #require(Durability(rawValue: durability)))
            let url = URL(filePath: path)
            Self.limitFiles(to: 0)
            #expect(throws: RecorderError.self) { try Recorder<AppState>(recordingTo: url, options: options) }
            let folder = url.deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test(
        arguments: [Durability.crashSafe, .powerSafe]
    )
    func `An action under way while the disk becomes full is recorded once`(durability: Durability)
        async throws
    {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.session().path as String, durability = durability.rawValue as String] in
            let url = URL(filePath: path)
            let options = RecorderOptions(try #require(Durability(rawValue: durability)))
            let app = try CountingApp(at: url, state: AppState(), options: options) { action, state in
                if action is Note { Self.limitFiles(to: 0) }
                return reduce(action, state)
            }
            app.dispatchRecorded(20)
            // Its line is not the first of the side file, where the next one would overwrite it.
            app.dispatch(10)
            app.store.dispatch(Note(text: "full"))
            Self.limitFiles(to: .max)
            app.dispatch(10)
            let isWritten = try eventually {
                app.recorder.flush(atMost: .seconds(60))
                let reader = try SessionReader(opening: url)
                defer { reader.close() }
                return try reader.lastSeq() == 41
            }
            #expect(isWritten)
            app.dispatch(1)
            app.recorder.flush(atMost: .seconds(60))
            kill(getpid(), SIGKILL)
        }
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 42)
        #expect(try timeline.session.action(31)?.type == "Note")
        for seq in 1...42 { #expect(try timeline.session.action(seq)?.status == .done) }
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    private static func limitFiles(to length: rlim_t) {
        signal(SIGXFSZ, SIG_IGN)
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let resource = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = min(length, limit.rlim_max)
        #expect(setrlimit(resource, &limit) == 0)
    }
}
