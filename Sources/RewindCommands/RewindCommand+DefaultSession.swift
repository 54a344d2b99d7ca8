import ArgumentParser
import RewindSession
import RewindTimeline

extension RewindCommand {
    /// Returns the command that the arguments give, with the default session inserted if they name none, which a note on
    /// standard error reports.
    ///
    /// - Throws: The parser's error about the given arguments, if they are invalid either way;
    ///   `CommandError.noSession`, `CommandError.severalSessions`, if nothing else is missing;
    ///   `SessionError.isDirectory`.
    static func parseWithSession(_ arguments: [String]) throws -> any ParsableCommand {
        let given = Result { try parseAsRoot(arguments) }
        guard let name = arguments.first else { return try given.get() }
        switch given {
        case .success(let command):
            guard let command = command as? any SessionCommand, !isNamed(by: command) else { return command }
        case .failure(let error):
            let takesSession = configuration.subcommands.contains {
                $0._commandName == name && $0 is any SessionCommand.Type
            }
            guard takesSession, exitCode(for: error) == .validationFailure,
                arguments.dropFirst().first?.isEmpty != true,
                !arguments.dropFirst().contains(where: DefaultSession.isFile)
            else { throw error }
        }
        let file: String
        do {
            file = try DefaultSession.file()
        } catch {
            if let path = arguments.dropFirst().first, DefaultSession.isFolder(path) {
                throw SessionError.isDirectory(path: path)
            }
            let other = [name, "session.rewind"] + arguments.dropFirst()
            if case .failure = given, (try? parseAsRoot(other)) == nil { return try given.get() }
            throw error
        }
        guard let command = try? parseAsRoot([name, file] + arguments.dropFirst()) else { return try given.get() }
        Output.note(.defaultSession(file: file))
        return command
    }

    /// Returns the arguments with `-20` as `-n20` where that is valid, and `-20` is neither a REF nor a text.
    static func withCounts(_ arguments: [String]) -> [String] {
        guard let name = arguments.first, let first = arguments.dropFirst().first else { return arguments }
        let isNamed = DefaultSession.isFile(first) || first.hasSuffix(".rewind")
        func isValid(_ arguments: [String]) -> Bool {
            let others = arguments.dropFirst(isNamed ? 2 : 1)
            return (try? parseAsRoot([name, isNamed ? first : "session.rewind"] + others)) != nil
        }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let candidates = arguments[1..<end].indices.lazy.compactMap { index -> [String]? in
            let number = arguments[index].dropFirst()
            guard arguments[index].first == Reference.minus, number.allSatisfy(\.isNumber) else { return nil }
            var other = arguments
            other[index] = "-n\(number)"
            return other
        }
        guard !candidates.isEmpty, !isValid(arguments) else { return arguments }
        return candidates.first(where: isValid) ?? arguments
    }

    /// Returns true if the first argument is a session: a path rather than a REF, a POINTER or a type.
    private static func isNamed(by command: any SessionCommand) -> Bool {
        guard let file = command.session.givenFile else { return false }
        if DefaultSession.isFile(file) { return true }
        if (command as? DispatchCommand)?.isFileType == true { return file.hasSuffix(".rewind") }
        let isPoint =
            (try? Reference(parsing: file)) != nil || file.hasPrefix("/")
            || (ReferenceRange.isMeant(by: file) && (try? ReferenceRange(parsing: file)) != nil)
        return !(isPoint || SQLCommand.isQuery(file)) || file.hasSuffix(".rewind")
    }
}
