import ArgumentParser
import Foundation
import RewindSession
import RewindTimeline

/// The `rewind` tool.
public struct RewindCommand: AsyncParsableCommand {
    /// The commands that the running tool adds to the built-in ones.
    @TaskLocal static var ownCommands: [any ParsableCommand.Type] = []

    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rewind",
            abstract: "Travel through the recorded sessions of a Redux app.",
            discussion: """
                FILE is a session, by default $REWIND_SESSION, or else the only *.rewind in the folder.
                \(Wording.grammar)

                Unknown states, as after a crash, are recovered by re-running actions if the tool has the app's reducers; a note \
                on standard error says so, or names the state shown instead.

                Options of all commands: --json prints one document, or a line for each item of a list; --color auto|always|never; \
                --no-pager prints long output directly; --utc prints and reads times in UTC, not in local time.

                Exit status: 0 done; 1 "differs" or "not found"; 2 error; 64 wrong usage; 130 Ctrl-C (0 for servers).
                """,
            version: SessionFormat.packageVersion,
            subcommands: ownCommands,
            groupedSubcommands: [
                CommandGroup(
                    name: "Viewing",
                    subcommands: [
                        LsCommand.self, LogCommand.self, ShowCommand.self, ScreenCommand.self, DiffCommand.self,
                        StatsCommand.self, EffectsCommand.self, DebugCommand.self, InspectCommand.self,
                        ListenCommand.self, MCPCommand.self,
                    ]
                ),
                CommandGroup(
                    name: "Traveling",
                    subcommands: [
                        UndoCommand.self, RedoCommand.self, GotoCommand.self, DispatchCommand.self,
                        BookmarkCommand.self, TravelCommand.self,
                    ]
                ),
                CommandGroup(
                    name: "Finding",
                    subcommands: [
                        WhyCommand.self, BlameCommand.self, HistoryCommand.self, SearchCommand.self,
                        WatchCommand.self, BisectCommand.self, CompareCommand.self, SQLCommand.self, ReplayCommand.self,
                    ]
                ),
                CommandGroup(
                    name: "Exporting and importing",
                    subcommands: [ExportCommand.self, ImportCommand.self, CutCommand.self]
                ),
                CommandGroup(
                    name: "Maintaining",
                    subcommands: [
                        VerifyCommand.self, PruneCommand.self, ScrubCommand.self,
                    ]
                ),
            ] + fleetCommands + sealingCommands
        )
    }

    #if Fleet
    private static let fleetCommands = [CommandGroup(name: "Many users", subcommands: [FleetCommand.self])]
    #else
    private static let fleetCommands: [CommandGroup] = []
    #endif

    #if Sealing
    private static let sealingCommands = [
        CommandGroup(name: "Sealed sessions", subcommands: [KeysCommand.self, UnsealCommand.self])
    ]
    #else
    private static let sealingCommands: [CommandGroup] = []
    #endif

    public init() {}

    /// The commands that answer questions of `RewindAnswers`.
    static var answering: [any AnsweringCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands).compactMap { $0 as? any AnsweringCommand.Type }
    }

    /// Runs the tool with the arguments of the process, and ends the process.
    ///
    /// - Parameters:
    ///   - app: The app whose sessions the tool re-runs, and whose states it can show as screens.
    ///   - commands: Additional commands, such as a ``SessionCommand``.
    @MainActor
    public static func run(app: RegisteredApp?, adding commands: [any ParsableCommand.Type] = []) async -> Never {
        Output.endWithItsReader()
        // On the main thread, whose stack is large enough for deeply nested states.
        let status = await $ownCommands.withValue(commands) {
            await AnsweringCommands.$all.withValue(answering) {
                await RegisteredApp.$current.withValue(app) { await run(Array(CommandLine.arguments.dropFirst())) }
            }
        }
        Pager.finish()
        Foundation.exit(status)
    }

    @MainActor
    private static func run(_ arguments: [String]) async -> Int32 {
        var file: String?
        do {
            try checkCommand(arguments)
            var command = try parseAsRoot(NegativeNumber.replaced(in: CountArgument.withNames(arguments)))
            if var onSession = command as? any SessionCommand {
                try onSession.session.useDefault()
                file = onSession.session.file
                command = onSession
            }
            let printsData = ["show", "export", "sql"].contains(arguments.first)
            if printsData || arguments.contains("--json") { Output.beginData() }
            if (command as? any PagedCommand)?.isPaged == true { Pager.start() }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return finish(with: 0)
        } catch {
            return report(error, of: arguments, file: file)
        }
    }

    /// Checks that the command exists; the parser would take an unknown name for an argument.
    ///
    /// - Throws: `CommandError.noSuchCommand`.
    static func checkCommand(_ arguments: [String]) throws {
        let named = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        let words = Array(named.prefix { !$0.hasPrefix("-") })
        guard let name = words.first else { return }
        let commands = configuration.subcommands
        guard let command = commands.first(where: { $0._commandName == name }) else {
            if name == "help" { return }
            if name == "fleet" { throw CommandError.builtWithoutFleet }
            if ["keys", "unseal"].contains(name) { throw CommandError.builtWithoutSealing(name) }
            throw CommandError.noSuchCommand(
                name,
                nearest: NearestWord.of(name, in: commands.map { $0._commandName } + ["help"])
            )
        }
        let inner = command.configuration.subcommands.map { $0._commandName }
        guard words.count > 1, !inner.isEmpty, !inner.contains(words[1]) else { return }
        throw CommandError.noSuchCommand(words[1], in: name, nearest: NearestWord.of(words[1], in: inner))
    }

    /// Returns `status`, or the status of the error if the output could not be written.
    private static func finish(with status: Int32) -> Int32 {
        do {
            try Output.finish()
            return status
        } catch {
            return report(error)
        }
    }

    private static func report(_ error: any Error, of arguments: [String] = [], file: String? = nil) -> Int32 {
        if let exit = error as? ExitCode { return finish(with: exit.rawValue) }
        if error is CancellationError { return finish(with: Interruption.status) }
        if let failure = Wording.failure(for: error) { return report(failure, file: file) }
        // The parser composes the whole help to know the status.
        let code = exitCode(for: error)
        switch code {
        case .success:
            // Help and version are output, not errors.
            Output.line(shortened(fullMessage(for: error)) + BashCompletion.addition(for: arguments))
        case .failure:
            // An error of the app.
            let hint = (error as? any LocalizedError)?.recoverySuggestion.map { CommandError.Hint(stringLiteral: $0) }
            return report(CommandError(message: message(for: error), hint: hint), file: file)
        default:
            let help = (["rewind help"] + names(arguments)).joined(separator: " ")
            return report(
                CommandError(
                    message: sentence(message(for: error), usage: fullMessage(for: error)),
                    hint: CommandError.isRead ? nil : .command("See the usage", help),
                    status: code.rawValue
                ),
                file: file
            )
        }
        return finish(with: code.rawValue)
    }

    /// Returns the names of the command that the arguments begin with.
    private static func names(_ arguments: [String]) -> [String] {
        let command = configuration.subcommands.first { $0._commandName == arguments.first }
        let inner = command?.configuration.subcommands.first { $0._commandName == arguments.dropFirst().first }
        return [command, inner].compactMap { $0?._commandName }
    }

    /// Returns a message of the parser on one line and with a period. For the beginning of an option, it names the option.
    static func sentence(_ message: String, usage: String) -> String {
        if let unknown = message.firstMatch(of: #/^Unknown option '(--[\w-]+)'/#),
            let option = usage.matches(of: #/--[\w-]+/#).map(\.output).first(where: {
                $0.count > unknown.1.count && $0.hasPrefix(unknown.1)
            })
        {
            return "\(unknown.0). Did you mean '\(option)'?"
        }
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.last.map { ".?!".contains($0) } == true ? line : line + "."
    }

    /// Returns a help with one line for the options of all commands, which the help of the root explains.
    package static func shortened(_ help: String) -> String {
        help.replacing(
            #/  --json .*  --utc .*  -h, --help[^\n]*/#.dotMatchesNewlines(),
            with: """
                  --json, --color <when>, --no-pager, --utc, --version, -h
                                          See "rewind help"
                """
        )
    }

    private static func report(_ failure: CommandError, file: String?) -> Int32 {
        try? Output.finish()
        Output.failure(failure, file: file)
        return failure.status
    }
}
