import Foundation
import RewindSession
import RewindStore
import TestSupport
import Testing
@testable import Rewind

@Suite(.ownThreads) struct ObserverTests {
    private let folder = TemporaryFolder()

    @Test func `Each recorded action is observed in order, with its name, duration and changes`() throws {
        let seen = Seen()
        var options = RecorderOptions()
        options.onAction = seen.add
        options.selection = .all.denying(types: "Note")
        var state = AppState()
        state.log = (0..<20).map { "entry \($0)" }
        let app = try RecordedApp(at: folder.session(), state: state, options: options, reducer: reduce)
        for amount in 0..<500 {
            app.store.dispatch(Add(amount: amount % 2))
            app.store.dispatch(Note(text: "n"))
        }
        app.recorder.close()
        #expect(eventually { seen.actions.count == 500 })
        #expect(seen.actions.map(\.seq) == (0..<500).map { $0 * 2 + 1 })
        #expect(seen.actions.allSatisfy { $0.name == "Add" && $0.duration != nil && !$0.isFailed })
        // The first one also sets the name of the last action.
        #expect(seen.actions.prefix(3).map(\.changeCount) == [1, 2, 1])
        #expect(seen.actions[1].changeByteCount > 60)
        let line = try #require(seen.actions.dropFirst().first?.description)
        #expect(line.wholeMatch(of: /3 Add, 2 changes, \d+ µs/) != nil, "\(line)")
    }

    @Test func `A slow observer receives the latest actions, and may close the recorder`() throws {
        let (seen, gate) = (Seen(), Gate())
        var options = RecorderOptions()
        gate.set(open: false)
        let recorders = Recorders()
        options.onAction = { action in
            gate.pass()
            recorders.recorder?.close()
            seen.add(action)
        }
        let recorder = try Recorder<Int>(recordingTo: folder.session(), options: options)
        recorders.recorder = recorder
        for n in 1...5_000 { recorder.record(n, resultingIn: n) }
        #expect(recorder.flush(atMost: .seconds(60)))
        gate.set(open: true)
        #expect(eventually { seen.actions.last?.seq == 5_000 })
        #expect(seen.actions.count <= ActionObserver.longestQueue + 1)
    }

    @Test func `The log has the selected actions and the problems, without values`() async throws {
        let path = folder.session().path
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) { [path = path as String] in
            var options = RecorderOptions()
            options.console = .all.denying(types: "Scroll*")
            let recorder = try Recorder<Scrolled>(recordingTo: URL(filePath: path), options: options)
            recorder.record(Scroll(secret: "s3cret"), resultingIn: Scrolled())
            recorder.record(Opened(secret: "s3cret"), resultingIn: Scrolled())
            recorder.close()
            _ = Recorder<Int>(
                in: SessionFolder(
                    URL(filePath: path).appending(path: "under/a/file"),
                    keeping: 1,
                    isEnabled: true,
                    environment: [:],
                    arguments: []
                )
            )
            usleep(300_000)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Rewind: 2 ") && text.contains("Opened"), "\(text)")
        #expect(!text.contains("Scroll,") && !text.contains("s3cret"), "\(text)")
        #expect(text.contains("Rewind: Nothing is recorded."), "\(text)")
    }

    @Test func `TestFlight and the App Store are told apart by the profile and the receipt`() {
        let sandbox = URL(filePath: "/App.app/StoreKit/sandboxReceipt")
        let production = URL(filePath: "/App.app/StoreKit/receipt")
        #expect(AppDistribution(hasProfile: true, receipt: sandbox) == .development)
        #expect(AppDistribution(hasProfile: false, receipt: sandbox) == .testFlight)
        #expect(AppDistribution(hasProfile: false, receipt: production) == .released)
        #expect(AppDistribution(hasProfile: false, receipt: nil) == .released)
        #if os(Linux)
        #expect(AppDistribution.current == .development)
        #endif
    }
}

private struct Scrolled: Codable { var n = 0 }
private struct Scroll: Codable { let secret: String }
private struct Opened: Codable { let secret: String }

/// Safe to share because its state is only used under `lock`.
private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [ObservedAction] = []

    var actions: [ObservedAction] { lock.withLock { list } }

    @Sendable func add(_ action: ObservedAction) { lock.withLock { list.append(action) } }
}

/// Safe to share because it is set before the first action.
private final class Recorders: @unchecked Sendable {
    var recorder: Recorder<Int>?
}
