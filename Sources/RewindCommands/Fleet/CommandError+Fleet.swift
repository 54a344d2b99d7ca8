#if Fleet

import RewindFleet
import RewindTree

/// The messages for questions about a fleet without an answer.
extension CommandError {
    private static let mostPointers = 20_000

    /// No database was named.
    static let noDatabase = CommandError(
        message: "No database is named.",
        hint: "Set REWIND_DATABASE to its address, such as postgresql://me@db.example.com/fleet."
    )

    static let noSessions = CommandError(
        message: "No session is stored that fits.",
        hint: .command("Count the stored sessions", "rewind fleet stats"),
        status: 1
    )

    static let noCrashes = CommandError(
        message: "No session that fits ended with a crash.",
        hint: .command("Count the stored sessions", "rewind fleet stats"),
        status: 1
    )

    /// All sessions match, so that there is nothing to compare with.
    static let nothingToCompare = CommandError(
        message: "The condition is true in all sessions, and can be compared with none.",
        hint: "Use a narrower condition, or more sessions.",
        status: 1
    )

    static func textNotInFleet(_ text: String) -> CommandError {
        CommandError(
            message: "\"\(text)\" is in no session.",
            hint: text.contains(where: \.isUppercase)
                ? "A text in lower case matches any case." : .command("List the sessions", "rewind fleet ls"),
            status: 1
        )
    }

    /// No action changed the value that sessions have there.
    static func notWrittenInFleet(_ pointer: Pointer) -> CommandError {
        CommandError(
            message: "No action in a session that fits wrote \(pointer.description).",
            hint: .command("List what writes the whole state", "rewind fleet blame ''"),
            status: 1
        )
    }

    /// Returns the error for a condition that is never true.
    static func noSessionMatches(_ question: FleetQuestion, in fleet: FleetDatabase) throws -> CommandError {
        try missing(question.pointers, in: fleet)
            ?? CommandError(
                message: "The condition is true in no session.",
                hint: .command("List the sessions", "rewind fleet ls"),
                status: 1
            )
    }

    /// Returns the error for the first pointer at which no session has a value; nil if there is none.
    static func missing(_ pointers: [Pointer], in fleet: FleetDatabase) throws -> CommandError? {
        // The members of elements are not all known.
        let pointers = pointers.filter { $0.folded == $0 && !$0.tokens.contains("*") }
        guard let missing = try pointers.first(where: { try !fleet.mayHave($0) }) else { return nil }
        let known = try fleet.pointers(limit: mostPointers)
        let nearest = NearestWord.of(missing.description, in: known.map(\.description))
        return CommandError(
            message: "No session has a value at \(missing.description).",
            hint: nearest.map { "Did you mean \($0)?" } ?? .command("List the sessions", "rewind fleet ls"),
            status: 1
        )
    }
}

#endif
