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
    private var app: Tree {
        get throws { .string(try #require(try SteeringFolder(of: url)).app) }
    }

    private func members(until seconds: Double = 60) throws -> [(String, Tree)] {
        let until = Int64((Date().timeIntervalSince1970 + seconds) * 1_000_000)
        return [("app", try app), ("until", .integer(until))]
    }

    private func text(_ request: SteeringRequest) throws -> [UInt8] {
        Array(Tree(members: try members() + request.members).text.utf8)
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

    @Test func `The mailbox takes each request once and answers it`() throws {
        let requests: [SteeringRequest] = [
            .undo(1), .redo(7), .jump(to: 0), .play(.recorded(times: 2)), .play(.steady(perSecond: 0.5)), .pause,
            .dispatch(type: "A.b", payload: ["text": "é", "n": [1, 2.5, .null]]), .lock, .unlock, .status,
            .bookmark(.set(Bookmark(name: "é", seq: 0, note: "n", at: -1), replacing: "a")),
            .bookmark(.set(Bookmark(name: "b", seq: 9, at: 5))), .bookmark(.delete(name: "b")),
        ]
        for request in requests {
            try put(text(request))
            let envelope = try #require(try envelopes().first)
            #expect(try envelope.request.get() == request)
            #expect(try taken() == [])
            mailbox.answer(answer, to: envelope)
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
            if round % 4 != 2, bytes != sound { #expect(throws: SteeringRefusal.self) { try envelope.request.get() } }
            mailbox.answer(answer, to: envelope)
        }
    }

    @Test(
        arguments: [
            #""verb":"undo""#, #""verb":"undo","count":0"#, #""verb":"undo","count":-1"#,
            #""verb":"undo","count":"1""#,
            #""verb":"undo","count":1e99"#, #""verb":"undo","count":9223372036854775807"#,
            #""verb":"redo","count":1.5"#,
            #""verb":"jump","seq":-1"#, #""verb":"jump","seq":99999999999999999999999"#, #""verb":"play""#,
            #""verb":"play","times":0"#, #""verb":"play","times":-1"#, #""verb":"play","perSecond":1e300"#,
            #""verb":"play","times":"nan""#, #""verb":"dispatch""#, #""verb":"dispatch","type":"A""#,
            #""verb":"dispatch","payload":{}"#, #""verb":"dispatch","type":1,"payload":{}"#, #""verb":"exec""#,
            #""verb":1"#, #""Verb":"status""#,
        ]
    )
    func `A request with unknown words is refused`(_ members: String) throws {
        let head = Tree(members: try self.members()).text.dropLast()
        try put(Array("\(head),\(members)}".utf8))
        let envelope = try #require(try envelopes().first)
        #expect(throws: SteeringRefusal.self) { try envelope.request.get() }
    }

    @Test func `A request that is nested too deeply or too long is not taken`() throws {
        let head = Tree(members: try members()).text.dropLast()
        let nested = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
        try put(Array("\(head),\"verb\":\"dispatch\",\"type\":\"A\",\"payload\":\(nested)}".utf8))
        try put([UInt8](repeating: UInt8(ascii: " "), count: 1 << 20) + text(.undo(1)))
        // A sparse file that is larger than the disk.
        let sparse = try put([])
        #expect(truncate(sparse, 1 << 40) == 0)
        let envelopes = try envelopes()
        #expect(envelopes.count == 3)
        for envelope in envelopes { #expect(throws: SteeringRefusal.self) { try envelope.request.get() } }
        try put(text(.undo(1)))
        #expect(try taken() == [.undo(1)])
    }

    @Test func `The mailbox follows no links and does not block`() throws {
        let outside = folder.url.path + "/outside"
        try Data(text(.undo(1))).write(to: URL(fileURLWithPath: outside))
        chmod(outside, 0o600)
        func name() -> String { path + "/" + SteeringFiles.request(SteeringClient.newID()) }
        #expect(symlink(outside, name()) == 0)
        #expect(symlink("/dev/zero", name()) == 0)
        #expect(symlink(path, name()) == 0)
        #expect(mkfifo(name(), 0o600) == 0)
        #expect(mkdir(name(), 0o700) == 0)
        #expect(chmod(try put(text(.undo(2))), 0o640) == 0)
        #expect(try taken() == [])
        #expect(FileManager.default.fileExists(atPath: outside))
        // Only the folder itself remains.
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 2)
        try put(text(.undo(3)))
        #expect(try taken() == [.undo(3)])
    }

    @Test(.enabled(if: geteuid() == 0, "Only root can give files away."))
    func `A request of another user is not taken`() throws {
        #expect(chown(try put(text(.undo(1))), 1, 1) == 0)
        #expect(try taken() == [])
        #expect(chown(path, 1, 1) == 0)
        #expect(throws: SessionError.notPermitted(path: path)) { try SteeringFolder(of: url) }
    }

    @Test func `A late request or one for another app is refused`() throws {
        let withoutApp = try text(.undo(1))
        mailbox.close()
        let mailbox = try SteeringMailbox(openingFor: url)
        func reason() throws -> SteeringRefusal.Reason? {
            guard case .failure(let refusal) = mailbox.takeRequests()?.first?.request else { return nil }
            return refusal.reason
        }
        try put(withoutApp)
        #expect(try reason() == .late)
        try put(Array(Tree(members: members(until: -1) + SteeringRequest.undo(1).members).text.utf8))
        #expect(try reason() == .late)
        try put(Array(Tree(members: [("app", app)] + SteeringRequest.undo(1).members).text.utf8))
        #expect(try reason() == .malformed)
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
        try put(text: .undo(1))
        #expect(mailbox.takeRequests() == nil)
        mailbox.close()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    private func put(text request: SteeringRequest) throws {
        try put(Array(Tree(members: [("app", ""), ("until", 0)] + request.members).text.utf8))
    }

    @Test(arguments: [false, true])
    func `A mailbox does not open in a folder that others can write, or through a link`(isLink: Bool) throws {
        mailbox.close()
        let elsewhere = folder.url.path + "/elsewhere"
        #expect(mkdir(isLink ? elsewhere : path, 0o700) == 0)
        if isLink { #expect(symlink(elsewhere, path) == 0) } else { chmod(path, 0o777) }
        #expect(throws: SessionError.self) { try SteeringMailbox(openingFor: url) }
        #expect(FileManager.default.fileExists(atPath: path))
    }
}
