import ArgumentParser
import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline

/// The session that a command works on: an argument with the path of its file.
///
/// A ``SessionCommand`` must have this argument.
public struct SessionArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Session file; by default $REWIND_SESSION, or the only *.rewind here",
            valueName: "file"
        ),
        completion: .file(extensions: ["rewind"])
    )
    var givenFile: String?

    /// The path.
    var file: String { givenFile ?? "" }

    public init() {}

    public func validate() throws {
        // An empty path would mean the current folder.
        if givenFile?.isEmpty == true { throw ValidationError.emptySessionPath }
    }

    /// The URL of the session file.
    public var url: URL { URL(fileURLWithPath: file) }

    /// Opens the session. Prints a note on standard error if its app did not close it and it cannot be finished here.
    ///
    /// - Throws: `RecordedSessionError` if the file is not a readable session.
    public func open() throws(RecordedSessionError) -> Session {
        try Session { try timeline() }
    }

    /// Opens the session.
    ///
    /// - Throws: `SessionError`.
    func timeline() throws -> Timeline {
        try Self.timeline(at: file)
    }

    /// Opens the session at a path. Unknown states are recovered, which a note on standard error reports; it includes
    /// the path if the session is one of two.
    ///
    /// - Throws: `SessionError`.
    static func timeline(at file: String, isOneOfTwo: Bool = false) throws -> Timeline {
        let timeline = try Timeline(opening: URL(fileURLWithPath: file))
        timeline.recovery = StateRecoverer(name: isOneOfTwo ? file : nil).recover
        tellOfMissingEnd(of: timeline.session)
        return timeline
    }

    /// Prints a note if the recording was not closed and could not be finished.
    static func tellOfMissingEnd(of session: SessionReader) {
        guard session.isUnfinished else { return }
        Output.note(.unfinished(beside: session.actionsBeside, session.unfinishedReason))
    }
}

/// A command that works on a session, such as one that an app adds to its tool.
///
/// ```swift
/// struct CountCommand: SessionCommand {
///     static let configuration = CommandConfiguration(commandName: "count", abstract: "Count the actions.")
///
///     @OptionGroup var session: SessionArgument
///     @OptionGroup var output: OutputOptions
///
///     func run() throws {
///         try output.print(Count(actions: session.open().actions().all().count))
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
/// An error that it throws is printed on standard error, and the exit status is 2. The message is the error's
/// description; for a `LocalizedError`, it is the `errorDescription`, and the `recoverySuggestion` is printed as a
/// hint, with FILE replaced by the session's path. If the answer is "not found" or "differs", print it and throw
/// `ExitCode(1)`.
public protocol SessionCommand: ParsableCommand {
    var session: SessionArgument { get }
}

extension Timeline {
    /// Prints a note that the answer is about the state at the cursor because no REF was given, unless that is the last
    /// state.
    func tellOfCursor(at seq: Int) {
        if seq != last { Output.note(.aboutCursor(seq: seq, last: last)) }
    }
}
