import Foundation
import RewindRemote
import TestSupport
import Testing

@testable import RewindListen

@Suite(.ownThreads) struct CollectorTests {
    private static let key = String(repeating: "5a", count: 16)

    private let folder = TemporaryFolder()

    private func collecting(
        _ limits: CollectLimits = CollectLimits(),
        _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        let keys = try CollectKeys(parsing: "app=\(Self.key)")
        let collector = try Collector(in: folder.url, keys: keys, limits: limits) { _ in }
        try await collector.run(host: "127.0.0.1", port: 0, body)
    }

    private func post(
        _ body: String,
        key: String? = key,
        path: String = LinkPath.rows,
        from address: String? = nil,
        length: String? = nil,
        port: Int
    ) throws -> HTTPExchange {
        let lines = [
            "POST \(path) HTTP/1.1", "Host: a", "Connection: close", length ?? "Content-Length: \(body.utf8.count)",
            key.map { "Authorization: Bearer \($0)" }, address.map { "X-Forwarded-For: 8.8.8.8, \($0)" },
        ]
        return try HTTPExchange(lines.compactMap { $0 }.joined(separator: "\r\n") + "\r\n\r\n" + body, port: port)
    }

    private static func head(session: String = UUID().uuidString) -> String {
        """
        {"after":{"action":0,"chunk":0,"snapshot":-1},"app":"","file":"","restarts":false,"session":"\(session)",\
        "steered":false,"version":2}

        """
    }

    @Test(
        "Keys are read from pairs, and others are refused without being shown",
        arguments: [
            (" , ", .malformedKey(number: 1)), ("app", .malformedKey(number: 1)),
            ("app=\(String(key.dropLast()))", .malformedKey(number: 1)), ("App=\(key)", .malformedKey(number: 1)),
            ("app=\(key),../a=\(key)", .malformedKey(number: 2)), ("quarantine=\(key)", .malformedKey(number: 1)),
            ("app=\(key) \(key)", .malformedKey(number: 1)),
        ] as [(String?, CollectError)]
    )
    func malformedKeys(text: String?, error: CollectError) {
        #expect(throws: error) { try CollectKeys(parsing: text) }
    }

