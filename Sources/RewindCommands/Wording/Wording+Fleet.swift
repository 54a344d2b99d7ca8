#if Fleet && (os(macOS) || os(Linux))

import RewindFleet

extension Wording {
    /// Returns the message for an error of a fleet's database.
    static func failure(of error: FleetError) -> CommandError {
        switch error {
        case .noConnection(let reason):
            CommandError(
                message: "No connection to the database: \(reason).",
                hint: "Check the address and the server."
            )
        case .connectionLost:
            CommandError(
                message: "The connection to the database was lost.",
                hint: "Run the command again. What was stored is there."
            )
        case .notInitialized:
            CommandError(
                message: "The database has no tables of a fleet.",
                hint: .command("Create them", "rewind fleet init")
            )
        case .newerVersion(let found):
            CommandError(
                message: "The tables are of a newer version of rewind: \(found).",
                hint: "Use a newer version of rewind."
            )
        case .olderVersion(let found):
            CommandError(
                message: "The tables are of an older version of rewind: \(found).",
                hint: .command("Update them", "rewind fleet init")
            )
        case .diskFull: CommandError(message: "The disk of the database is full.", hint: nil)
        case .notPermitted(let message):
            CommandError(message: "The database does not permit this: \(message).", hint: "Use another role.")
        case .refused(let message): CommandError(message: "The database refused: \(message).", hint: nil)
        case .noSession(let id):
            CommandError(
                message: "The database has no session \(id).",
                hint: .command("List the sessions", "rewind fleet ls"),
                status: 1
            )
        case .ambiguousSession(let id):
            CommandError(message: "The ids of several sessions begin with \(id).", hint: "Name more digits.")
        case .unfit(let path, let reason): CommandError(message: "\(path) \(text(for: reason)).", hint: nil)
        case .notErased:
            CommandError(message: "The text would still be in the database, so nothing was deleted.", hint: nil)
        case .damagedSession(let id):
            CommandError(message: "The session \(id) is damaged in the database.", hint: nil)
        }
    }

    private static func text(for reason: FleetError.Unfitness) -> String {
        switch reason {
        case .live: "is being recorded"
        case .damaged(let count): "is damaged: \(BriefText.count(count, "problem"))"
        case .otherContents: "has other contents than the session with its id in the database"
        case .text: "contains a text with U+0000, which PostgreSQL does not store"
        case .types: "has too many types of actions, or one with a long name"
        case .tooLong: "has too many actions"
        }
    }
}

extension CommandError {
    /// No database was named.
    static let noDatabase = CommandError(
        message: "No database is named.",
        hint: "Set REWIND_DATABASE to its address, such as postgresql://me@db.example.com/fleet."
    )
}

#endif
