import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import RewindInspector

@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10)))
struct DownloadTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private let sample = InspectedSample(seed: 9, count: 80)

    init() throws {
        try sample.write(to: folder.session())
    }

    /// Returns the bytes of a response.
    private func bytes(_ path: String, _ server: SampleServer) async throws -> (Data, HTTPURLResponse) {
        let address = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
        var request = URLRequest(url: address)
        request.setValue(server.key, forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        return (data, try #require(response as? HTTPURLResponse))
    }

    @Test func `A downloaded state is exact`() async throws {
        try await SampleServer.run([url]) { server in
            for record in sample.records where record.patch != nil {
                let (data, response) = try await bytes("/api/0/export/state?at=\(record.seq)", server)
                #expect(try Tree(parsing: data) == sample.states[record.seq])
                let name = response.value(forHTTPHeaderField: "Content-Disposition")
                #expect(name == "attachment; filename=\"a-\(record.seq).json\"")
                #expect(response.value(forHTTPHeaderField: "X-Content-Type-Options") == "nosniff")
            }
            let lost = try #require(sample.records.first { $0.patch == nil })
            let refused = try server.get("/api/0/export/state?at=\(lost.seq)")
            #expect(refused.isRefusal && refused.body.contains("The state at \(lost.seq) is unknown"))
        }
    }

    @Test func `A downloaded part leaves no file on the server`() async throws {
        let temporary = FileManager.default.temporaryDirectory
        func leftovers() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: temporary.path).filter { $0.hasPrefix("rewind-part-") }
        }
        let before = try leftovers()
        try await SampleServer.run([url]) { server in
            let first = try #require(
                (20...40).first { seq in
                    sample.records[sample.records[seq - 1].parent - 1].patch != nil
                }
            )
            let (data, response) = try await bytes("/api/0/export/part?from=\(first)&to=70", server)
            #expect(response.statusCode == 200)
            let output = folder.session("part.rewind")
            try data.write(to: output)
            let part = try Timeline(opening: output)
            #expect(try SessionCheck.run(part.session).findings == [])
            #expect((part.first, part.last) == (first - 1, 70))
            #expect(try part.session.facts()["part_of"] == "a.rewind")
        }
        #expect(try leftovers() == before)
    }

    @Test func `An impossible download is refused with a message`() async throws {
        try await SampleServer.run([url]) { server in
            #expect(try server.json("/api/0")["exports"] as? [String] == ["state", "part", "html", "story"])
            for path in [
                "state", "state?at=81", "state?at=x", "part", "part?from=3", "part?from=9&to=3", "part?from=0&to=3",
                "part?from=1&to=81", "part?from=-4&to=3", "html", "html?from=0&to=3", "html?from=9&to=3",
                "html?from=1&to=81", "story", "story?at=x",
                "story?at=3&at=81", "test?from=0&to=3", "nothing", "", "../../etc/passwd",
                "state/1",
            ] {
                let answer = try server.get("/api/0/export/\(path)")
                #expect(answer.isWithoutAnswer, "\(path): \(answer.status)")
                #expect(answer.body.contains("\"error\":"), "\(path)")
            }
            for headers in [["Authorization": "Bearer 0"], ["Sec-Fetch-Site": "cross-site"]] {
                #expect(try server.get("/api/0/export/state?at=3", headers: headers).status == 403)
            }
        }
    }

    @Test func `A downloaded page is that of the export`() async throws {
        let app = InspectedApp(text: { $0.text })
        let file = InspectedFile(url: url, file: "a.rewind")
        /// Returns a page without the time of its export.
        func text(_ bytes: some Sequence<UInt8>) -> String {
            String(decoding: Array(bytes), as: UTF8.self).replacing(/xported [-0-9]+ [:0-9]+/, with: "")
        }
        try await SampleServer.run([url], app: app) { server in
            let (data, response) = try await bytes("/api/0/export/html?from=4&to=40", server)
            let request = SessionDocument.Request(from: 3, to: 40, limit: 1 << 24, version: "1.2.3")
            let page = try await SessionDocument(of: file, app: app, request, working: { { _ in } })
            #expect(text(data) == text(page.bytes))
            #expect(response.value(forHTTPHeaderField: "Content-Disposition") == "attachment; filename=\"a-4-40.html\"")

            let query = "at=40&at=4&at=40&title=My%20title&note=4:a:%20b"
            let (other, _) = try await bytes("/api/0/export/story?\(query)", server)
            let story = try await SessionDocument(
                of: file,
                app: app,
                .init(seqs: [40, 4], title: "My title", notes: [4: "a: b"], limit: 1 << 24, version: "1.2.3"),
                working: { { _ in } }
            )
            #expect(text(other) == text(story.bytes))
        }
    }

    @Test func `A download has the session's name without characters that would break a header`() async throws {
        let strange = folder.url.appending(path: "a\"\u{E9}; b\r\nX: 1.rewind")
        try sample.write(to: strange)
        try await SampleServer.run([strange]) { server in
            let (_, response) = try await bytes("/api/0/export/state?at=0", server)
            #expect(
                response.value(forHTTPHeaderField: "Content-Disposition")
                    == "attachment; filename=\"a____b_X__1-0.json\""
            )
            #expect(response.value(forHTTPHeaderField: "X") == nil)
        }
    }
}
