import ArgumentParser
import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind bookmark`: names for points in time.
struct BookmarkCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmark",
        abstract: "List the bookmarks, or set or delete one.",
        discussion: "A bookmark NAME is a REF, :NAME, for all commands."
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "The name of the bookmark. Without one, all are listed.")
    var name: String?

    @Argument(help: "REF: what it stands for. The cursor by default.")
    var reference: String?

    @Option(help: "What to remember with it. It stays when the bookmark moves.")
    var note: String?

    @Flag(help: "Delete it.")
    var delete = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if delete, name == nil { throw ValidationError("Name the bookmark to delete.") }
        if delete, reference != nil || note != nil { throw ValidationError("--delete takes a name alone.") }
        if note != nil, name == nil { throw ValidationError("--note needs the name of the bookmark.") }
    }

    func run() throws {
        let timeline = try session.open()
        guard let name else {
            defer { timeline.session.close() }
            for bookmark in try timeline.session.bookmarks() { print(bookmark) }
            return
        }
        // As a REF writes it, or without the colon.
        let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
        let url = timeline.session.url
        if delete {
            timeline.session.close()
            guard try SessionBookmarks.delete(plain, in: url) else { throw TimelineError.noSuchBookmark(plain) }
            return
        }
        guard Bookmark.isUsable(name: plain) else { throw CommandError.unusableBookmarkName(plain) }
        let seq = try timeline.seq(reference, or: "cursor")
        let old = try timeline.session.bookmarks().first { $0.name == plain }
        timeline.session.close()
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        let bookmark = Bookmark(name: plain, seq: seq, note: note ?? old?.note, at: now)
        try SessionBookmarks.set(bookmark, in: url)
        print(bookmark)
    }

    private func print(_ bookmark: Bookmark) {
        if output.json {
            Output.line(
                Tree(members: [
                    ("name", .string(bookmark.name)), ("seq", .integer(Int64(bookmark.seq))),
                    ("note", bookmark.note.map(Tree.string) ?? .null), ("at", .integer(bookmark.at)),
                ]).text
            )
            return
        }
        let note = bookmark.note.map { "  \(TerminalText.line($0))" } ?? ""
        Output.line("\(output.style.name(":" + bookmark.name))  \(bookmark.seq)\(note)")
    }
}
