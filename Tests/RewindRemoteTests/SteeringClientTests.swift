import Foundation
import RewindTree
import TestSupport
import Testing

@testable import RewindRemote
@testable import RewindSession

/// The client's response to the files that it finds beside a session.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct SteeringClientTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private var client: SteeringClient { SteeringClient(of: url) }
    private var path: String { SteeringFiles.path(for: url) }

    init() throws {
        try Data().write(to: folder.session())
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test func `A request that nobody took is withdrawn`() async throws {
        let mailbox = try SteeringMailbox(openingFor: url)
        await #expect(throws: Refusal.noAnswer(seconds: 0.05, isTaken: false)) {
            try await client.send(.undo(count: 1), timeout: .milliseconds(50))
        }
        #expect(try files() == ["open"])
        let task = Task { [client] in try await client.send(.undo(count: 1), timeout: .seconds(60)) }
        try await waitUntil { try files().count > 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try files() == ["open"])
        #expect(mailbox.takeRequests()?.isEmpty == true)
    }

    @Test func `A request that was taken but not answered is reported`() async throws {
        let mailbox = try SteeringMailbox(openingFor: url)
        let task = Task { [client] in try await client.send(.undo(count: 1), timeout: .milliseconds(100)) }
        try await waitUntil { mailbox.takeRequests()?.isEmpty == false }
        await #expect(throws: Refusal.noAnswer(seconds: 0.1, isTaken: true)) { try await task.value }
    }

    @Test func `A client notices that the app ends while it waits`() async throws {
        let mailbox = try SteeringMailbox(openingFor: url)
        let task = Task { [client] in try await client.send(.undo(count: 1), timeout: .seconds(60)) }
        try await waitUntil { try files().count > 1 }
        mailbox.close()
        await #expect(throws: Refusal.notRecorded(path: url.path)) { try await task.value }
    }

    @Test func `An app that is not connected is missed until it is back, or its folder is removed`() throws {
        #expect(client.absentUntil == nil)
        let mailbox = try SteeringMailbox(openingFor: url)
        #expect(client.absentUntil == nil)
        for second in 1...2 {
            mailbox.setAbsent(until: Date(timeIntervalSince1970: Double(second)))
            #expect(client.absentUntil == Int64(second) * 1_000_000)
            #expect(client.isOpen)
        }
        mailbox.setAbsent(until: nil)
        #expect(client.absentUntil == nil)
        #expect(try files() == ["open"])
        mailbox.setAbsent(until: .now)
        mailbox.close()
        #expect(client.absentUntil == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `A malformed answer is ignored`() async throws {
        let mailbox = try SteeringMailbox(openingFor: url)
        for text in ["", "{", "{}", #"{"from":1}"#, String(repeating: "[", count: 100_000)] {
            let task = Task { [client] in try await client.send(.undo(count: 1), timeout: .milliseconds(100)) }
            var envelopes: [SteeringMailbox.Envelope] = []
            while envelopes.isEmpty { envelopes = mailbox.takeRequests() ?? [] }
            let id = try #require(envelopes.first?.id)
            try PrivateFolder(opening: path).write(Array(text.utf8), to: SteeringFiles.answer(id))
            await #expect(throws: Refusal.noAnswer(seconds: 0.1, isTaken: true)) { try await task.value }
        }
    }

    @Test func `A client refuses another version and a request that is too long`() async throws {
        let mailbox = try SteeringMailbox(openingFor: url)
        let payload = Tree.string(String(repeating: "x", count: 1 << 20))
        let error = await #expect(throws: Refusal.self) {
            try await client.send(.dispatch(type: "A", payload: payload))
        }
        #expect(error?.code == .tooLong)
        #expect(try files() == ["open"])
        let file = try Descriptor(opening: path + "/open", O_RDWR)
        #expect(file.write(Array(#"{"app":"a","version":2}"#.utf8), at: 0) && ftruncate(file.number, 23) == 0)
        #expect(!client.isOpen)
        await #expect(throws: Refusal.otherVersion(2)) { try await client.send(.status) }
        withExtendedLifetime(mailbox) {}
    }

    @Test func `A closed travel and an app that has ended are different errors`() async throws {
        await #expect(throws: Refusal.notRecorded(path: url.path)) { try await client.send(.status) }
        let log = try CrashLog(creatingFor: url, medium: .file)
        await #expect(throws: Refusal.notOpen(path: url.path)) { try await client.send(.status) }
        log.leave()
        await #expect(throws: Refusal.gone(path: url.path)) { try await client.send(.status) }
    }
}
