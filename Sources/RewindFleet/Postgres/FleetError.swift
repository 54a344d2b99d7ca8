#if Fleet

import CRewindPostgres
import Foundation
import RewindTree

/// An error of a fleet's database. Never contains a value from a state or a payload.
package enum FleetError: Error, Hashable, Sendable {
    /// The server cannot be reached, or refuses the connection; the text is libpq's.
    case noConnection(String)
    /// The connection ended during the work. What was acknowledged is in the database.
    case connectionLost
    /// The database has no tables of a fleet.
    case notInitialized
    /// The tables are of a newer version of Rewind.
    case newerVersion(found: Int)
    /// The tables are of an older version; `rewind fleet init` updates them.
    case olderVersion(found: Int)
    case diskFull
    /// The server undid the transaction because of another one; it can be tried again.
    case conflict
    /// The role may not do this.
    case notPermitted(String)
    /// The server refused a statement; the text is its message.
    case refused(String)
    /// There is no session with this id.
    case noSession(String)
    /// The beginning of an id fits several sessions.
    case ambiguousSession(String)
    /// The session cannot be stored, for this reason.
    case unfit(path: String, Unfitness)
    /// A text is still in the database, which is unchanged.
    case notErased
    /// A session in the database is damaged.
    case damagedSession(String)

    /// The reason why a session is not stored.
    package enum Unfitness: Hashable, Sendable {
        /// The recording has not ended.
        case live
        /// `rewind verify` reports problems.
        case damaged(findings: Int)
        /// The database has another recording with the same id.
        case otherContents
        /// The session was erased.
        case forgotten
        /// A text contains a character that PostgreSQL does not store, U+0000, or is not UTF-8.
        case text(table: String)
        /// There are more than the maximum number of types, or one has a longer name than the maximum.
        case types
        /// There are more actions than the maximum.
        case tooLong
    }
}

extension FleetError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noConnection(let reason): "No connection to the database: \(reason)."
        case .connectionLost: "The connection to the database was lost."
        case .notInitialized: "The database has no tables of a fleet."
        case .newerVersion(let found): "The tables are of a newer version of rewind: \(found)."
        case .olderVersion(let found): "The tables are of an older version of rewind: \(found)."
        case .diskFull: "The disk of the database is full."
        case .conflict: "The database undid the work because of other work."
        case .notPermitted(let message): "The database does not permit this: \(message)."
        case .refused(let message): "The database refused: \(message)."
        case .noSession(let id): "The database has no session \(id)."
        case .ambiguousSession(let id): "The ids of several sessions begin with \(id)."
        case .unfit(let path, let reason): "\(path) \(reason)."
        case .notErased: "The text would still be in the database, so nothing was deleted."
        case .damagedSession(let id): "The session \(id) is damaged in the database."
        }
    }
}

extension FleetError.Unfitness: CustomStringConvertible {
    /// A predicate about the session.
    package var description: String {
        switch self {
        case .live: "is being recorded"
        case .damaged(let count): "is damaged: \(CountedNoun.text(count, "problem"))"
        case .otherContents: "has other contents than the session with its id in the database"
        case .forgotten: "was erased with rewind fleet forget, and is not stored again"
        case .text: "contains a text with U+0000, which PostgreSQL does not store"
        case .types: "has too many types of actions, or one with a long name"
        case .tooLong: "has too many actions"
        }
    }
}

extension FleetError {
    /// Converts the error of a result.
    init(_ result: OpaquePointer?, on connection: OpaquePointer?) {
        func field(_ code: Character) -> String? {
            code.asciiValue.flatMap { PQresultErrorField(result, Int32($0)) }.map { String(cString: $0) }
        }
        let message = field("M") ?? Self.text(of: connection)
        switch field("C") ?? "" {
        case _ where PQstatus(connection) == CONNECTION_BAD: self = .connectionLost
        case "53100": self = .diskFull
        case "40001", "40P01", "55P03": self = .conflict
        case "42501": self = .notPermitted(message)
        case "3F000", "42P01": self = .notInitialized
        case let state where state.hasPrefix("08") || state.hasPrefix("57P"): self = .connectionLost
        default: self = .refused(message)
        }
    }

    /// Returns the first line of libpq's last message about a connection, without a mark at its end.
    static func text(of connection: OpaquePointer?) -> String {
        let text = String(cString: PQerrorMessage(connection)).split(whereSeparator: \.isNewline).first ?? ""
        return String(text.trimmingPrefix(while: \.isWhitespace).reversed().drop { "?. ".contains($0) }.reversed())
    }
}

#endif
