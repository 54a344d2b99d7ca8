import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline

/// The session that a command works on.
struct SessionArgument: ParsableArguments {
    @Argument(help: "The session file.")
    var file: String

    func validate() throws {
        // An empty path would be taken for the current folder.
        if file.isEmpty { throw ValidationError.emptySessionPath }
    }

    /// Where the session is.
    var url: URL { URL(fileURLWithPath: file) }

    /// Opens the session.
    ///
    /// - Throws: `SessionError`.
    func open() throws -> Timeline {
        try Self.open(file)
    }

    /// Opens the session at a path.
    ///
    /// - Throws: `SessionError`.
    static func open(_ file: String) throws -> Timeline {
        let timeline = try Timeline(opening: URL(fileURLWithPath: file))
        if timeline.session.isUnfinished {
            let session = timeline.session
            Output.note(.unfinished(beside: session.actionsBeside, session.unfinishedReason))
        }
        return timeline
    }
}

/// A command that works on a session.
protocol SessionCommand: ParsableCommand {
    var session: SessionArgument { get }
}

extension Timeline {
    /// Tells that an answer is about the state at the cursor, because no REF was given, unless that is where the session
    /// ends, and is expected to be.
    func tellOfCursor(at seq: Int) {
        if seq != last { Output.note(.aboutCursor(seq: seq, last: last)) }
    }
}
