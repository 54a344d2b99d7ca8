import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// A file for the browser to save. The server keeps no copy.
struct SessionDownload: Sendable {
    enum Content: Sendable {
        case text(String)
        /// An unlinked file and its length in bytes.
        case file(FileHandle, Int)
    }

    let name: String
    let contentType: String
    let content: Content
}

extension SessionRoutes {
    /// The maximum number of actions in a test.
    private static let mostTestActions = 10_000

    /// The maximum size of a page, in bytes.
    private static let mostPageBytes = 20_000_000

    /// Returns a state, a part, a page, a story, or a test of the session.
    ///
    /// - Throws: `InspectorError`, `CutError`, `SessionDocument.TooLarge`, `ReplayError`, `TimelineError`, `SessionError`; `CancellationError` if a
    ///   newer request replaced this one.
    func download(_ kind: String, _ parameters: RequestParameters, version: String) async throws -> SessionDownload {
        let session = watch.session
        switch kind {
        case "state":
            let seq = try parameters.requiredNumber("at")
            let text = try await session.wholeState(at: seq)
            return SessionDownload(name: name("-\(seq).json"), contentType: "application/json", content: .text(text))
        case "part":
            let (from, to) = (try parameters.requiredNumber("from"), try parameters.requiredNumber("to"))
            let file = name("-\(from)-\(to).rewind")
            let (url, shouldContinue) = (session.url, watch.requests.begin("export"))
            let content = try await QueueExecutor.onThread {
                try Self.part(of: url, from: from, to: to, shouldContinue)
            }
            return SessionDownload(name: file, contentType: "application/vnd.sqlite3", content: content)
        case "html":
            let (from, to) = (try parameters.requiredNumber("from"), try parameters.requiredNumber("to"))
            for seq in [from - 1, to] { try await session.check(seq) }
            guard from <= to else { throw InspectorError.badParameter("to") }
            let request = SessionDocument.Request(
                from: from - 1,
                to: to,
                limit: Self.mostPageBytes,
                version: version
            )
            let page = try await SessionDocument(of: inspected, app: session.app, request, working: working())
            return self.page("-\(from)-\(to).html", page.bytes)
        case "story":
            let seqs = try parameters.numbers("at")
            guard !seqs.isEmpty else { throw InspectorError.badParameter("at") }
            let notes = try parameters.texts("note").map { note in
                let parts = note.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, let seq = Int(parts[0]) else { throw InspectorError.badParameter("note") }
                return (seq, String(parts[1]))
            }
            let request = SessionDocument.Request(
                seqs: seqs,
                title: parameters.text("title"),
                notes: Dictionary(notes) { $1 },
                limit: Self.mostPageBytes,
                version: version
            )
            let story = try await SessionDocument(of: inspected, app: session.app, request, working: working())
            return page("-story.html", story.bytes)
        case "test":
            guard let tests = session.app.tests else { throw InspectorError.noReducer }
            let (from, to) = (try parameters.requiredNumber("from"), try parameters.requiredNumber("to"))
            let pointers = try parameters.texts("pointer").map(RequestParameters.pointer)
            let file = name("-\(from)-\(to)-Tests.swift")
            let (url, shouldContinue) = (session.url, watch.requests.begin("export"))
            let source = try await QueueExecutor.onThread {
                try Self.test(of: url, tests, from: from, to: to, pointers, shouldContinue)
            }
            return SessionDownload(name: file, contentType: "text/plain", content: .text(source))
        default: throw InspectorError.noSuchRequest
        }
    }

    private var inspected: InspectedFile { InspectedFile(url: watch.session.url, file: watch.session.file) }

    private func page(_ ending: String, _ bytes: [UInt8]) -> SessionDownload {
        .init(name: name(ending), contentType: "text/html", content: .text(String(decoding: bytes, as: UTF8.self)))
    }

    /// Starts a download, and returns the work between its steps, which cancels it if a newer one replaced it.
    private func working() -> @Sendable () -> (Int) throws -> Void {
        let shouldContinue = watch.requests.begin("export")
        return { { _ in guard shouldContinue() else { throw CancellationError() } } }
    }

    /// Returns the session's name with another ending, restricted to characters that are safe in file names.
    private func name(_ ending: String) -> String {
        PlainName.of(watch.session.url.deletingPathExtension().lastPathComponent, or: "session") + ending
    }

    private static func part(
        of url: URL,
        from: Int,
        to: Int,
        _ shouldContinue: @Sendable () -> Bool
    ) throws -> SessionDownload.Content {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        // An open file does not need its name any longer.
        return try ScratchFolder.with(for: "part") { folder in
            let output = folder.appending(path: "part.rewind")
            let report = try SessionCut.run(timeline, from: from, to: to, to: output) { _ in
                guard shouldContinue() else { throw CancellationError() }
            }
            return .file(try FileHandle(forReadingFrom: output), report.bytes)
        }
    }

    private static func test(
        of url: URL,
        _ tests: (app: RegisteredApp, reducer: String),
        from: Int,
        to: Int,
        _ pointers: [Pointer],
        _ shouldContinue: @Sendable () -> Bool
    ) throws -> String {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        for seq in [from, to] where seq <= timeline.first || seq > timeline.last {
            throw InspectorError.noSuchAction(seq)
        }
        let start = try timeline.parent(of: from)
        guard try timeline.path(from: start, to: to).count <= mostTestActions else {
            throw InspectorError.testTooLong(most: mostTestActions)
        }
        let options = TestExport.Options(
            from: start,
            to: to,
            pointers: pointers,
            reducer: tests.reducer,
            module: nil
        )
        let test = try TestExport(of: timeline, with: tests.app, options) { _ in
            guard shouldContinue() else { throw CancellationError() }
        }
        return test.source
    }
}

extension InspectedSession {
    /// Returns a complete state as JSON.
    ///
    /// - Throws: `InspectorError.noSuchState`, `.stateNotKnown`; `SessionError`.
    fileprivate func wholeState(at seq: Int) throws -> String {
        try check(seq)
        if let gap = try timeline().gap(endingWith: seq) { throw InspectorError.stateNotKnown(seq, action: gap.first) }
        return try timeline().state(at: seq).prettyText + "\n"
    }
}