    @Test("Without keys, an example is shown", arguments: ["", nil])
    func noKeys(text: String?) {
        #expect {
            try CollectKeys(parsing: text)
        } throws: { error in
            guard case CollectError.noKeys(let key) = error else { return false }
            return (try? CollectKeys(parsing: "app=\(key)")) != nil
        }
    }

    @Test("An app may have several keys")
    func severalKeys() throws {
        let others = (1...2).map { String(repeating: "\($0)", count: 40) }
        let keys = try CollectKeys(parsing: "a=\(Self.key), a=\(others[0]),b.c=\(others[1])\n")
        #expect(keys.app(of: Self.key) == "a")
        #expect(others.map(keys.app) == ["a", "b.c"])
        for wrong in ["", "a", Self.key + "0", String(Self.key.dropLast()), Self.key.uppercased()] {
            #expect(keys.app(of: wrong) == nil)
        }
    }

    @Test("A client may send a burst, and then as much as it gets with time")
    func rates() {
        var limiter = RateLimiter(CollectLimits.Rate(burst: 100, perSecond: 10))
        let start = ContinuousClock.now
        #expect(limiter.wait("a", 60, at: start) == nil)
        #expect(limiter.wait("a", 60, at: start) == 2)
        #expect(limiter.wait("b", 60, at: start) == nil)
        #expect(limiter.wait("a", 60, at: start + .seconds(1.9)) != nil)
        #expect(limiter.wait("a", 60, at: start + .seconds(2)) == nil)
        #expect(limiter.wait("a", 1_000, at: start + .seconds(11)) == 1)
        #expect(limiter.wait("a", 1_000, at: start + .seconds(12)) == nil)
        #expect(limiter.wait("a", 1, at: start + .seconds(13)) == 90)
        for number in 0..<30_000 { _ = limiter.wait("\(number)", 60, at: start + .seconds(200)) }
        #expect(limiter.wait("29999", 60, at: start + .seconds(200)) == 2)
    }

    @Test("Other requests, and those without a valid key, are refused with a sentence")
    func refusals() async throws {
        try await collecting { (port: Int) async throws -> Void in
            let exchanges = [
                (401, try post(Self.head(), key: nil, port: port)), (401, try post(Self.head(), key: "a", port: port)),
                (401, try post(String(repeating: "a", count: 3 << 20), key: "a", port: port)),
                (404, try post("", path: "/link/request", port: port)), (404, try post("", path: "/", port: port)),
                (404, try post("", path: "/socketcluster/", port: port)),
                (405, try HTTPExchange.get(LinkPath.rows, port: port)),
                (411, try post("0\r\n\r\n", length: "Transfer-Encoding: chunked", port: port)),
                (413, try post(String(repeating: "a", count: (16 << 20) + 1), port: port)),
                (400, try post("", port: port)),
            ]
            for (status, exchange) in exchanges {
                #expect(exchange.status == status)
                #expect(exchange.body.hasSuffix(".\n"))
            }
            #expect(try folder.contents == [".lock"])
        }
    }

    @Test("Hostile rows are answered with a sentence, and leave nothing")
    func hostileRows() async throws {
        let deep = String(repeating: "[", count: 1 << 20)
        let rows = [
            "nonsense", deep, "[\"chunk\",9,null,null]", "[\"sqlite_schema\",1]",
            "[\"action\",9,8,0,1,null,null,null,\"done\",null,null,0,null,null]",
            "[\"action\",1,0,0,1,null,\"no patch\",null,\"done\",null,null,0,null,null]",
            "[\"session\",\"pruned_through\",\"4611686018427387904\"]", "[\"snapshot\",0,1,{\"blob\":\"0\"}]",
            "[\"session\",{\"blob\":\"00\"},null]",
            String(repeating: "[1]\n", count: 1 << 20), "[\"session\",\"prune" + String(repeating: "\u{0}", count: 99),
        ]
        try await collecting { (port: Int) async throws -> Void in
            for session in ["../../a", "", "a/b", String(repeating: "9", count: 1 << 20)] {
                #expect(try post(Self.head(session: session), port: port).status == 400)
            }
            for row in rows {
                let exchange = try post(Self.head() + row, port: port)
                #expect(exchange.status == 400, "\(row.prefix(80))")
                #expect(exchange.body.hasSuffix(".\n"))
            }
            #expect(try sessions() == [])
        }
    }

    @Test("A session with many types, and one that ends without actions, are kept apart")
    func oddSessions() async throws {
        let types = (1...100_000).map { "[\"action_type\",\($0),\"T\($0)\",\"codable\"]\n" }.joined()
        let end = "[\"session\",\"ended_at\",\"1\"]\n"
        try await collecting { port in
            for rows in [types + end, end] {
                #expect(try post(Self.head() + rows, port: port).body.contains("\"complete\":true"))
            }
            try await waitUntil { try sessions().filter { $0.hasPrefix("quarantine") }.count == 2 }
            #expect(try sessions().count == 2)
        }
    }

    @Test("An address that the proxy names may not send too much, nor may all with its prefix")
    func addressRate() async throws {
        var limits = CollectLimits()
        limits.addressRate = CollectLimits.Rate(burst: 40_000, perSecond: 1)
        try await collecting(limits) { (port: Int) async throws -> Void in
            for (first, second) in [("1.2.3.4", "1.2.3.4"), ("2001:db8:1:2::5", "2001:db8:1:2:3::9")] {
                for _ in 1...2 { #expect(try post(Self.head(), from: first, port: port).status == 200) }
                let exchange = try post(Self.head(), from: second, port: port)
                #expect(exchange.status == 429)
                #expect(exchange.headers["retry-after"].flatMap { Int($0) } ?? 0 > 9_000)
            }
            #expect(try post(Self.head(), from: "1.2.3.5", port: port).status == 200)
            #expect(try post(Self.head(), from: "nonsense", port: port).status == 200)
        }
    }

    @Test("A full folder takes no more rows, and one server uses it")
    func fullFolder() async throws {
        var limits = CollectLimits()
        limits.spoolBytes = 200_000
        let type = "[\"action_type\",1,\"" + String(repeating: "T", count: 90_000) + "\",\"codable\"]\n"
        try await collecting(limits) { port in
            #expect(try post(Self.head() + type, port: port).status == 200)
            let exchange = try post(Self.head() + type + type.replacing("1", with: "2"), port: port)
            #expect(exchange.status == 503)
            #expect(exchange.headers["retry-after"] == "600")
            #expect(try sessions().count == 1)
            await #expect(throws: CollectError.spoolInUse(path: folder.url.path)) { try await collecting { _ in } }
        }
    }

    @Test("A session whose file somebody removed begins again")
    func removedFile() async throws {
        let body = Self.head(session: UUID().uuidString) + "[\"session\",\"app\",\"A\"]\n"
        try await collecting { port in
            #expect(try post(body, port: port).status == 200)
            try FileManager.default.removeItem(at: folder.file("app"))
            #expect(try post(body, port: port).status == 200)
            #expect(try sessions().count == 1)
        }
    }

    private func sessions() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix(".rewind") }
    }
}
