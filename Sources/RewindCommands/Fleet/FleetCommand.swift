#if Fleet

import ArgumentParser
import Foundation
import RewindFleet

/// `rewind fleet`: the sessions of many users, in PostgreSQL.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Keep and question the sessions of many users.",
        discussion: """
            The sessions are in a PostgreSQL database, which --database or $REWIND_DATABASE names:

              export REWIND_DATABASE=postgresql://me@db.example.com/fleet
              rewind fleet init
              rewind fleet push sessions/

            An address in an argument must not contain a password, which other users of the machine can see. Use \
            $REWIND_DATABASE, $PGPASSWORD, or the file ~/.pgpass.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Storing",
                subcommands: [
                    FleetInitCommand.self, FleetPushCommand.self, FleetPullCommand.self, FleetServeCommand.self,
                ]
            ),
            CommandGroup(
                name: "Asking",
                subcommands: [
                    FleetLsCommand.self, FleetStatsCommand.self, FleetCrashesCommand.self, FleetSearchCommand.self,
                    FleetBlameCommand.self, FleetWatchCommand.self, FleetBeforeCommand.self, FleetShortestCommand.self,
                ]
            ),
            CommandGroup(name: "Keeping", subcommands: [FleetPruneCommand.self, FleetForgetCommand.self]),
        ]
    )
}

/// The database of a fleet command.
struct FleetOptions: ParsableArguments {
    /// The environment variable with the address of the database.
    static let variable = "REWIND_DATABASE"

    @Option(
        name: .customLong("database"),
        help: ArgumentHelp("Address of the database; $REWIND_DATABASE by default", valueName: "url")
    )
    var givenDatabase: String?

    func validate() throws {
        if let givenDatabase, givenDatabase.contains(#/^[a-z]+://[^/@]*:[^/@]*@|password\s*=/#) {
            throw ValidationError.passwordInAddress
        }
    }

    /// - Throws: `CommandError.noDatabase`.
    var address: String {
        get throws {
            guard let address = givenDatabase ?? ProcessInfo.processInfo.environment[Self.variable], !address.isEmpty
            else { throw CommandError.noDatabase }
            return address
        }
    }

    /// Connects to the database. Ctrl-C ends its work.
    ///
    /// - Throws: `FleetError`, `CommandError.noDatabase`.
    func open() throws -> FleetDatabase {
        try Self.open(address)
    }

    static func open(_ address: String) throws -> FleetDatabase {
        let interruption = Interruption.shared
        return try FleetDatabase(address) { try interruption.check() }
    }

    /// Creates the tables; see ``FleetDatabase/initialize(_:check:)``.
    func initialize() throws -> Int? {
        let interruption = Interruption.shared
        return try FleetDatabase.initialize(address) { try interruption.check() }
    }
}

#endif
