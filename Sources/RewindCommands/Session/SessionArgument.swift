#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline

/// The session that a command works on: an argument with the path of its file.
///
/// It is the one argument that a ``SessionCommand`` must have.
public struct SessionArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The session file; $REWIND_SESSION, or the only *.rewind here, if left out.",
            valueName: "file"
        ),
        completion: .file(extensions: ["rewind"])
    )
    var givenFile: String?

    /// Its path.
    var file: String { givenFile ?? "" }

    public init() {}

    public func validate() throws {
        // An empty path would be taken for the current folder.
        if givenFile?.isEmpty == true { throw ValidationError.emptySessionPath }
    }

    /// Where the session is.
    public var url: URL { URL(fileURLWithPath: file) }

    /// Opens the session, and says on standard error when its app did not close it and it cannot be finished here.
    ///
    /// - Throws: an error where the file is no session that can be read, for which the tool has the words.
    public func open() throws -> RecordedSession {
        try RecordedSession(timeline())
    }

    /// Opens the session.
    ///
    /// - Throws: `SessionError`.
    func timeline() throws -> Timeline {
        try Self.timeline(at: file)
    }

    /// Opens the session at a path. States that it does not have are recovered, and that is noted on standard error,
    /// with the path where the session is one of two.
    ///
    /// - Throws: `SessionError`.
    static func timeline(at file: String, isOneOfTwo: Bool = false) throws -> Timeline {
        let timeline = try Timeline(opening: URL(fileURLWithPath: file))
        timeline.recovery = StateRecoverer(name: isOneOfTwo ? file : nil).recover
        tellOfMissingEnd(of: timeline.session)
        return timeline
    }

    /// Says where the recording was not closed, and could not be finished.
    static func tellOfMissingEnd(of session: SessionReader) {
        guard session.isUnfinished else { return }
        Output.note(.unfinished(beside: session.actionsBeside, session.unfinishedReason))
    }
}

/// A command that works on a session, such as one that an app's own tool has besides the common ones.
///
/// ```swift
/// struct CountCommand: SessionCommand {
///     static let configuration = CommandConfiguration(commandName: "count", abstract: "Tell how many actions there are.")
///
///     @OptionGroup var session: SessionArgument
///     @OptionGroup var output: OutputOptions
///
///     func run() throws {
///         try output.print(Count(actions: session.open().actions().count))
///     }
/// }
///
/// struct Count: Report {
///     let actions: Int
///
///     func lines(style: Style) -> [String] { ["\(style.name(String(actions))) actions"] }
/// }
///
/// await RewindCommand.run(app: app, adding: [CountCommand.self])
/// ```
/// What it throws is told on standard error, and the exit status is 2, that for trouble. An error of its own is told in
/// its words: its description, and where it is a `LocalizedError`, its `errorDescription` and, as a hint, its
/// `recoverySuggestion`, in which FILE stands for the session. Where the answer is "not found" or "differs", it throws
/// `ExitCode(1)` after having printed that.
public protocol SessionCommand: ParsableCommand {
    var session: SessionArgument { get }
}

extension Timeline {
    /// Tells that an answer is about the state at the cursor, because no REF was given, unless that is where the session
    /// ends, and is expected to be.
    func tellOfCursor(at seq: Int) {
        if seq != last { Output.note(.aboutCursor(seq: seq, last: last)) }
    }
}

#endif
