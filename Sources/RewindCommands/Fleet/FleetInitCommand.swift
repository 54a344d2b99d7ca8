#if Fleet

import ArgumentParser
import RewindFleet

/// `rewind fleet init`: creates the tables of a fleet.
struct FleetInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create the tables of a fleet in a database, or update them.",
        usage: "rewind fleet init [--database <url>]",
        discussion: """
            The tables are in the schema rewind. The roles rewind_collector, which can only add sessions, and \
            rewind_analyst, which can only read, are created too, without a login. Grant them to your own roles:

              GRANT rewind_analyst TO anna;
            """
    )

    @OptionGroup var fleet: FleetOptions

    func run() throws {
        switch try fleet.initialize() {
        case nil: Output.message("The tables are created.")
        case FleetDatabase.version: Output.message("The tables were up to date.")
        case let found?: Output.message("The tables are updated from version \(found) to \(FleetDatabase.version).")
        }
    }
}

#endif
