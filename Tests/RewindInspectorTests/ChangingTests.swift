import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep
import TestSupport
import Testing

@testable import RewindInspector

@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10))) struct ChangingTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    init() throws {
        try InspectedSample(seed: 7, count: 60).write(to: folder.session())
    }

    private func bookmarks() throws -> [Bookmark] {
        let reader = try SessionReader(opening: url)
        defer { reader.close() }
        return try reader.bookmarks()
    }

    @Test func `The page cannot change anything without --write`() async throws {
        let before = try Data(contentsOf: url)
        try await SampleServer.run([url]) { server in
            for path in ["bookmark", "bookmark/remove", "cursor", "travel", "tap"] {
                let answer = try server.post("/api/0/\(path)", #"{"name":"a","seq":3,"to":3}"#)
                #expect(answer.status == 405)
                #expect(answer.body.contains("--write"))
            }
            #expect(try server.json("/api/0")["changes"] as? Bool == false)
        }
        #expect(try Data(contentsOf: url) == before)
    }

    @Test func `A request from another site or without the token changes nothing`() async throws {
        try await SampleServer.run([url], canWrite: true) { server in
            for headers in [
                ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": ""],
                ["Sec-Fetch-Site": "cross-site"],
                ["Authorization": ""], ["Authorization": "Bearer 0"], ["Host": "evil.example"],
            ] {
                let answer = try server.post("/api/0/bookmark", #"{"name":"a","seq":3}"#, headers: headers)
                #expect([400, 403, 421].contains(answer.status), "\(headers)")
            }
            for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
                let answer = try server.post(
                    "/api/0/bookmark",
                    #"{"name":"a","seq":3}"#,
                    headers: ["Content-Type": type]
                )
                #expect(answer.status == 400)
            }
        }
        #expect(try bookmarks() == [])
    }

    @Test func `A bookmark can be set, renamed, edited, moved and removed`() async throws {
        try await SampleServer.run([url], canWrite: true) { server in
            #expect(try server.json("/api/0")["changes"] as? Bool == true)
            var answer = try server.post("/api/0/bookmark", #"{"name":"a","seq":3,"note":"why\nnot"}"#)
            #expect(answer.status == 200 && answer.body.contains(#""name":"a""#))
            #expect(try bookmarks().map { "\($0.name) \($0.seq) \($0.note ?? "")" } == ["a 3 why\nnot"])
            answer = try server.post("/api/0/bookmark", #"{"name":"b","seq":3,"note":"","was":"a"}"#)
            #expect(try bookmarks().map { "\($0.name) \($0.seq) \($0.note ?? "-")" } == ["b 3 -"])
            answer = try server.post("/api/0/bookmark", #"{"name":"c","seq":0}"#)
            #expect(answer.status == 200)
            // The new name is that of another bookmark, which is moved.
            answer = try server.post("/api/0/bookmark", #"{"name":"c","seq":60,"was":"b"}"#)
            #expect(try bookmarks().map { "\($0.name) \($0.seq)" } == ["c 60"])
            #expect(try server.post("/api/0/bookmark/remove", #"{"name":"b"}"#).isRefusal)
            #expect(try server.post("/api/0/bookmark/remove", #"{"name":"c"}"#).status == 200)
            #expect(try bookmarks() == [])
        }
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
    }

    @Test func `A malformed bookmark is refused with a reason`() async throws {
        let long = String(repeating: "x", count: 100_000)
        try await SampleServer.run([url], canWrite: true) { server in
            for body in [
                #"{"name":"a~1","seq":3}"#, #"{"name":"","seq":3}"#, #"{"name":"a\u0000","seq":3}"#,
                #"{"name":"a\u001b[31m","seq":3}"#, #"{"name":"\#(long)","seq":3}"#, #"{"name":"a","seq":61}"#,
                #"{"name":"a","seq":3,"note":"\#(long)"}"#, #"{"name":"a","seq":-1}"#, #"{"name":"a","seq":1e400}"#,
                #"{"name":"a","seq":"3"}"#, #"{"name":"a"}"#, #"{"seq":3}"#, #"{"name":7,"seq":3}"#, "[]", "null",
                #"{"name":"a","seq":3,"note":7}"#, #"{"name":"a","seq":3,"was":{}}"#, "{", "",
            ] {
                let answer = try server.post("/api/0/bookmark", body)
                #expect(answer.isWithoutAnswer, "\(body.prefix(60)): \(answer.status)")
                #expect(answer.body.contains("\"error\":"), "\(body.prefix(60))")
            }
            let huge = try? server.post("/api/0/bookmark", #"{"name":"a","seq":3,"note":"\#(long)\#(long)"}"#)
            #expect(huge?.isRefusal ?? true)
            // Markup is a valid name: the page escapes it.
            let markup = "<img src=x onerror=alert(1)>\u{202E}"
            #expect(try server.post("/api/0/bookmark", #"{"name":"\#(markup)","seq":3}"#).status == 200)
            #expect(try bookmarks().map(\.name) == [markup])
        }
    }

    @Test func `The cursor moves as with undo, redo and goto`() async throws {
        try await SampleServer.run([url], canWrite: true) { server in
            func cursor(_ body: String) throws -> Int? {
                let answer = try server.post("/api/0/cursor", body)
                let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
                return answer.status == 200 ? json?["cursor"] as? Int : nil
            }
            let timeline = try Timeline(opening: url)
            let parent = try timeline.parent(of: 40)
            timeline.session.close()
            #expect(try cursor(#"{"to":40}"#) == 40)
            #expect(try cursor(#"{"verb":"undo"}"#) == parent)
            #expect(try cursor(#"{"verb":"redo"}"#) == 40)
            #expect(try cursor(#"{"to":0}"#) == 0)
            let refused = try server.post("/api/0/cursor", #"{"verb":"undo"}"#)
            #expect(refused.isRefusal)
            for body in [#"{"to":61}"#, #"{"to":-1}"#, #"{"verb":"jump"}"#, "{}"] { #expect(try cursor(body) == nil) }
        }
        let reader = try Timeline(opening: url)
        #expect(try reader.cursor() == 0)
        #expect(try SessionCheck.run(reader.session).findings == [])
    }

    @Test func `Changes are refused while the app is recording`() async throws {
        let log = try CrashLog(creatingFor: url, medium: .file)
        defer { log.remove() }
        try await SampleServer.run([url], canWrite: true) { server in
            #expect(try server.json("/api/0")["changes"] as? Bool == false)
            for (path, body) in [("bookmark", #"{"name":"a","seq":3}"#), ("cursor", #"{"to":3}"#)] {
                let answer = try server.post("/api/0/\(path)", body)
                #expect(answer.isRefusal && answer.body.contains("is in use by its app"))
            }
        }
    }

    @Test func `Changes are accepted while slow questions are being answered`() async throws {
        try await SampleServer.run([url], canWrite: true) { server in
            try await server.indexed(60)
            // On separate threads, as the requests block.
            for number in 0..<6 {
                Thread {
                    for path in [
                        "answers/search?text=e\(number)", "answers/blame?at=50&pointer=/home", "diff?to=\(number + 2)",
                    ] {
                        _ = try? server.get("/api/0/" + path)
                    }
                }.start()
            }
            for number in 0..<6 {
                let answer = try server.post("/api/0/bookmark", #"{"name":"b\#(number)","seq":\#(number)}"#)
                #expect(answer.status == 200, "\(answer.body)")
            }
        }
        #expect(try bookmarks().count == 6)
    }

    @Test func `Changes appear in the list, where actions with bookmarks are not folded`() async throws {
        try await SampleServer.run([url], canWrite: true) { server in
            try await server.indexed(60)
            let sample = InspectedSample(seed: 7, count: 60)
            let noise = try #require(sample.records.last { $0.type == "LoadingAction" })
            func isListed() throws -> Bool {
                let body = try server.get("/api/0/rows?fold=1&from=0&count=500").body
                return body.contains("\"seq\":\(noise.seq),")
            }
            #expect(try !isListed())
            #expect(try server.post("/api/0/bookmark", #"{"name":"n","seq":\#(noise.seq)}"#).status == 200)
            #expect(try isListed())
            #expect(try server.post("/api/0/bookmark/remove", #"{"name":"n"}"#).status == 200)
            #expect(try !isListed())
        }
    }

    @Test func `The events begin with the sessions, so that no change before them is lost`() async throws {
        try await SampleServer.run([url]) { server in
            try await server.indexed(60)
            let lines = ["Host: 127.0.0.1:\(server.port)", "Authorization: \(server.key)"]
            let head = (["GET /api/events HTTP/1.1"] + lines).map { $0 + "\r\n" }.joined() + "\r\n"
            let events = try HTTPExchange(head, port: server.port, patience: 2).body
            let start = try #require(events.firstRange(of: "\n\nevent: session\ndata: {"))
            // The run of the server comes first.
            #expect(events[..<start.lowerBound].contains("event: server\ndata: {\"run\": \""))
            #expect(events[start.upperBound...].prefix { $0 != "\n" }.contains("\"indexed\":60"))
        }
    }
}
