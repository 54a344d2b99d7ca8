import Foundation
import RewindStore
import RewindSession
import RewindTree
import Testing
import RewindTimeline

@testable import Rewind

/// A text that occurs in every secret and nowhere else.
private let mark = "zqSECRETzq1"
private let jwt = "eyJhbGciOiJIUzI1NiJ9.\(mark).\(mark)"
private let padding = String(repeating: "All is well. ", count: 200)

private struct Account: Codable {
    var name = "name"
    var password = mark
    var pin: Int? = 1234
}

private struct MaskedState: Codable {
    var count = 0
    var account = Account()
    var accounts = [Account(), Account()]
    var headers = ["Authorization": "Bearer \(mark)", "Accept": "text/html"]
    var sessions = [jwt: 1]
    var credentials = ["user": mark, "other": String(repeating: mark, count: 300)]
    var cookies = [mark, mark]
    var error = "\(padding) 401 for Bearer \(mark) \(padding)"
    var url = URL(string: "https://me:\(mark)@example.com/a?access_token=\(mark)&page=1")
    var log = ["got \(jwt)", "{\"refresh_token\": \"\(mark)\"}"]
    var contact = ["mail": mark]
    var note: [String: String?] = ["own": "own \(mark)"]
}

private struct LogIn: Action, Codable {
    var account = Account()
    var body = "\(padding){\"password\":\"\(mark)\"}"
}

private struct SetPassword: Action, Codable {
    var value = mark
}

private enum Event: Action, Codable {
    case tokenReceived(String)
    case failed(message: String)
}

/// Reflected, as it is not `Codable`.
private final class Uncodable: Action {
    let secret = mark
    let inner: Any = ["api-key": mark, "text": "Bearer \(mark)"]
    let error: any Error = Failure(message: "token=\(mark)")

    private struct Failure: Error {
        let message: String
    }
}

/// Makes the reducer throw an error whose description contains secrets.
private struct Fail: Action, Codable {}

private struct Refusal: Error, CustomStringConvertible {
    let description = "refused: \(padding) password=\(mark), Bearer \(mark)"
}

private enum CodedRefusal: Error {
    case refused(token: String)
}

@Suite struct MaskedFilesTests {
    private let actions: [any Action] = [
        LogIn(), SetPassword(), Event.tokenReceived(mark), Event.failed(message: "\(padding) Bearer \(mark)"),
        Uncodable(), LogIn(),
    ]

    /// Returns the names of the files in a folder that contain the mark, and adds the names of all files to `names`.
    private func leaks(in folder: URL, _ names: inout Set<String>) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            names.insert(name)
            guard let data = FileManager.default.contents(atPath: folder.appending(path: name).path) else {
                return false
            }
            return data.range(of: Data(mark.utf8)) != nil
        }
    }

    /// Records actions with secrets, and checks the files in each reducer, after each flush and at the end.
    private func record(
        _ durability: Durability,
        _ redaction: Redaction,
        _ body: (URL, [String], Set<String>) throws -> Void
    )
        throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "a.rewind")
        var options = RecorderOptions()
        options.durability = durability
        options.redaction = redaction
        let recorder = try Recorder<MaskedState>(recordingTo: url, options: options)
        var leaks: [String] = []
        var names: Set<String> = []
        let store = Store<MaskedState>(
            reducer: { action, state in
                var state = state ?? MaskedState()
                leaks += (try? self.leaks(in: folder, &names)) ?? ["unreadable"]
                state.count += 1
                state.account.password += "\(state.count)"
                state.headers["x-api-key-\(state.count)"] = mark
                state.log.append("Basic \(mark)\(state.count)")
                return state
            },
            state: nil,
            middleware: [recorder.middleware()]
        )
        for action in actions {
            store.dispatch(action)
            recorder.flush(atMost: .seconds(60))
            leaks += try self.leaks(in: folder, &names)
        }
        for error in [Refusal(), CodedRefusal.refused(token: mark)] as [any Error] {
            try? recorder.recordDispatch(of: Fail(), state: { store.state }) { throw error }
            recorder.flush(atMost: .seconds(60))
            leaks += try self.leaks(in: folder, &names)
        }
        recorder.effect("load", input: ["token": mark]) { "Bearer \(mark)" }
        try? recorder.effect("fail", input: "Bearer \(mark)") { throw Refusal() }
        recorder.note("note", ["password": mark])
        recorder.flush(atMost: .seconds(60))
        leaks += try self.leaks(in: folder, &names)
        recorder.close()
        leaks += try self.leaks(in: folder, &names)
        try body(url, leaks, names)
    }

    private static let redaction = Redaction.standard.masking(pointers: "/contact/mail")
        .masking("own") { path, text in path.first == "note" && text.hasPrefix("own") }

    @Test(arguments: Durability.allCases)
    func `No file ever contains a secret`(durability: Durability) throws {
        try record(durability, Self.redaction) { url, leaks, names in
            #expect(leaks == [])
            #expect(names.isSuperset(of: ["a.rewind", "a.rewind-wal", "a.rewind-shm", "a.rewind-began"]))
            let timeline = try Timeline(opening: url)
            #expect(try timeline.session.containsMasks())
            let last = try timeline.state(at: timeline.last).text
            #expect(last.contains("‹masked ") && last.contains("text/html") && last.contains("All is well."))
            let errors = try [8, 9].map { try timeline.session.action($0)?.error ?? "" }
            #expect(errors.allSatisfy { $0.contains("refused") && $0.contains("‹masked ") })
            // A change of a secret is detected and recorded as a change.
            let paths = try timeline.session.action(2)?.patch?.operations.map { "\($0)" } ?? []
            #expect(paths.contains { $0.contains("password") })
            let facts = try timeline.session.facts()
            #expect(facts["redaction"]?.contains("pointer /contact/mail, own own") == true)
        }
    }

    @Test(arguments: Durability.allCases)
    func `An allow-list alone keeps every secret out of the files`(durability: Durability) throws {
        var redaction = Redaction.only(
            pointers: "/count",
            "/accounts/*/name",
            "/headers/Accept",
            "/sessions/*",
            payloads: "LogIn/account/name",
            "Uncodable/inner/text/none"
        )
        (redaction.keys, redaction.searchesStrings) = (KeyRules(), false)
        try record(durability, redaction) { url, leaks, names in
            #expect(leaks == [])
            #expect(names.contains("a.rewind-began"))
            let timeline = try Timeline(opening: url)
            let last = try timeline.state(at: timeline.last)
            #expect(last[["count"]] == 7)
            #expect(last[["accounts", "1", "name"]] == "name")
            #expect(last[["headers", "Accept"]] == "text/html")
            #expect(try timeline.session.action(2)?.payload?[["account", "name"]] == "name")
            #expect(try timeline.session.action(8)?.error?.hasPrefix("Refusal: ‹masked ") == true)
            for text in ["All is well.", "access_token", "example.com", "refresh", "failed:"] {
                #expect(FileManager.default.contents(atPath: url.path)?.range(of: Data(text.utf8)) == nil)
            }
        }
    }

    @Test(arguments: Durability.allCases)
    func `Without rules, each of the files contains the secrets`(durability: Durability) throws {
        try record(durability, .none) { url, leaks, _ in
            #expect(Set(leaks).isSuperset(of: ["a.rewind", "a.rewind-wal"]))
            #expect(Set(leaks).contains("a.rewind-began") == (durability != .buffered))
            let session = try Timeline(opening: url).session
            #expect(try session.facts()["redaction"] == "none")
            #expect(try !session.containsMasks())
        }
    }
}
