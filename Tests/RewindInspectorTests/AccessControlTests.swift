import Foundation
import RewindInspectorPage
import RewindServer
import TestSupport
import Testing

@testable import RewindInspector

@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10))) struct AccessControlTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    init() throws {
        try InspectedSample(seed: 1, count: 20).write(to: folder.session())
    }

    @Test func `The server accepts the token, which it puts into the address and not into a cookie`() async throws {
        try await SampleServer.run([url]) { server in
            let page = try HTTPExchange.get("/?token=\(server.token)", port: server.port)
            #expect(page.status == 200 && page.headers["set-cookie"] == nil)
            #expect(try server.get("/api/sessions").status == 200)
            // Browsers send cookies to all ports of a host, so that one proves nothing.
            for headers in [["Cookie": "rewind-\(server.port)=\(server.token)"], ["Cookie": "token=\(server.token)"]] {
                let path = "/api/sessions?token=\(server.token)"
                #expect(try HTTPExchange.get(path, port: server.port, headers: headers).status == 403)
            }
        }
    }

    @Test func `A server has the given token, and the first port that is free`() async throws {
        let token = String(repeating: "0123456789abcdef", count: 2)
        func run(on ports: [Int], _ body: (URL) async throws -> Void) async throws {
            let inspector = Inspector([], app: InspectedApp(), version: "1", token: token) { error, _ in
                FailureAnswer("\(error)")
            }
            try await inspector.run(ports: ports, body)
        }
        try await run(on: [0]) { first in
            #expect(first.query() == "token=\(token)")
            let taken = try #require(first.port)
            try await run(on: [taken, 0]) { second in
                let port = try #require(second.port)
                #expect(port != taken)
                let headers = ["Authorization": "Bearer \(token)"]
                #expect(try HTTPExchange.get("/api/sessions", port: port, headers: headers).status == 200)
            }
            await #expect(throws: ServerError.portTaken(taken)) { try await run(on: [taken]) { _ in } }
        }
    }

    @Test func `A link from another site opens the page, which has no data, or a page with the reason`() async throws {
        try await SampleServer.run([url]) { server in
            func follow(_ path: String, site: String = "cross-site", dest: String = "document") throws -> HTTPExchange {
                let headers = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": dest]
                return try HTTPExchange.get(path, port: server.port, headers: headers)
            }
            for site in ["cross-site", "same-site"] {
                let page = try follow("/", site: site)
                #expect(page.status == 200 && page.body.hasPrefix("<!doctype html>"))
                #expect(try follow("/?token=\(server.token)", site: site).status == 200)
                // Only as a page of its own.
                #expect(try follow("/", site: site, dest: "iframe").status == 403)
                for path in ["/api/sessions", "/api/0"] {
                    let refusal = try follow(path, site: site)
                    #expect(refusal.status == 403 && refusal.body.hasPrefix("<!doctype html>"))
                    #expect(refusal.headers["content-type"]?.hasPrefix("text/html") == true)
                    #expect(!refusal.body.contains("Sample"))
                }
            }
        }
    }

    @Test(
        arguments: ["/", "/api/sessions", "/api/0/diff?to=3", "/main.js", "/api/events", "/api/nothing"]
    )
    func `Other clients are refused`(path: String) async throws {
        try await SampleServer.run([url]) { server in
            let wrong = String(server.token.reversed())
            let strangers = [
                [:], ["Authorization": "Bearer \(wrong)"], ["Authorization": server.token], ["Authorization": ""],
            ]
            // The files of the page have no data.
            let isPage = !path.hasPrefix("/api/")
            for headers in strangers {
                #expect(try HTTPExchange.get(path, port: server.port, headers: headers).status == (isPage ? 200 : 403))
            }
            for headers in [
                ["Authorization": server.key, "Host": "evil.example:\(server.port)"],
                ["Authorization": server.key, "Host": "127.0.0.1"], ["Authorization": server.key, "Host": ""],
                ["Authorization": server.key, "Origin": "https://evil.example"],
                ["Authorization": server.key, "Origin": "null"],
                ["Authorization": server.key, "Sec-Fetch-Site": "cross-site"],
                ["Authorization": server.key, "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"],
            ] {
                let answer = try HTTPExchange.get(path, port: server.port, headers: headers)
                #expect(answer.status == 403 || answer.status == 421 || answer.status == 400, "\(headers)")
                #expect(!answer.body.contains("Sample"))
            }
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
    func `Requests that are not for reading are refused`(method: String) async throws {
        try await SampleServer.run([url]) { server in
            let head =
                "\(method) /api/0 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: \(server.key)\r\n"
            let answer = try HTTPExchange(head + "Connection: close\r\nContent-Length: 0\r\n\r\n", port: server.port)
            // POST requests must come from the page itself.
            #expect(answer.status == (method == "POST" ? 403 : 405))
            let origin = "Origin: http://127.0.0.1:\(server.port)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            let own = try HTTPExchange(head + origin, port: server.port)
            #expect(own.status == 405)
        }
    }

    @Test func `The policy allows only the page's scripts, and none in a screen`() async throws {
        try await SampleServer.run([url]) { server in
            let page = try server.get("/")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
            #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
            let frame = try #require(try server.get("/frame.html").headers["content-security-policy"])
            #expect(!frame.contains("script-src") && frame.contains("default-src 'none'"))
            for path in ["/", "/api/sessions", "/nothing"] {
                let answer = try server.get(path)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
                #expect(answer.headers["access-control-allow-origin"] == nil)
            }
        }
    }

    @Test(
        arguments: [
            "/../Package.swift", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/api/../../etc/passwd", "/index.html/..",
            "/api/0/../../../etc/passwd", "/api/-1/rows", "/api/9", "/api/0/nothing", "/api/99999999999999999999",
        ]
    )
    func `The server serves no files but those of the page`(path: String) async throws {
        try await SampleServer.run([url]) { server in
            let answer = try server.get(path)
            #expect(answer.status == 404)
        }
    }

    @Test func `A malformed question gets an error message`() async throws {
        let paths = [
            "diff", "diff?to=x", "diff?to=99", "diff?to=-1", "diff?to=3&from=99", "diff?to=99999999999999999999",
            "state?at=3&pointer=x", "state?at=99", "action?seq=99", "raw?seq=0", "rows?hide=999", "rows?from=x",
            "timeline?axis=depth", "timeline?from=nan", "series?tip=99&pointer=/a", "blame?at=99&pointer=/a",
            "answers/watch?from=1", "answers/watch?from=1&where=at(", "answers/watch?where=load_extension('x')",
            "answers/x", "place?seq=x",
            "rows?filter=touches:x", "series?tip=3&expr=at(", "series?tip=99&expr=seq",
            "series?tip=3&expr=readfile('x')",
        ]
        try await SampleServer.run([url]) { server in
            try await server.indexed(20)
            for path in paths {
                let answer = try server.get("/api/0/" + path.replacing("'", with: "%27"))
                #expect(answer.isWithoutAnswer, "\(path): \(answer.status) \(answer.body)")
                #expect(answer.body.contains("\"error\":"), "\(path)")
            }
            for path in ["rows?from=-5&count=-3", "rows?from=9999&count=9999", "actions?from=-7", "state?at=3&from=-1"]
            {
                #expect(try server.get("/api/0/" + path).status == 200, "\(path)")
            }
        }
    }

    @Test func `Every file of the page is served as in the sources`() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/RewindInspectorPage/Page").standardized
        let names = try FileManager.default.subpathsOfDirectory(atPath: page.path).filter { $0.contains(".") }
        #expect(Set(names) == Set(PageAsset.all.keys))
        try await SampleServer.run([url]) { server in
            for name in names {
                let answer = try server.get("/" + name)
                #expect(answer.status == 200)
                let source = try String(contentsOf: page.appending(path: name), encoding: .utf8)
                #expect(name == "index.html" || answer.body == source)
                let tag = try #require(answer.headers["etag"])
                #expect(try server.get("/" + name, headers: ["If-None-Match": tag]).status == 304)
            }
            // A browser requests three of them.
            let index = try server.get("/").body
            #expect(index.matches(of: /(?:href|src)="([\w.]+)"/).map(\.1) == ["page.js", "page.css"])
            let (script, style) = (try server.get("/page.js").body, try server.get("/page.css").body)
            // The page of a database has its own script, and links its style sheets.
            let fleet = try server.get("/fleet.js").body
            for name in names where !name.hasPrefix("offline") {
                let part = try String(contentsOf: page.appending(path: name), encoding: .utf8)
                let isOfFleet = name.hasPrefix("fleet/")
                if name.hasSuffix(".css"), !isOfFleet { #expect(style.contains(part)) }
                if name.hasSuffix(".js") { #expect((isOfFleet ? fleet : script).contains("'\(name)': () => {")) }
            }
        }
    }
}
