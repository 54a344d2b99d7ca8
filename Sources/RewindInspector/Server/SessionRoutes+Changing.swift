import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

extension SessionRoutes {
    /// Changes the session's bookmarks or cursor, and returns the updated metadata.
    ///
    /// - Throws: `InspectorError`, `BookmarkError`, `TimelineError`, `Refusal`, `SessionError`, `.beingRecorded`
    ///   while an app records the session and does not accept requests, or for the cursor.
    func change(_ command: String, _ body: Tree) async throws -> any Encodable {
        switch command {
        case "bookmark": try await setBookmark(body)
        case "bookmark/remove":
            try await change(.delete(name: try body.text("name")))
        case "cursor": try await moveCursor(body)
        default: throw InspectorError.noSuchRequest
        }
        return try await watch.answer()
    }

    private func setBookmark(_ body: Tree) async throws {
        let seq = try body.number("seq")
        try await watch.session.check(seq)
        let note = body.child("note") == nil ? "" : try body.text("note")
        let old = body.child("was") == nil ? nil : try body.text("was")
        let bookmark = Bookmark(
            name: try body.text("name"),
            seq: seq,
            note: note.isEmpty ? nil : note,
            at: Date().microseconds
        )
        try bookmark.check()
        try await change(.set(bookmark, replacing: old))
    }

    /// Changes the bookmarks in the file, or has the app change them while it is recording.
    private func change(_ change: BookmarkChange) async throws {
        if watch.isSteerable {
            _ = try await watch.travel(.bookmark(change: change))
            return
        }
        try await watch.change { url in
            switch change {
            case .set(let bookmark, let old): try SessionBookmarks.set(bookmark, replacing: old, in: url)
            case .delete(let name):
                guard try SessionBookmarks.delete(name, in: url) else { throw TimelineError.noSuchBookmark(name) }
            }
        }
    }

    private func moveCursor(_ body: Tree) async throws {
        let verb = body.child("verb") == nil ? "goto" : try body.text("verb")
        let target = verb == "goto" ? try body.number("to") : nil
        if let target { try await watch.session.check(target) }
        try await watch.change { url in
            let timeline = try Timeline(opening: url)
            defer { timeline.session.close() }
            let seq: Int =
                switch verb {
                case "goto": target ?? timeline.last
                case "undo": try timeline.undoTarget(steps: 1)
                case "redo": try timeline.redoTarget(steps: 1)
                default: throw InspectorError.badParameter("verb")
                }
            try timeline.moveCursor(to: seq)
        }
    }
}

extension SessionWatch {
    /// Calls `body` to change the file while nothing here reads it.
    ///
    /// - Throws: An error of `body`.
    fileprivate func change(_ body: @Sendable (URL) throws -> Void) async throws {
        // Canceled, as the change would otherwise have to wait for them.
        requests.end()
        await whatIf.interrupt()
        do {
            try await session.change(body, without: finder)
        } catch {
            _ = try await session.refresh()
            throw error
        }
        _ = try await session.refresh()
        try await tell()
    }
}

extension Tree {
    /// Returns a member that is a text.
    ///
    /// - Throws: `InspectorError.badParameter` if it is missing or not a text.
    func text(_ name: String) throws -> String {
        guard let text = child(name)?.string else { throw InspectorError.badParameter(name) }
        return text
    }

    /// Returns a member that is a number.
    ///
    /// - Throws: `InspectorError.badParameter` if it is missing or not a nonnegative integer.
    func number(_ name: String) throws -> Int {
        guard let number = child(name)?.int, number >= 0 else { throw InspectorError.badParameter(name) }
        return number
    }
}
