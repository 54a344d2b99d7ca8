#if os(macOS) || os(Linux)

import ArgumentParser
import RewindTimeline

extension RewindCommand {
    /// Returns the arguments of a command, with the default session inserted if they name none, which a note on
    /// standard error reports. Arguments that are invalid either way are returned unchanged.
    ///
    /// - Throws: `CommandError.noSession`, `CommandError.severalSessions`, if nothing else is missing.
    static func withSession(_ arguments: [String]) throws -> [String] {
        guard let name = arguments.first else { return arguments }
        let isComplete: Bool
        do {
            let command = try parseAsRoot(arguments)
            guard let command = command as? any SessionCommand, !isNamed(by: command.session) else { return arguments }
            isComplete = true
        } catch {
            let takesSession = configuration.subcommands.contains {
                $0._commandName == name && $0 is any SessionCommand.Type
            }
            guard takesSession, exitCode(for: error) == .validationFailure,
                arguments.dropFirst().first?.isEmpty != true,
                !arguments.dropFirst().contains(where: DefaultSession.isFile)
            else { return arguments }
            isComplete = false
        }
        let file: String
        do {
            file = try DefaultSession.file()
        } catch {
            let other = [name, "session.rewind"] + arguments.dropFirst()
            if isComplete || (try? parseAsRoot(other)) != nil { throw error }
            return arguments
        }
        let completed = [name, file] + arguments.dropFirst()
        if !isComplete, (try? parseAsRoot(completed)) == nil { return arguments }
        Output.note(.defaultSession(file: file))
        return completed
    }

    /// Returns true if the first argument is a session: a path rather than a REF or a POINTER.
    private static func isNamed(by session: SessionArgument) -> Bool {
        guard let file = session.givenFile else { return false }
        if DefaultSession.isFile(file) { return true }
        let isPoint =
            (try? Reference(parsing: file)) != nil || file.hasPrefix("/")
            || (ReferenceRange.isMeant(by: file) && (try? ReferenceRange(parsing: file)) != nil)
        return !(isPoint || SQLCommand.isQuery(file)) || file.hasSuffix(".rewind")
    }
}

#endif
