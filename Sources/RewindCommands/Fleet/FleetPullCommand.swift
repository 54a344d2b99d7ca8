#if Fleet

import ArgumentParser
import Foundation
import RewindFleet

/// `rewind fleet pull`: writes a stored session as a file.
struct FleetPullCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Write a stored session to a file.",
        usage: """
            rewind fleet pull <id> [--app <name>] [--output <file> [--force]]
                              [--database <url>]
            """,
        discussion: """
            ID is the session's id, or its first four or more digits. The file has the same rows as the one that was \
            stored; all commands read it. It is ID.rewind in this folder by default. If several apps have sent a session \
            with the id, name the app.

              rewind fleet pull 3f2b1a90
              rewind fleet pull 3f2b1a90 -o crash.rewind
            """
    )

    @Argument(help: "Id of the session")
    var id: String

    @Option(help: ArgumentHelp("Only the session of this app", valueName: "name"))
    var app: String?

    @OptionGroup var file: NewFileOptions

    @OptionGroup var fleet: FleetOptions

    func run() throws {
        let database = try fleet.open()
        let session = try database.session(id, of: app)
        let target = file.target ?? NewFile(argument: "\(session.id).rewind")
        let work = ProgressReporter()
        try target.make(from: nil, overwrites: file.force) {
            try database.pull(session, to: $0, progress: work.sessionHandler)
        }
        Output.message("\(target.path) is written.")
    }
}

#endif
