import ArgumentParser
import Foundation
import RewindTimeline

/// The session that is meant where none is named: that of `$REWIND_SESSION`, or the only one in the folder.
enum DefaultSession {
    private static let variable = "REWIND_SESSION"

    /// The arguments of a command with its session, which they may leave out: then it is the default one, and standard
    /// error tells which that is. Those that make no sense either way stay as they are.
    ///
    /// - Throws: `CommandError.noSession`, `CommandError.severalSessions`, where nothing else is missing.
    static func completing(_ arguments: [String]) throws -> [String] {
        guard let name = arguments.first else { return arguments }
        let isComplete: Bool
        do {
            let command = try RewindCommand.parseAsRoot(arguments)
            guard let command = command as? any SessionCommand, !isNamed(by: command.session) else { return arguments }
            isComplete = true
        } catch {
            let takesSession = RewindCommand.configuration.subcommands.contains {
                ($0._commandName == name || $0.configuration.aliases.contains(name)) && $0 is any SessionCommand.Type
            }
            guard takesSession, RewindCommand.exitCode(for: error) == .validationFailure,
                arguments.dropFirst().first?.isEmpty != true, !arguments.dropFirst().contains(where: isFile)
            else { return arguments }
            isComplete = false
        }
        let file: String
        do {
            file = try self.file()
        } catch {
            if isComplete { throw error }
            return arguments
        }
        let completed = [name, file] + arguments.dropFirst()
        if !isComplete, (try? RewindCommand.parseAsRoot(completed)) == nil { return arguments }
        Output.note(.defaultSession(file: file))
        return completed
    }

    /// Whether the first argument is the session: a path, rather than a REF or a POINTER.
    private static func isNamed(by session: SessionArgument) -> Bool {
        guard let file = session.givenFile else { return false }
        if isFile(file) { return true }
        let isPoint =
            (try? Reference(parsing: file)) != nil || file.hasPrefix("/")
            || (ReferenceRange.isMeant(by: file) && (try? ReferenceRange(parsing: file)) != nil)
        return !isPoint || file.hasSuffix(".rewind")
    }

    /// The session that a command line names so far, or else the default one; nil where neither is there. Nothing is said
    /// of that.
    static func file(in words: [String]) -> String? {
        words.dropFirst().first { $0.hasSuffix(".rewind") && isFile($0) } ?? (try? file())
    }

    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    private static func file() throws -> String {
        if let file = ProcessInfo.processInfo.environment[variable], !file.isEmpty { return file }
        let names = try FileManager.default.contentsOfDirectory(atPath: ".").filter { $0.hasSuffix(".rewind") }.sorted()
        guard let name = names.first else { throw CommandError.noSession }
        guard names.count == 1 else { throw CommandError.severalSessions(names) }
        return name
    }
}
