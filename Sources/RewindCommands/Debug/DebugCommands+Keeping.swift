#if os(macOS) || os(Linux)

import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// Verbs that run or write something.
extension DebugCommands {
    func checkpoint() {
        checkpoints.append(session.at)
        write("Checkpoint :\(checkpoints.count): \(session.at)")
    }

    /// Sets a bookmark. The session is closed and opened again.
    func bookmark(_ text: String) throws {
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        guard let word = words.first else {
            for bookmark in try timeline.session.bookmarks() {
                write("\(style.name(":" + bookmark.name))  \(bookmark.seq)")
            }
            return
        }
        let name = word.hasPrefix(":") ? String(word.dropFirst()) : word
        try SessionBookmarks.check(name: name)
        if let seq = try timeline.session.bookmark(name) { throw CommandError.bookmarkExists(name, seq: seq) }
        let url = timeline.session.url
        let bookmark = Bookmark(
            name: name,
            seq: session.at,
            note: words.dropFirst().first,
            at: Int64(Date().timeIntervalSince1970 * 1_000_000)
        )
        try changing { try SessionBookmarks.set(bookmark, in: url) }
        write("\(style.name(":" + name))  \(session.at)")
    }

    /// Dispatches an action at the current seq and moves to it.
    func dispatch(_ text: String) throws {
        guard let word = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).first.map(String.init) else {
            throw CommandError.missing("a TYPE", of: .dispatch)
        }
        let payload = text.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
        let action =
            text.hasPrefix("{")
            ? try DispatchedAction(argument: text) : try DispatchedAction(type: word, payload: payload)
        let added = try SessionDispatch(
            action,
            at: Reference(parsing: String(session.at)),
            of: timeline,
            file: timeline.session.url.relativePath
        )
        try changing { try added.dispatch.write() }
        added.lines(style: style).forEach(write)
        try go(to: added.dispatch.record.seq)
    }

    /// Runs a body that changes the session; closes the session before it and opens it again afterward.
    private func changing(_ body: () throws -> Void) throws {
        let url = timeline.session.url
        timeline.session.close()
        let result = Result { try body() }
        try session.update(try Timeline(opening: url), follows: false)
        try result.get()
    }

    func rerun(_ work: ProgressReporter) throws {
        guard let app = RegisteredApp.current?.rerunnable else { throw CommandError.noReducer }
        try DebugRerun(of: session, with: app).run(work, style: style, write)
        try printCurrent()
    }

    func export(_ text: String, _ work: ProgressReporter) throws {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let path = words.first, words.count <= 2 else { throw CommandError.missing("a FILE", of: .export) }
        guard let app = RegisteredApp.current, let rerunnable = app.rerunnable else { throw CommandError.noReducer }
        guard let reducer = app.reducerName else { throw CommandError.noReducerName }
        let first = try words.dropFirst().first.map(seq) ?? session.at
        let options = try TestExport.Options(
            from: timeline.parent(of: first),
            to: session.at,
            pointers: [],
            reducer: reducer,
            module: nil
        )
        let test = try TestExport(of: timeline, with: rerunnable, options) { try work.step("reading: at \($0)") }
        try NewFile(argument: path).write(Array(test.source.utf8), from: timeline.session.url, overwrites: false)
        write("\(TerminalText.line(path)): a test of \(BriefText.count(test.count, "action"))")
    }

    func help(_ text: String) throws {
        guard !text.isEmpty else { return DebugVerb.list(style: style).forEach(write) }
        guard let verb = DebugVerb(named: text) else {
            throw CommandError.noSuchVerb(text, nearest: DebugVerb.nearest(to: text))
        }
        verb.help.forEach(write)
    }
}

#endif
