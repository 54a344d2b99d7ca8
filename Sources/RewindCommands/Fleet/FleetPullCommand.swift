#if Fleet

import ArgumentParser
import Foundation
import RewindFleet

/// `rewind fleet pull`: writes a stored session as a file.
struct FleetPullCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull",
        abstract: "Write a stored session to a file.",
        usage: "rewind fleet pull <id> [--output <file> [--force]] [--database <url>]",
        discussion: """
            ID is the session's id, or its first four or more digits. The file has the same rows as the one that was \
            stored; all commands read it. It is ID.rewind in this folder by default.

              rewind fleet pull 3f2b1a90
              rewind fleet pull 3f2b1a90 -o crash.rewind
            """
    )

    @Argument(help: "Id of the session")
    var id: String

    @OptionGroup var file: NewFileOptions

    @OptionGroup var fleet: FleetOptions

    func run() throws {
        let database = try fleet.open()
        let id = try database.id(id)
        let target = file.target ?? NewFile(argument: "\(id).rewind")
        let work = ProgressReporter()
        try target.make(from: nil, overwrites: file.force) {
            try database.pull(id, to: $0, progress: work.sessionHandler)
        }
        Output.message("\(target.path) is written.")
    }
}

#endif
