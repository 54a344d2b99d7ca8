import ArgumentParser
import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// The session that a command works on.
struct SessionArgument: ParsableArguments {
    @Argument(help: "The session file.")
    var file: String

    func validate() throws {
        // An empty path would be taken for the current folder.
        if file.isEmpty { throw ValidationError("The path of the session file is empty.") }
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
            Output.message(
                "Note: \(FindingText.unfinished(session.actionsBeside, because: session.unfinishedReason))."
            )
        }
        return timeline
    }
}

/// A command that works on a session.
protocol SessionCommand: ParsableCommand {
    var session: SessionArgument { get }
}

extension Timeline {
    /// The seq that the text of a REF names; `fallback` is the text where none was given.
    func seq(_ text: String?, or fallback: String) throws -> Int {
        try seq(of: Reference(parsing: text ?? fallback))
    }

    /// The seq that the text of a REF names; where none was given, the end of the cursor's branch, wherever on it the
    /// cursor stands.
    func seqOrBranchEnd(_ text: String?) throws -> Int {
        try text.map { try seq(of: Reference(parsing: $0)) } ?? tip()
    }
}

extension Pointer {
    /// The pointer that `text` means, the root where there is none.
    ///
    /// - Throws: `CommandError.malformedPointer`.
    init(argument text: String?) throws {
        do {
            try self.init(parsing: text ?? "")
        } catch {
            throw CommandError.malformedPointer(text ?? "")
        }
    }
}

extension String {
    /// Whether the argument is a POINTER rather than a REF: no REF is empty or begins with "/".
    var isPointerArgument: Bool { isEmpty || hasPrefix("/") }
}
