import Foundation
import RewindServer
import RewindSession
import TestSupport
import Testing

@testable import RewindListen

@Suite struct ListenAccessTests {
    private static let token = "00112233445566778899aabbccddeeff"

    @Test(
        "Without a token, only clients of this machine and pages of its loopback addresses are admitted",
        arguments: [
            ("127.0.0.1:8000", nil, true), ("localhost:8000", nil, true), ("[::1]:8000", nil, true),
            ("LOCALHOST", nil, true), ("127.4.5.6:1", nil, true), ("0.0.0.0:8000", nil, true),
            ("[::ffff:127.0.0.1]:8000", nil, true), ("[::FFFF:127.0.0.1]", "http://app.localhost:3000", true),
            ("app.localhost:8000", nil, true), ("[::]:8000", nil, true), ("0.0.0.0:8000", "https://a.example", false),
            ("10.0.0.0:8000", nil, false), ("[::ffff:10.0.0.1]:8000", nil, false), ("a-localhost", nil, false),
            ("localhost:8000", "http://localhost:3000", true), ("localhost:8000", "https://[::1]:3000", true),
            ("localhost:8000", "http://127.0.0.1", true),
            (nil, nil, false), ("attacker.example:8000", nil, false), ("localhost.attacker.example", nil, false),
            ("127.0.0.1.attacker.example", nil, false), ("192.168.1.2:8000", nil, false),
            ("localhost:8000", "https://attacker.example", false), ("localhost:8000", "null", false),
            ("localhost:8000", "http://localhost.attacker.example", false), ("localhost:8000", "", false),
            ("localhost:8000", "http://127.0.0.1.attacker.example:80", false),
        ] as [(String?, String?, Bool)]
    )
    func withoutToken(host: String?, origin: String?, isAdmitted: Bool) {
        let local = ListenAccess(token: Self.token, host: "127.0.0.1")
        #expect((local.refusal(host: host, origin: origin, token: nil) == nil) == isAdmitted)
        let remote = ListenAccess(token: Self.token, host: "192.168.1.2")
        #expect(remote.refusal(host: host, origin: origin, token: nil) != nil)
        #expect(local.refusal(host: host, origin: origin, token: nil, needsToken: true) != nil)
    }

    @Test("The token admits from everywhere, and a wrong one from nowhere", arguments: ["127.0.0.1", "0.0.0.0", "::"])
    func token(host: String) {
        let access = ListenAccess(token: Self.token, host: host)
        #expect(access.refusal(host: "a.example", origin: "http://b.example", token: Self.token) == nil)
        #expect(access.isLocal == (host == "127.0.0.1"))
        for wrong in ["", "0", Self.token + "0", Self.token.uppercased(), String(Self.token.dropLast())] {
            #expect(access.refusal(host: "localhost", origin: nil, token: wrong) != nil)
        }
    }

    @Test("The token stays the same until its file is removed, and only its owner can read it")
    func tokenFile() throws {
        let folder = TemporaryFolder()
        let url = folder.url.appending(path: "token")
        let token = try KeptToken.read(at: url)
        #expect(token.count == 32)
        #expect(try KeptToken.read(at: url) == token)
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["token"])
        try FileManager.default.removeItem(at: url)
        #expect(try KeptToken.read(at: url) != token)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
        #expect(throws: ServerError.unusableToken(path: url.path)) { try KeptToken.read(at: url) }
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        #expect(throws: ServerError.unusableToken(path: url.path)) { try KeptToken.read(at: url) }
    }

    @Test func `Refusals are counted, and each tenfold number is reported`() {
        let counts = RefusalCounts()
        let reported = (1...1_000).filter { number in counts.add("a") == number }
        #expect(reported == [1, 10, 100, 1_000])
        #expect(counts.add("b") == 1)
        let event = ListenEvent.refused("there are too many connections", count: 10)
        #expect("\(event)" == "10 clients were refused: there are too many connections.")
    }
}
