import ArgumentParser
import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline

/// The session that a command works on: an argument with the path of its file.
///
/// A ``SessionCommand`` must have this argument. It may be omitted if the command has no other positional arguments.
public struct SessionArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Session file; by default $REWIND_SESSION, or the only *.rewind here",
            valueName: "file"
        ),
        completion: TargetCompletion.fileOrTarget
    )
    var givenFile: String?

    /// True if FILE was omitted, and the argument in its place is another one.
    private var isOmitted = false
    private var defaultFile: String?

    /// The path.
    var file: String { defaultFile ?? givenFile ?? "" }

    public init() {}

    public func validate() throws {
        // An empty path would mean the current folder.
        if givenFile?.isEmpty == true { throw ValidationError.emptySessionPath }
    }

    /// Returns the argument in the place of FILE if FILE was omitted: it is neither a session nor named like one, but a
    /// REF, a range or a POINTER, or `isNeeded`.
    ///
    /// - Parameter isSession: True if the argument may be a session, too.
    mutating func passOn<Argument: ExpressibleByArgument>(
        isNeeded: Bool = false,
        isSession: Bool = false
    ) -> Argument? {
        // The parser may validate a command twice.
        guard !isOmitted, let text = givenFile,
            isSession || !text.hasSuffix(".rewind") && !DefaultSession.isSession(text),
            isNeeded || Self.isPoint(text), let argument = Argument(argument: text)
        else { return nil }
        isOmitted = true
        return argument
    }

    /// Like `passOn(isNeeded:)`, for the beginning of a list.
    mutating func passOn<Argument: ExpressibleByArgument>(isNeeded: Bool = false) -> [Argument] {
        let argument: Argument? = passOn(isNeeded: isNeeded)
        return argument.map { [$0] } ?? []
    }

    private static func isPoint(_ text: String) -> Bool {
        if text.hasPrefix("/") { return !DefaultSession.isFolder(text) || (try? DefaultSession.file()) != nil }
        return (try? PointInTime(parsing: text)) != nil
            || ReferenceRange.isMeant(by: text) && (try? ReferenceRange(parsing: text)) != nil
    }

    /// Uses the default session if FILE was omitted, which a note on standard error reports.
    ///
    /// - Throws: `CommandError.noSession`, `CommandError.severalSessions`; `SessionError.isDirectory`.
    mutating func useDefault() throws {
        guard isOmitted || givenFile == nil else { return }
        do {
            let file = try DefaultSession.file()
            Output.note(.defaultSession(file: file))
            defaultFile = file
        } catch {
            guard let givenFile, DefaultSession.isFolder(givenFile) else { throw error }
            throw SessionError.isDirectory(path: givenFile)
        }
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
        timeline.onSetBack = { Output.note(.setBack(seq: $0)) }
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
/// struct Count: CommandReport {
///     let actions: Int
///
///     func lines(style: TextStyle) -> [String] { ["\(style.name(String(actions))) actions"] }
/// }
///
/// await RewindCommand.run(app: app, adding: [CountCommand.self])
/// ```
/// An error that it throws is printed on standard error, and the exit status is 2. The message is the error's
/// description; for a `LocalizedError`, it is the `errorDescription`, and the `recoverySuggestion` is printed as a
/// hint, with FILE replaced by the session's path. If the answer is "not found" or "differs", print it and throw
/// `ExitCode(1)`.
public protocol SessionCommand: ParsableCommand {
    var session: SessionArgument { get set }
}

extension Timeline {
    /// Prints a note that the answer is about the state at the cursor because no REF was given, unless that is the last
    /// state.
    func tellOfCursor(at seq: Int) {
        if seq != last { Output.note(.aboutCursor(seq: seq, last: last)) }
    }
}
