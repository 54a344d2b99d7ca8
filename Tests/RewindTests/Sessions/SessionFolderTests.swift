import Foundation
import RewindStore
import RewindTimeline
import TestSupport
import Testing
@testable import Rewind

@Suite struct SessionFolderTests {
    /// 2026-11-23 20:15:03 UTC, in microseconds since 1970.
    private static let start: Int64 = 1_795_464_903_999_999

    private let parent: TemporaryFolder
    private var url: URL { parent.url.appending(path: "Library/Sessions") }

    init() throws {
        parent = TemporaryFolder()
    }

    @Test func `By default, the folder is one of the app alone`() {
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let url = SessionFolder().url
        #expect(url.pathComponents.suffix(2) == [name, "Sessions"])
        #expect(url.path.hasPrefix("/"))
    }

    @Test func `A folder is created for its owner only, and its sessions are named by UTC date`() throws {
        let recorder = Recorder<AppState>(in: folder(), options: options())
        record(1, with: recorder)
        recorder.close()
        #expect(try contents == ["2026-11-23T201503Z.rewind"])
        #expect(try #require(recorder.url).lastPathComponent == "2026-11-23T201503Z.rewind")
        #expect(try Timeline(opening: #require(recorder.url)).last == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func `Several recordings can start in the same second`() throws {
        let recorders = (1...3).map { _ in Recorder<AppState>(in: folder(), options: options()) }
        for (count, recorder) in zip(1..., recorders) {
            record(count, with: recorder)
            recorder.close()
        }
        #expect(try contents == (3...5).map { "2026-11-23T20150\($0)Z.rewind" })
        #expect(try recorders.map { try Timeline(opening: #require($0.url)).last } == [1, 2, 3])
    }

    @Test func `The newest sessions, the live one and files with other names are kept`() throws {
        let others = [
            "2026-11-23T20150Z.rewind", "2026-11-23T201500Z.rewind.txt", "2026-11-23 201500Z.rewind", "a.rewind",
            "٢026-11-23T201500Z.rewind",
        ]
        let first = Recorder<AppState>(in: folder(), options: options())
        for name in others { try Data().write(to: url.appending(path: name)) }
        for second in 1...6 { Recorder<AppState>(in: folder(), options: options(after: second)).close() }
        folder(keeping: 2).removeOldSessions(now: Self.start)
        let kept = ["2026-11-23T201503Z.rewind", "2026-11-23T201508Z.rewind", "2026-11-23T201509Z.rewind"]
        #expect(folder().sessionURLs().map(\.lastPathComponent) == kept.reversed())
        #expect(try Set(contents).isSuperset(of: others + kept))
        first.close()
        folder(keeping: 0).removeOldSessions(now: Self.start)
        #expect(try contents == (others + kept.suffix(1)).sorted())
    }

    @Test func `Old sessions are deleted when a recording starts`() {
        for second in 0..<4 { Recorder<AppState>(in: folder(keeping: 2), options: options(after: second)).close() }
        #expect(eventually { folder().sessions().count <= 2 })
        #expect(
            folder().sessionURLs().map(\.lastPathComponent)
                == ["2026-11-23T201506Z.rewind", "2026-11-23T201505Z.rewind"]
        )
    }

    @Test(arguments: Durability.allCases)
    func `A disabled folder leaves the store as it would be without a recorder`(durability: Durability) throws {
        var options = options()
        options.durability = durability
        let recorder = Recorder<AppState>(in: folder(isEnabled: false), options: options)
        #expect(record(3, with: recorder) == 3)
        recorder.flush(atMost: .seconds(60))
        recorder.close()
        #expect(recorder.dispatchedCount == 0)
        #expect(recorder.droppedCount == 0)
        #expect(try parent.contents == [])
        #expect(folder().sessions() == [])
    }

    @Test func `A folder that cannot be created is reported, and the store works`() throws {
        try Data().write(to: parent.url.appending(path: "Library"))
        let problems = Problems()
        var options = options()
        options.onProblem = problems.tell
        let recorder = Recorder<AppState>(in: folder(), options: options)
        #expect(record(3, with: recorder) == 3)
        recorder.flush(atMost: .seconds(60))
        #expect(problems.wait { if case .notRecording = $0 { true } else { false } })
        #expect(recorder.dispatchedCount == 0)
    }

    @Test func `A folder in the container of an app group is refused`() throws {
        let container = parent.url.appending(path: "Containers/Shared/AppGroup/7F1B/Library")
        let problems = Problems()
        var options = options()
        options.onProblem = problems.tell
        let recorder = Recorder<AppState>(in: folder(at: container.appending(path: "Sessions")), options: options)
        #expect(recorder.url == nil)
        let error = RecorderError(
            .inAppGroup,
            path: folder(at: container.appending(path: "Sessions")).url(at: Self.start).path
        )
        #expect(problems.wait { $0 == .notRecording(error) })
        #expect(error.description.hasSuffix("Record into the app's own container."))
        try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
        let file = container.appending(path: "a.rewind")
        #expect(throws: RecorderError(.inAppGroup, path: file.path)) { try Recorder<AppState>(recordingTo: file) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `A folder is disabled in this test`() throws {
        Recorder<AppState>(in: SessionFolder(url)).close()
        #expect(try parent.contents == [])
    }

    @Test(arguments: [
        (["XCODE_RUNNING_FOR_PREVIEWS": "1"], ["/App.app/App"], true),
        (["XCODE_RUNNING_FOR_PREVIEWS": "0"], ["/App.app/App"], false),
        (["XCTestConfigurationFilePath": ""], ["/App.app/App"], true),
        (["XCTestSessionIdentifier": "1"], ["/App.app/App"], true),
        ([:], ["/usr/bin/xctest", "Tests.xctest"], true),
        ([:], [".build/debug/AppPackageTests.xctest"], true),
        ([:], ["/usr/libexec/swift/pm/swiftpm-testing-helper"], true),
        ([:], ["App", "--testing-library", "swift-testing"], true),
        ([:], ["/App.app/App", "-AppleLanguages", "(de)"], false),
        (["HOME": "/xctest"], ["/xctest/App"], false),
        ([:], [], false),
    ])
    func `A folder is disabled in previews and tests`(
        environment: [String: String],
        arguments: [String],
        isPreviewOrTest: Bool
    ) {
        let folder = SessionFolder(
            url,
            keeping: 1,
            isEnabled: true,
            environment: environment,
            arguments: arguments
        )
        #expect(folder.isEnabled == !isPreviewOrTest)
    }

    // MARK: Helpers

    private var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    /// Returns the folder as in an app that runs outside of previews and tests.
    private func folder(at url: URL? = nil, keeping limit: Int = 10, isEnabled: Bool = true) -> SessionFolder {
        SessionFolder(url ?? self.url, keeping: limit, isEnabled: isEnabled, environment: [:], arguments: [])
    }

    private func options(after seconds: Int = 0) -> RecorderOptions {
        var options = RecorderOptions()
        options.now = { Self.start + Int64(seconds) * 1_000_000 }
        return options
    }

    /// Dispatches actions to a recorded store. Returns their sum.
    @discardableResult
    private func record(_ count: Int, with recorder: Recorder<AppState>) -> Int {
        let store = Store<AppState>(reducer: reduce, state: AppState(), middleware: [recorder.middleware()])
        for _ in 0..<count { store.dispatch(Add(amount: 1)) }
        return store.state.count
    }
}
