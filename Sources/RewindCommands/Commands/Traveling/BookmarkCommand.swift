import ArgumentParser
import Foundation
import RewindRemote
import RewindSession
import RewindTimeline

/// `rewind bookmark`: lists, sets and deletes names for points in time.
struct BookmarkCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmark",
        abstract: "List, set or delete bookmarks.",
        usage: """
            rewind bookmark [<file>]
            rewind bookmark [<file>] <name> [<ref>] [--note <text>] [--force]
            rewind bookmark [<file>] <name> --delete
            """,
        discussion: """
            A bookmark is a REF in all commands: :NAME. For an existing one, --note alone changes the note. An app \
            that is recording the session sets it, if it has called TimeTravel.open.

              rewind bookmark demo.rewind here 42 --note "before the tap"
              rewind bookmark demo.rewind
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "Name of the bookmark; without it, all are listed")
    var name: BookmarkName?

    @Argument(help: ArgumentHelp("REF to name; the cursor by default", valueName: "ref"))
    var reference: LazyArgument<PointInTime>?

    @Option(
        help: ArgumentHelp("Note to keep with it, also when it moves", valueName: "text"),
        transform: NegativeNumber.restored
    )
    var note: String?

    @Flag(help: "Move an existing bookmark")
    var force = false

    @Flag(help: "Delete the bookmark")
    var delete = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        // A path is no name.
        let isName = !session.file.contains("/") && name.map { (try? PointInTime(parsing: $0.argument)) != nil } ?? true
        if reference == nil, let first: BookmarkName = session.passOn(isNeeded: isName) {
            reference = name.map { LazyArgument(argument: $0.argument) }
            name = first
        }
        if delete, name == nil { throw ValidationError.deletedWithoutName }
        if delete, reference != nil || note != nil { throw ValidationError.deletedWithMore }
        if note != nil, name == nil { throw ValidationError.noteWithoutName }
    }

    func run() throws {
        let client = SteeringClient(of: session.url)
        // The session then contains everything that was dispatched, and the app's cursor.
        if name != nil, client.isOpen { _ = try client.sendAndWait(.status) }
        let timeline = try session.timeline()
        guard let name = name?.text else {
            defer { timeline.session.close() }
            var printer = output.printer
            for bookmark in try timeline.session.bookmarks() { try printer.print(BookmarkReport(bookmark)) }
            return
        }
        let url = timeline.session.url
        let old = try timeline.session.bookmarks().first { $0.name == name }
        if delete {
            timeline.session.close()
            guard let old, try BookmarkChange.delete(name: name).make(in: url) else {
                throw TimelineError.noSuchBookmark(name)
            }
            return try output.print(BookmarkReport(old, isDeleted: true))
        }
        try Bookmark.check(name: name)
        if let old, !force, reference != nil || note == nil {
            let new = try reference?.value.text ?? "cursor"
            throw CommandError.bookmarkExists(name, seq: old.seq, newReference: new)
        }
        let seq = try !force && reference == nil ? old?.seq ?? timeline.cursor() : timeline.seq(reference ?? .cursor)
        timeline.session.close()
        let now = Date().microseconds
        let bookmark = Bookmark(name: name, seq: seq, note: note ?? old?.note, at: now)
        _ = try BookmarkChange.set(bookmark).make(in: url)
        try output.print(BookmarkReport(bookmark))
    }
}

/// The name of a bookmark, with or without its colon.
struct BookmarkName: ExpressibleByArgument {
    static let defaultCompletionKind = TargetCompletion.bookmarks

    let argument: String

    var text: String { argument.hasPrefix(":") ? String(argument.dropFirst()) : argument }
}

private struct BookmarkReport: CommandReport {
    private let name: String
    private let seq: Int
    private let note: String?
    private let at: Int64
    private let isDeleted: Bool

    private enum CodingKeys: CodingKey { case name, seq, note, at }

    init(_ bookmark: Bookmark, isDeleted: Bool = false) {
        self.isDeleted = isDeleted
        name = bookmark.name
        seq = bookmark.seq
        at = bookmark.at
        note = bookmark.note
    }

    func lines(style: TextStyle) -> [String] {
        if isDeleted { return [] }
        return ["\(style.name(":" + name))  \(seq)\(note.map { "  \(TerminalText.line($0))" } ?? "")"]
    }
}
