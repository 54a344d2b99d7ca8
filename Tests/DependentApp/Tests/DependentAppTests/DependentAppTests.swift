import DependentApp
import Foundation
@testable import Rewind
import RewindAnswers
import Testing

@Suite struct DependentAppTests {
    private let folder = URL.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "a.rewind") }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test func `An app without the tool's packages records, undoes and reads its session`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = App(recorder: try Recorder(recordingTo: file))
        for meters in 1...5 { app.store.dispatch(Drive(meters: meters)) }
        try app.undo()
        #expect(app.store.state.meters == 10)
        app.recorder.flush(atMost: .seconds(60))
        let session = try Session(opening: file)
        #expect(try session.value(at: session.seq(of: "cursor"), "/meters") == 10)
        #expect(try session.answer(History("/meters")).writes.map(\.new) == [0, 1, 3, 6, 10])
        app.recorder.close()
    }

    @Test func `Previews and tests are not recorded`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sessions = SessionFolder(folder.appending(path: "Sessions"))
        let app = App(recorder: Recorder(in: sessions))
        app.store.dispatch(Drive(meters: 1))
        app.recorder.flush(atMost: .seconds(60))
        #expect(app.store.state.meters == 1)
        #expect(sessions.sessions().isEmpty)
    }

    #if canImport(ObjectiveC)
    @Test func `Numbers of Objective-C are recorded with their types`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = App(recorder: try Recorder(recordingTo: file))
        let details: [String: Any] = [
            "zero": NSNumber(value: 0), "one": NSNumber(value: 1), "five": NSNumber(value: 5),
            "true": NSNumber(value: true), "false": NSNumber(value: false), "half": NSNumber(value: 0.5),
        ]
        app.store.dispatch(Describe(details: details))
        app.recorder.close()
        let value = try Session(opening: file).value(at: 2, "/details")
        #expect(value == ["zero": 0, "one": 1, "five": 5, "true": true, "false": false, "half": 0.5])
    }

    @Test func `Objects that encoding puts into the autorelease pool are released`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let recorder = try Recorder<Leaky>(recordingTo: file)
        recorder.recordInitialState(Leaky(count: 0))
        for count in 1...100 {
            recorder.record(Drive(meters: count), resultingIn: Leaky(count: count))
            recorder.flush(atMost: .seconds(60))
        }
        let deadline = Date(timeIntervalSinceNow: 10)
        while Leaky.Object.living.value > 2, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
        #expect(Leaky.Object.living.value <= 2)
        recorder.close()
    }

    @Test func `The folder of sessions is excluded from backups`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let sessions = SessionFolder(folder, keeping: 1, isEnabled: true, environment: [:], arguments: [])
        Recorder<Trip>(in: sessions).close()
        #expect(try folder.resourceValues(forKeys: [.isExcludedFromBackupKey]).isExcludedFromBackup == true)
        #expect(sessions.sessions().count == 1)
    }
    #endif
}

#if canImport(ObjectiveC)
/// A state whose encoding autoreleases an object.
private struct Leaky: Encodable {
    var count: Int

    func encode(to encoder: any Encoder) throws {
        _ = Unmanaged.passRetained(Object()).autorelease()
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }

    final class Object: NSObject {
        static let living = Counter()

        override init() {
            super.init()
            Self.living.add(1)
        }

        deinit {
            Self.living.add(-1)
        }
    }

    /// Safe to share because its mutable state is only accessed under `lock`.
    final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        var value: Int { lock.withLock { count } }
        func add(_ number: Int) { lock.withLock { count += number } }
    }
}
#endif
