import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree

/// The verbs that write something.
struct DebugChanges {
    let session: DebugSession
    let arguments: DebugArguments
    let style: TextStyle
    let write: (String) -> Void

    /// Sets a bookmark, or lists them.
    func bookmark(_ text: String) throws {
        let reader = session.timeline.session
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        guard let word = words.first else {
            for bookmark in try reader.bookmarks() {
                write("\(style.name(":" + bookmark.name))  \(bookmark.seq)")
            }
            return
        }
        let name = word.hasPrefix(":") ? String(word.dropFirst()) : word
        try Bookmark.check(name: name)
        if let seq = try reader.bookmark(name) {
            throw CommandError.bookmarkExists(name, seq: seq, newReference: String(session.at))
        }
        let bookmark = Bookmark(
            name: name,
            seq: session.at,
            note: words.dropFirst().first,
            at: Date().microseconds
        )
        try changing { _ = try BookmarkChange.set(bookmark).make(in: reader.url) }
        write("\(style.name(":" + name))  \(session.at)")
    }

    /// Dispatches an action at the current seq. Returns the seq of the new one.
    func dispatch(_ text: String) throws -> Int {
        guard !text.isEmpty else { throw CommandError.missing("a TYPE", of: .dispatch) }
        let word = text.hasPrefix("{") ? text : String(text.prefix { !$0.isWhitespace })
        let payload = text.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
        let action = try DispatchedAction(word, payload: payload.isEmpty ? nil : payload)
        let timeline = session.timeline
        let added: SessionDispatch
        do {
            added = try SessionDispatch(
                action,
                at: PointInTime(parsing: String(session.at)),
                of: timeline,
                file: timeline.session.url.relativePath
            )
        } catch let error as ReplayError {
            guard case .noStateToDispatchAt(_, let lastKnown) = error else { throw error }
            throw CommandError(error, hint: "Go to the last known state: goto \(lastKnown)")
        }
        try changing { try added.dispatch.write() }
        added.lines(style: style).forEach(write)
        return added.dispatch.record.seq
    }

    /// Runs a body that changes the session; closes the session before it and opens it again afterward.
    private func changing(_ body: () throws -> Void) throws {
        let reader = session.timeline.session
        reader.close()
        let result = Result { try body() }
        try session.update(try Timeline(opening: reader.url), follows: false)
        try result.get()
    }

    /// Writes a test.
    func export(_ text: String, _ work: ProgressReporter) throws {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let path = words.first, words.count <= 2 else { throw CommandError.missing("a FILE", of: .export) }
        guard path.hasSuffix(".swift") else { throw CommandError.notATestFile(path) }
        guard let app = RegisteredApp.current, let rerunnable = app.rerunnable else { throw CommandError.noReducer }
        guard let reducer = app.reducerName else { throw CommandError.noReducerName }
        let (timeline, target) = (session.timeline, NewFile(argument: path))
        let first = try words.dropFirst().first.map(arguments.seq) ?? session.at
        let options = try TestExport.Options(
            from: timeline.parent(of: first),
            to: session.at,
            pointers: [],
            reducer: reducer,
            module: nil,
            name: target.url.deletingPathExtension().lastPathComponent
        )
        let test = try TestExport(of: timeline, with: rerunnable, options) {
            try work.step("reading", at: $0, of: min(first, session.at)...session.at)
        }
        let data = try target.write(from: timeline.session.url, overwrites: false) { test.parts(besideFile: $0) }
        ExportReport(of: test.count, to: target, data).lines(style: style).map(TerminalText.line).forEach(write)
    }
}
