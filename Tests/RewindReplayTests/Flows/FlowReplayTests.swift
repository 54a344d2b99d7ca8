import Foundation
import Rewind
import RewindAnswers
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindReplay

@MainActor
@Suite struct FlowReplayTests {
    private let folder = TemporaryFolder()

    /// A visit: two pages at once, a failure, and a timer that is stopped.
    private func visit(_ app: NewsApp) async {
        async let first: Void = app.tap("open")
        async let second: Void = app.tap("fail")
        _ = await (first, second)
        await app.tap("start")
        while app.store.state.ticks < 2 { await Task.yield() }
        await app.tap("stop")
        while app.store.state.error != "stopped" { await Task.yield() }
        await app.tap("clear")
    }

    private func record(_ body: (NewsApp) async -> Void) async throws -> Session {
        let url = folder.session("\(UUID().uuidString).rewind")
        let recorder = try Recorder<News>(recordingTo: url)
        await body(NewsApp(recorder, NewsServer()))
        recorder.close()
        return try Session(opening: url)
    }

    private var options: ReplayOptions {
        var options = ReplayOptions()
        options.errors = [NewsError.self]
        // The machine may be busy.
        options.patience = .seconds(60)
        return options
    }

    @Test func `An app runs again without its server, and does the same`() async throws {
        let session = try await record(visit)
        #expect(session.lastSeq == 11)
        for _ in 0..<5 {
            let recorder = try Recorder<News>(replaying: session, options: options)
            let app = NewsApp(recorder, NewsServer(isOn: false))
            await visit(app)
            try session.expectSameActions(as: recorder)
            #expect(app.server.requestCount == 0)
            recorder.close()
            try session.expectSameActions(as: recorder)
        }
    }

    @Test func `The first difference is reported with its causes`() async throws {
        let session = try await record { await $0.tap("open") }
        let recorder = try Recorder<News>(replaying: session, options: options)
        let app = NewsApp(recorder, NewsServer(isOn: false))
        app.pageOffset = 1
        await app.tap("open")
        let difference = #expect(throws: FlowDifference.self) { try session.expectSameActions(as: recorder) }
        #expect(difference?.seq == 2)
        #expect(
            difference?.description == """
                Action 2, SetTitles, is SetError in the replay.
                recorded: SetTitles ← open (effect 2) ← tap (effect 1)
                replayed: SetError ← open (effect 2) ← tap (effect 1)
                GET /pages with input {"page":2}, caused by open ← tap was not recorded. The nearest is effect 3, \
                GET /pages, whose input differs: /page is 2, and was 1.
                """
        )
    }

    @Test func `A part of a session is a test of its flow`() async throws {
        let session = try await record { app in
            await app.tap("fail")
            await app.tap("open")
            await app.tap("clear")
        }
        let part = try FlowRecording(of: session.timeline).part(withFlowOf: 4, in: session.timeline)
        #expect(part.first == 1)
        #expect(
            part.actions.map(\.type) == [
                "SetLoading", "SetTitles", "SetReaders", "SetReaders", "SetReaders", "SetLoading",
            ]
        )
        #expect(
            part.effects.map(\.effect.name) == ["tap", "open", "GET /pages"]
                + Array(repeating: "GET /readers", count: 3)
        )
        let recorded = RecordedFlows(
            start: part.start.text,
            actions: part.actionLines.joined(separator: "\n"),
            effects: part.effectLines.joined(separator: "\n")
        )
        try await recorded.check(newsApp, options: options)
        let test = try FlowTestExport(
            of: session.timeline,
            with: newsApp,
            flowOf: 4,
            app: "newsApp",
            module: nil,
            name: "Open"
        )
        let (source, data) = test.parts(besideFile: nil)
        #expect(data == nil)
        #expect(source.contains("struct OpenTests {"))
        #expect(source.contains("The flow dispatches actions 2 to 7 again"))
        #expect(source.contains("try await Self.recording.check(newsApp)"))
    }

    @Test func `With another outcome, the app goes another way`() async throws {
        let session = try await record { app in
            await app.tap("open")
            await app.tap("clear")
        }
        var recording = try FlowRecording(of: session.timeline)
        try recording.edit(3, outcome: ["error": ["status": ["_0": 500]]])
        var options = options
        options.patience = .milliseconds(200)
        let report = try await newsApp.runFlows(of: recording, options: options)
        #expect((report.recorded, report.replayed) == (7, 4))
        #expect(report.difference?.seq == 2)
        let actions = try Session(opening: report.url).answer(Log()).actions.map(\.type)
        #expect(actions == ["SetLoading", "SetError", "SetLoading", "Clear"])
    }

    /// The app, for a replay of its taps.
    private var newsApp: RegisteredApp {
        RegisteredApp(
            reducer: { (_: any Action, state: News?) in state ?? News() },
            actions: [SetLoading.self, SetTitles.self, SetReaders.self, SetError.self, Tick.self, Clear.self]
        ).runningFlows(
            ["tap": { (app: NewsApp, input) in await app.tap(try input.decode()) }],
            in: { recorder, state in NewsApp(recorder, NewsServer(isOn: false), state ?? News()) },
            dispatch: { app, action in app.store.dispatch(action as any Action) }
        )
    }

    @Test func `A replay starts in the state with which the recorded app was created`() async throws {
        let recorder = try Recorder<News>(recordingTo: folder.session("kept.rewind"))
        await NewsApp(recorder, NewsServer(), News(titles: ["kept"])).tap("open")
        recorder.close()
        let recording = try FlowRecording(of: Session(opening: #require(recorder.url)).timeline)
        let report = try await newsApp.runFlows(of: recording, options: options)
        #expect(report.difference?.description == nil)
    }

    @Test func `No request is made after the end of a replay`() async throws {
        let session = try await record { await $0.tap("fail") }
        let recorder = try Recorder<News>(replaying: session, options: options)
        recorder.close()
        await #expect(throws: CancellationError.self) {
            try await recorder.effect("POST /fail") { () async throws in Issue.record("a request") }
        }
        #expect(throws: CancellationError.self) {
            try recorder.effect("read") { () throws in Issue.record("a file") }
        }
        #expect(recorder.flow("tap") { 7 } == 7)
    }

    @Test func `The temporary recording is removed with the recorder`() async throws {
        let session = try await record { await $0.tap("fail") }
        var recorder: Recorder<News>? = try Recorder<News>(replaying: session, options: options)
        let url = try #require(recorder?.url)
        #expect(FileManager.default.fileExists(atPath: url.path))
        recorder?.close()
        recorder = nil
        try await waitUntil { !FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path) }
    }
}
