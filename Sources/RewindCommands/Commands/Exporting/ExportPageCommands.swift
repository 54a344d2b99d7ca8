import ArgumentParser
import Foundation
import RewindInspector
import RewindSession
import RewindTimeline

/// `rewind export html`: writes the inspector's page with a range of actions.
struct ExportHTMLCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "html",
        abstract: "Write a page that opens without a server.",
        usage: """
            rewind export html [<file>] [<from>..<to>] --output <file> [--force]
                               [--bytes <count>]
            """,
        discussion: """
            The page is a single file that shows the actions as rewind inspect does. Masks stay masked.

              rewind export html demo.rewind -o demo.html
              rewind export html demo.rewind 56..66 -o error.html
            """
    )

    @OptionGroup var session: SessionArgument

    @OptionGroup var range: RangeArgument

    @OptionGroup var page: PageOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        try range.add(session.passOn())
    }

    func run() async throws {
        try page.check(from: session.url)
        let timeline = try session.timeline()
        let actions = try timeline.actions(of: range.value)
        timeline.session.close()
        do {
            let request = try SessionDocument.Request(
                from: actions.lowerBound - 1,
                to: actions.upperBound,
                limit: page.limit,
                version: SessionFormat.packageVersion
            )
            guard let document = try await page.write(request, of: session, seqs: actions) else { return }
            let (bytes, target) = (document.bytes.count, page.newFile.target)
            try output.print(WrittenReport(.html, actions: actions.count, bytes: bytes, at: target))
        } catch let error as SessionDocument.TooLarge {
            throw CommandError.pageTooLarge(
                limit: error.limit,
                from: actions.lowerBound,
                fits: error.fits,
                output: page.newFile.target.path
            )
        }
    }
}

/// `rewind export story`: writes a page about some moments.
struct ExportStoryCommand: SessionCommand, AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "story",
        abstract: "Write a page to read, for a ticket.",
        usage: """
            rewind export story [<file>] [<ref>] ... [--title <text>]
                                [--note <ref:text>] ... --output <file> [--force]
                                [--bytes <count>]
            """,
        discussion: """
            The page shows the moments at REF in this order, by default the bookmarks, each with its note, action, \
            changes and screen. It has no scripts, and can be printed.

              rewind export story demo.rewind 12 63 -o story.html
              rewind export story demo.rewind :error -o error.html
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Moments; the bookmarks by default", valueName: "ref"))
    var references: [LazyArgument<PointInTime>] = []

    @Option(help: ArgumentHelp("Title of the page; the name of the file by default", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("Text for a moment, in place of its bookmark's note", valueName: "ref:text"))
    var note: [LazyArgument<ReferencePair<MomentNote>>] = []

    @OptionGroup var page: PageOptions

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        references = session.passOn() + references
    }

    func run() async throws {
        let target = page.newFile.target
        try page.check(from: session.url)
        let timeline = try session.timeline()
        var seqs = try references.map { try timeline.seq($0) }
        if seqs.isEmpty { seqs = try timeline.session.bookmarks().map(\.seq).sorted() }
        var notes: [Int: String] = [:]
        for pair in note {
            let (reference, note) = try pair.value.parts
            let seq = try timeline.seq(of: reference)
            guard seqs.contains(seq) else { throw CommandError.noteWithoutMoment(seq: seq) }
            notes[seq] = note.text
        }
        timeline.session.close()
        guard let first = seqs.min(), let last = seqs.max() else { throw CommandError.noMoments(output: target.path) }
        do {
            let request = try SessionDocument.Request(
                seqs: seqs,
                title: title,
                notes: notes,
                limit: page.limit,
                version: SessionFormat.packageVersion
            )
            guard let story = try await page.write(request, of: session, seqs: first...last) else { return }
            try output.print(WrittenReport(.story, moments: story.moments, bytes: story.bytes.count, at: target))
        } catch let error as SessionDocument.TooLarge {
            throw CommandError.storyTooLarge(limit: error.limit)
        }
    }
}

/// A person's text for a moment.
struct MomentNote: PairedWithReference {
    static let option = "--note"

    let text: String

    init(argument: String) throws {
        guard !argument.isEmpty else { throw CommandError.malformedChange(option: Self.option, argument) }
        text = argument
    }
}

/// The options of a command that writes a page.
struct PageOptions: ParsableArguments {
    @OptionGroup var newFile: RequiredNewFileOptions

    @Option(help: ArgumentHelp("Maximum size of the page, in bytes", valueName: "count"))
    var bytes: CountArgument = 20_000_000

    /// - Throws: `CommandError.countTooSmall`.
    var limit: Int {
        get throws { try bytes.number(for: "--bytes") }
    }

    /// Checks that the page can be written.
    ///
    /// - Throws: The errors of `NewFile.check(from:overwrites:)`.
    func check(from source: URL) throws {
        if !newFile.target.isStandardOutput { try newFile.target.check(from: source, overwrites: newFile.force) }
    }

    /// Writes the page, and returns it; nil if it was printed. The progress is that in `seqs`.
    func write(
        _ request: SessionDocument.Request,
        of session: SessionArgument,
        seqs: ClosedRange<Int>
    ) async throws -> SessionDocument? {
        let page = try await SessionDocument(
            of: InspectedFile(url: session.url, file: session.file),
            app: InspectorPage.inspected(RegisteredApp.current),
            request,
            working: {
                let work = ProgressReporter()
                return { try work.step("writing", at: $0, of: seqs) }
            }
        )
        if newFile.target.isStandardOutput {
            Output.text(String(decoding: page.bytes, as: UTF8.self))
            return nil
        }
        try newFile.target.write(page.bytes, from: session.url, overwrites: newFile.force)
        return page
    }
}
