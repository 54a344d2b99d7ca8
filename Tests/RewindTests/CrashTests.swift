import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct CrashTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: [0, 1, 40])
    func `The action that crashed the app is in its session`(before: Int) async throws {
        let path = url.path
        await #expect(processExitsWith: .failure) { [path = path as String, before] in
            let app = try RecordedApp<AppState>(at: URL(filePath: path), state: AppState()) { action, state in
                if action is Note { abort() }
                return reduce(action, state)
            }
            for _ in 0..<before { app.store.dispatch(Add(amount: 1)) }
            app.store.dispatch(Note(text: "fatal"))
        }
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == before + 1)
        let fatal = try #require(try timeline.session.action(before + 1))
        #expect(fatal.type == "Note")
        #expect(fatal.payload == ["text": "fatal"])
        #expect(fatal.status == .began)
        for seq in 0..<before { #expect(try timeline.session.action(seq + 1)?.status != .began) }
        #expect(try SessionCheck.run(timeline.session).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(
        arguments: Durability.allCases,
        (0..<10).map { 300 * ($0 * $0 + 1) }
    )
    func `A kill at any moment loses nothing that was promised`(durability: Durability, microseconds: Int)
        async throws
    {
        let (path, name) = (url.path, durability.rawValue)
        let progress = folder.session("progress").path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, name = name as String, progress = progress as String, microseconds] in
            // One byte for each dispatch that returned; the page cache survives the process.
            let file = open(progress, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            let durability = try #require(Durability(rawValue: name))
            let app = try RecordedApp<AppState>(
                at: URL(filePath: path),
                state: AppState(),
                options: RecorderOptions(durability),
                reducer: reduce
            )
            Thread {
                usleep(UInt32(microseconds))
                Foundation.kill(getpid(), SIGKILL)
            }.start()
            while true {
                app.store.dispatch(Add(amount: 1))
                guard write(file, ".", 1) == 1 else { exit(0) }
            }
        }
        let promised = (try? Data(contentsOf: URL(filePath: progress)).count) ?? 0
        let timeline = try Timeline(opening: url)
        if durability != .buffered {
            #expect(timeline.last >= promised)
            #expect(timeline.last <= promised + 1)
        } else {
            #expect(timeline.last <= promised + 1)
        }
        #expect(try SessionCheck.run(timeline.session).findings == [])
        var isKnown = true
        for seq in 1...max(1, timeline.last) where timeline.last > 0 {
            let record = try #require(try timeline.session.action(seq))
            #expect(record.payload == ["amount": 1])
            if record.status == .done {
                #expect(isKnown, "a state after one that was lost")
                #expect(try timeline.state(at: seq)[["count"]] == .integer(Int64(seq)))
            } else {
                isKnown = false
            }
        }
    }

    @Test(
        arguments: Durability.allCases
    )
    func `On a full disk, the app continues, gets a report, and the session is consistent`(durability: Durability)
        async throws
    {
        let (path, name) = (url.path, durability.rawValue)
        await #expect(processExitsWith: .success) { [path = path as String, name = name as String] in
            signal(SIGXFSZ, SIG_IGN)
            let durability = try #require(Durability(rawValue: name))
            let problems = Problems()
            var options = RecorderOptions(durability)
            options.onProblem = problems.tell
            options.longestWait = .milliseconds(10)
            options.queueLimit = 64
            let app = try RecordedApp<AppState>(
                at: URL(filePath: path),
                state: AppState(),
                options: options,
                reducer: reduce
            )
            for _ in 0..<50 { app.store.dispatch(Add(amount: 1)) }
            app.recorder.flush()
            var limit = rlimit(rlim_cur: 400_000, rlim_max: 400_000)
            guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(3) }
            let text = String(repeating: "0123456789", count: 1_000)
            for n in 0..<400 { app.store.dispatch(Note(text: text + String(n))) }
            app.recorder.flush()
            guard app.store.state.log.count == 400 else { exit(4) }
            guard problems.wait(for: { if case .cannotWrite = $0 { true } else { false } }) else { exit(5) }
            app.recorder.close()
            exit(0)
        }
        let timeline = try Timeline(opening: url)
        #expect(timeline.last >= 50)
        #expect(try timeline.state(at: 50)[["count"]] == 50)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}
