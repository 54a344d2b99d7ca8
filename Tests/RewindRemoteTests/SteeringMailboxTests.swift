import Foundation
import RewindTree
import TestSupport
import Testing

@testable import RewindRemote
@testable import RewindSession

/// The requests that an app accepts from the folder beside its session, which may contain any file.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct SteeringMailboxTests {
    private let folder = TemporaryFolder()
    private let mailbox: SteeringMailbox
    private var url: URL { folder.session() }
    private var path: String { SteeringFiles.path(for: url) }

    init() throws {
        mailbox = try SteeringMailbox(openingFor: folder.session())
    }

    /// The identifier of the app that owns the folder.
    private var app: String {
        get throws { try #require(try SteeringFolder(of: url)).opening.app }
    }

    private func text(_ request: SteeringRequest, until seconds: Double = 60) throws -> [UInt8] {
        let until = Int64((Date().timeIntervalSince1970 + seconds) * 1_000_000)
        return AddressedRequest(app: try app, until: until, request: request).bytes
    }

    /// Returns the contents of a file of a request, which is the text of any JSON value.
    private func text(ofRequest json: String) throws -> [UInt8] {
        let pause = String(decoding: try text(.pause), as: UTF8.self)
        return Array(pause.replacing(#"{"pause":{}}"#, with: json).utf8)
    }

    /// Writes a request into the folder. Returns its path.
    @discardableResult
    private func put(_ bytes: [UInt8], as id: String = SteeringClient.newID()) throws -> String {
        let file = path + "/" + SteeringFiles.request(id)
        let draft = path + "/draft"
        try Data(bytes).write(to: URL(fileURLWithPath: draft))
        chmod(draft, 0o600)
        #expect(rename(draft, file) == 0)
        return file
    }

    /// Returns the requests that the app accepts.
    private func taken() throws -> [SteeringRequest] {
        try envelopes().compactMap { try? $0.request.get() }
    }

    private func envelopes() throws -> [SteeringMailbox.Envelope] {
        var envelopes: [SteeringMailbox.Envelope] = []
        for _ in 0..<40 {
            let next = try #require(mailbox.takeRequests())
            if next.isEmpty { break }
            envelopes += next
        }
        return envelopes
    }

    private static func refusal(of envelope: SteeringMailbox.Envelope) -> Refusal? {
        if case .failure(let refusal) = envelope.request { refusal } else { nil }
    }

    @Test func `The mailbox takes each request once and answers it`() throws {
        let requests: [SteeringRequest] = [
            .undo(count: 1), .redo(count: 7), .jump(to: 0), .play(times: 2),
            .playSteadily(perSecond: 0.5), .pause, .toggle(seq: 1), .load(history: ["a": 1]),
            .dispatch(type: "A.b", payload: ["text": "é", "n": [1, 2.5, .null]]), .lock, .unlock, .status,
            .bookmark(change: .set(Bookmark(name: "é", seq: 0, note: "n", at: -1), replacing: "a")),
            .bookmark(change: .set(Bookmark(name: "b", seq: 9, at: 5))), .bookmark(change: .delete(name: "b")),
        ]
        for request in requests {
            try put(text(request))
            let envelope = try #require(try envelopes().first)
            #expect(try envelope.request.get() == request)
            #expect(try taken() == [])
            mailbox.answer(.success(answer), to: envelope)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == requests.count + 1)
    }

    private var answer: SteeringAnswer {
        SteeringAnswer(from: 1, position: 2, last: 3, tip: 3, isPlaying: true, isLocked: false)
    }

    private func noise(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test func `The mailbox survives random bytes`() throws {
        var random = SplitMix64(seed: 1)
        let sound = try text(.dispatch(type: "Add", payload: ["text": "abc"]))
        for round in 0..<Thoroughness.count(300, orInFull: 5000) {
            var bytes = sound
            switch round % 4 {
            case 0: bytes = noise(Int.random(in: 0...400, using: &random), &random)
            case 1: bytes = Array(sound.prefix(Int.random(in: 0..<sound.count, using: &random)))
            case 2:
                for _ in 0...2 {
                    bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
                }
            default: bytes += noise(20, &random)
            }
            try put(bytes)
            let envelope = try #require(try envelopes().first)
            // Some changes still leave a valid request; all others must be refused.
            if round % 4 != 2, bytes != sound { #expect(throws: Refusal.malformed) { try envelope.request.get() } }
            mailbox.answer(.success(answer), to: envelope)
        }
    }

    @Test(
        arguments: [
            #"{"undo":{}}"#, #"{"undo":{"count":0}}"#, #"{"undo":{"count":-1}}"#, #"{"undo":{"count":"1"}}"#,
            #"{"undo":{"count":1e99}}"#, #"{"undo":{"count":9223372036854775807}}"#, #"{"redo":{"count":1.5}}"#,
            #"{"jump":{"to":-1}}"#, #"{"jump":{"to":99999999999999999999999}}"#, #"{"toggle":{"seq":0}}"#,
            #"{"play":{}}"#, #"{"play":{"times":0}}"#, #"{"play":{"times":-1}}"#, #"{"play":{"times":"nan"}}"#,
            #"{"playSteadily":{"perSecond":1e300}}"#, #"{"dispatch":{}}"#, #"{"dispatch":{"type":"A"}}"#,
            #"{"dispatch":{"payload":{}}}"#, #"{"dispatch":{"type":1,"payload":{}}}"#, #"{"exec":{}}"#,
            #"{"Status":{}}"#, #"{"status":{},"pause":{}}"#, "{}", "1", #""status""#,
        ]
    )
    func `A request with unknown words is refused`(_ json: String) throws {
        try put(text(ofRequest: json))
        let envelope = try #require(try envelopes().first)
        #expect(throws: Refusal.malformed) { try envelope.request.get() }
    }

    @Test func `A request that is nested too deeply or too long is not taken`() throws {
        let nested = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        try put(text(ofRequest: #"{"dispatch":{"type":"A","payload":\#(nested)}}"#))
        try put([UInt8](repeating: UInt8(ascii: " "), count: 1 << 20) + text(.undo(count: 1)))
        // A sparse file that is larger than the disk.
        let sparse = try put([])
        #expect(truncate(sparse, 1 << 40) == 0)
        let envelopes = try envelopes()
        #expect(envelopes.map(Self.refusal) == [.malformed, .unreadable, .unreadable])
        try put(text(.undo(count: 1)))
        #expect(try taken() == [.undo(count: 1)])
    }

    @Test func `The mailbox follows no links and does not block`() throws {
        let outside = folder.url.path + "/outside"
        try Data(text(.undo(count: 1))).write(to: URL(fileURLWithPath: outside))
        chmod(outside, 0o600)
        func name() -> String { path + "/" + SteeringFiles.request(SteeringClient.newID()) }
        #expect(symlink(outside, name()) == 0)
        #expect(symlink("/dev/zero", name()) == 0)
        #expect(symlink(path, name()) == 0)
        #expect(mkfifo(name(), 0o600) == 0)
        #expect(mkdir(name(), 0o700) == 0)
        #expect(chmod(try put(text(.undo(count: 2))), 0o640) == 0)
        #expect(try taken() == [])
        #expect(FileManager.default.fileExists(atPath: outside))
        // Only the folder itself remains.
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 2)
        try put(text(.undo(count: 3)))
        #expect(try taken() == [.undo(count: 3)])
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give files away."))
    func `A request of another user is not taken`() throws {
        #expect(chown(try put(text(.undo(count: 1))), 1, 1) == 0)
        #expect(try taken() == [])
        #expect(chown(path, 1, 1) == 0)
        #expect(throws: SessionError.notPermitted(path: path)) { try SteeringFolder(of: url) }
    }

    @Test func `A late request or one for another app is refused`() throws {
        let withoutApp = try text(.undo(count: 1))
        mailbox.close()
        let mailbox = try SteeringMailbox(openingFor: url)
        func reason() -> Refusal.Code? { mailbox.takeRequests()?.first.flatMap(Self.refusal)?.code }
        try put(withoutApp)
        #expect(reason() == .late)
        try put(text(.undo(count: 1), until: -1))
        #expect(reason() == .late)
        try put(Array(#"{"app":"\#(try app)","request":{"undo":{"count":1}}}"#.utf8))
        #expect(reason() == .malformed)
    }

    @Test func `Each of a thousand requests is taken once among other files`() async throws {
        let url = url
        let mailbox = mailbox
        for number in 1...1000 { try put(text(.jump(to: number))) }
        let writer = Task.detached {
            // A file replaced while it is read is read as either version, or not at all.
            for number in 0..<300 {
                let name = SteeringFiles.path(for: url) + "/" + SteeringFiles.request(SteeringClient.newID())
                try? Data("x\(number)".utf8).write(to: URL(fileURLWithPath: name))
                try? Data("y\(number)".utf8).write(to: URL(fileURLWithPath: name), options: .atomic)
            }
        }
        var seqs: [Int] = []
        for _ in 0..<2000 where seqs.count < 1000 {
            for envelope in try #require(mailbox.takeRequests()) {
                if case .success(.jump(let seq)) = envelope.request { seqs.append(seq) }
            }
        }
        await writer.value
        #expect(seqs == Array(1...1000))
    }

    @Test func `Opening a mailbox removes only the files of an app that ended`() throws {
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try SteeringMailbox(openingFor: url) }
        mailbox.close()
        #expect(mailbox.takeRequests() == nil)
        #expect(try folder.contents == [])
        // The folder that a killed process leaves, without locks.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        chmod(path, 0o700)
        for name in ["open", "open-new", SteeringFiles.request(SteeringClient.newID()), "mine.txt"] {
            try Data("{}".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
            chmod(path + "/" + name, 0o600)
        }
        #expect(try SteeringFolder(of: url) == nil)
        let next = try SteeringMailbox(openingFor: url)
        #expect(next.takeRequests()?.isEmpty == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["mine.txt", "open"])
        next.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["mine.txt"])
    }

    @Test func `The mailbox notices that its folder was removed or replaced`() throws {
        let elsewhere = folder.url.path + "/elsewhere"
        #expect(rename(path, elsewhere) == 0)
        #expect(mailbox.takeRequests() == nil)
        #expect(!mailbox.isOpen)
        #expect(mkdir(path, 0o700) == 0)
        try put(AddressedRequest(app: "", until: 0, request: .undo(count: 1)).bytes)
        #expect(mailbox.takeRequests() == nil)
        mailbox.close()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [false, true])
    func `A mailbox does not open in a folder that others can write, or through a link`(isLink: Bool) throws {
        mailbox.close()
        let elsewhere = folder.url.path + "/elsewhere"
        #expect(mkdir(isLink ? elsewhere : path, 0o700) == 0)
        if isLink { #expect(symlink(elsewhere, path) == 0) } else { chmod(path, 0o777) }
        #expect(throws: isLink ? SessionError(errno: ENOTDIR, path: path) : .notPermitted(path: path)) {
            try SteeringMailbox(openingFor: url)
        }
        #expect(FileManager.default.fileExists(atPath: path))
    }
}
