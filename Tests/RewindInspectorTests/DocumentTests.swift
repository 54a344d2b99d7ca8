import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindInspector

@Suite struct DocumentTests {
    private let folder = TemporaryFolder()

    private func page(
        from: Int,
        to: Int,
        limit: Int = 20_000_000,
        app: InspectedApp = InspectedApp()
    ) async throws -> [UInt8] {
        try await SessionDocument(
            of: InspectedFile(url: folder.session(), file: "a.rewind"),
            app: app,
            .init(from: from, to: to, limit: limit, version: "1.2.3", now: Date(timeIntervalSince1970: 1_800_000_000)),
            working: { { _ in } }
        ).bytes
    }

    private func recording(in page: [UInt8]) throws -> [String: Any] {
        let text = String(decoding: page, as: UTF8.self)
        let start = try #require(text.range(of: "id=\"recording\">"))
        let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
        let json = text[start.upperBound..<end.lowerBound]
        #expect(!json.contains("<"))
        return try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test func `A document has one script of all modules, and its policy has the script's hash`() async throws {
        try InspectedSample(seed: 1, count: 5).write(to: folder.session())
        let text = String(decoding: try await page(from: 0, to: 5), as: UTF8.self)
        let script = PageScript("main.js", replacing: ["core/api.js": "offline/recorded-api.js"]).text
        #expect(text.components(separatedBy: "<script>").count == 2)
        #expect(text.contains("<script>\(script)</script>"))
        let hash = Data(Digest(of: Array(script.utf8)).bytes).base64EncodedString()
        #expect(text.contains("default-src 'none'; script-src 'sha256-\(hash)';"))
        // It contains no module syntax, and nothing that would end the script.
        #expect(!script.contains(/^(import|export)\b/.anchorsMatchLineEndings()))
        #expect(!script.lowercased().contains("</script") && !script.contains("<!--"))
        #expect(!script.contains("fetch(") && !script.contains("EventSource"))
        for name in PageAsset.all.keys where name.hasSuffix(".js") {
            let isIncluded = name != "core/api.js" && !name.hasPrefix("connection/") && !name.hasPrefix("fleet/")
            #expect(script.contains("'\(name)': () => {") == isIncluded, "\(name)")
        }
        #expect(!text.contains("<link rel=\"stylesheet\"") && !text.contains("src=\"page.js\""))
    }

    @Test(
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func `A document has the actions of the part with their numbers and the range`(seed: UInt64) async throws {
        let sample = InspectedSample(seed: seed, count: 60)
        try sample.write(to: folder.session())
        let page = try await page(from: 20, to: 45)
        let recording = try recording(in: page)
        let rows = try #require(recording["rows"] as? [[String: Any]])
        #expect(rows.compactMap { $0["seq"] as? Int } == Array(21...45))
        #expect(rows.compactMap { $0["type"] as? String } == sample.records[20..<45].map(\.type))
        let session = try #require(recording["session"] as? [String: Any])
        #expect(session["first"] as? Int == 20 && session["last"] as? Int == 45)
        #expect(session["file"] as? String == folder.session().lastPathComponent)
        // Equal states have equal numbers.
        let numbers = try #require(recording["states"] as? [Int])
        let states = sample.states[20...45]
        #expect(numbers.map { numbers.firstIndex(of: $0) } == states.map { states.firstIndex(of: $0)! - 20 })
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("actions 21 to 45 of 60, exported 2027-01-15 08:00:00 UTC by rewind 1.2.3</title>"))
    }

    @Test func `Making a document can be canceled`() async throws {
        try InspectedSample(seed: 1, count: 9).write(to: folder.session())
        await #expect(throws: CancellationError.self) {
            _ = try await SessionDocument(
                of: InspectedFile(url: folder.session(), file: "a.rewind"),
                app: InspectedApp(),
                .init(from: 0, to: 9, limit: 1 << 24, version: ""),
                working: { { seq in if seq == 5 { throw CancellationError() } } }
            )
        }
    }

    @Test(arguments: Thoroughness.first(5, of: 1...20 as ClosedRange<UInt64>))
    func `Common parts of texts are stored once`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var texts = SharedTexts()
        var text = (0..<3_000).map { _ in random.pick(["a", "<b>", "é", "日本", "👩‍👩‍👧", "\n", "\"", " "]) }
        var stored: [(text: String, number: Int)] = []
        for _ in 0..<50 {
            let cut = random.below(text.count - 5)
            text.replaceSubrange(cut..<cut + random.below(5), with: ["<i>", String(random.below(99))])
            stored.append((text.joined(), texts.store(text.joined())))
        }
        #expect(texts.store(stored[7].text) == stored[7].number)
        for text in ["'short' <`\"", "é", "e\u{301}"] { stored.append((text, texts.store(text))) }
        func elements(_ json: DocumentJSON) throws -> [Any] {
            let data = Data("[\(String(decoding: json.bytes, as: UTF8.self))]".utf8)
            return try #require(JSONSerialization.jsonObject(with: data) as? [Any])
        }
        let pieces = try #require(elements(texts.pieces) as? [String])
        let swaps: [Character: Character] = ["'": "\"", "\"": "'", "<": "`", "`": "<"]
        for (text, number) in stored {
            let found = try elements(texts.json)[number]
            let runs = found as? [Int] ?? []
            let parts = stride(from: 0, to: runs.count, by: 2).flatMap { pieces[runs[$0]..<runs[$0] + runs[$0 + 1]] }
            let whole = found as? String ?? parts.joined()
            #expect(String(whole.map { swaps[$0] ?? $0 }).utf8.elementsEqual(text.utf8))
        }
        #expect(texts.json.bytes.count + texts.pieces.bytes.count < stored.reduce(0) { $0 + $1.text.utf8.count } / 3)
    }
}
