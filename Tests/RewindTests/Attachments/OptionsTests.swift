import Foundation
@testable import Rewind
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

private struct ScrollBy: Codable { var points: Double }
private struct Tick: Codable {}
private struct Pay: Codable {
    var iban = "DE02 1203 0000 0000 2020 51"
    var amount = 12
}

private struct LocalizedText {
    let key: String
    let language: String
}

private struct Row {
    let number: Int
    var title = ""
}

@Suite struct OptionsTests {
    private let folder = TemporaryFolder()

    @Test func `The options in the article have the documented effects`() throws {
        let file = folder.session()
        var options = RecorderOptions()
        options.selection = .all.denying(types: "Scroll*").sampling(types: "Tick", every: 10)
        options.redaction = .standard.masking(keys: "iban", "birthday")
        options.maxActions = 100_000
        options.onProblem = { problem in print("Rewind: \(problem)") }
        let recorder = try Recorder<Tasks>(recordingTo: file, options: options)
        for _ in 0..<11 { recorder.record(Tick(), resultingIn: Tasks()) }
        recorder.record(ScrollBy(points: 3), resultingIn: Tasks())
        recorder.record(Pay(), resultingIn: Tasks(done: 1))
        recorder.close()
        let recording = try Recording(at: file)
        #expect(recording.records.map(\.type) == ["Tick", "(not recorded)", "Tick", "(not recorded)", "Pay"])
        let payment = try #require(recording.records.last?.payload)
        #expect(payment[["amount"]] == 12)
        #expect(payment[["iban"]]?.text.contains("‹masked ") == true)
    }

    @Test func `An app marks moments`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        #expect(recorder.isRecording)
        for _ in 0..<3 { recorder.record(Tick(), resultingIn: Tasks()) }
        #expect(recorder.bookmark("odd", note: "The list is empty."))
        #expect(recorder.bookmark("other"))
        recorder.record(Tick(), resultingIn: Tasks())
        #expect(recorder.bookmark("other"))
        #expect(!recorder.bookmark("a..b") && !recorder.bookmark("c", note: String(repeating: "d", count: 10_001)))
        recorder.close()
        #expect(!recorder.bookmark("late"))
        let session = try SessionReader(opening: file)
        defer { session.close() }
        let bookmarks = try session.bookmarks()
        #expect(bookmarks.map(\.name) == ["odd", "other"])
        #expect(bookmarks.map(\.seq) == [3, 4])
        #expect(bookmarks.map(\.note) == ["The list is empty.", nil])
        let disabled = Recorder<Tasks>(in: SessionFolder(folder.url, isEnabled: false))
        #expect(!disabled.isRecording && !disabled.bookmark("odd"))
    }

    @Test func `The name and the version are those of the bundle`() throws {
        let contents = folder.url.appending(path: "Shop.app")
        try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
        let info = [
            "CFBundleName": "Shop", "CFBundleShortVersionString": "2.1", "CFBundleIdentifier": "com.example.Shop",
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
        try data.write(to: contents.appending(path: "Info.plist"))
        let bundle = try #require(Bundle(url: contents))
        #expect(SessionMetadata.name(of: bundle) == "Shop")
        #expect(SessionMetadata.version(of: bundle) == "2.1")
    }

    @Test func `A value is recorded as the one that the article represents it by`() throws {
        struct Page {
            var title: LocalizedText
            var footers: [LocalizedText] = []
        }
        let file = folder.session()
        var options = RecorderOptions()
        options.representing { (text: LocalizedText) in text.key }
        let recorder = try Recorder<Page>(recordingTo: file, options: options)
        var page = Page(title: LocalizedText(key: "a", language: "en"))
        recorder.recordInitialState(page)
        page.footers.append(LocalizedText(key: "b", language: "ja"))
        recorder.record("append", resultingIn: page)
        recorder.close()
        try Recording(at: file).expect([["title": "a", "footers": []], ["title": "a", "footers": ["b"]]] as [Tree])
    }

    @Test func `Elements are matched by the property that the article names`() throws {
        let file = folder.session()
        var options = RecorderOptions()
        options.identifying(by: \Row.number)
        let recorder = try Recorder<[Row]>(recordingTo: file, options: options)
        recorder.recordInitialState([Row(number: 1), Row(number: 2)])
        recorder.record("edit", resultingIn: [Row(number: 3), Row(number: 1), Row(number: 2, title: "b")])
        recorder.close()
        let operations = try SQL.column("SELECT patch FROM action WHERE seq = 1", in: file)
        #expect(
            operations == [
                #"[{"op":"add","path":"/0","value":{"id":3,"number":3,"title":""}},"#
                    + #"{"op":"replace","path":"/2/title","value":"b"}]"#
            ]
        )
    }
}
