import Foundation
import RewindRemote
import RewindServer
import RewindTree
import RewindUpkeep

/// What an app posts: a head and rows.
struct LinkMessage {
    let head: LinkHead
    let rows: [LinkRow]

    /// Reads a body.
    ///
    /// - Throws: `LinkRefusal`.
    init(parsing body: [UInt8]) throws {
        var lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst(),
            let head = try? TreeDecoder().decode(LinkHead.self, from: Tree(parsing: Array(first))),
            UUID(uuidString: head.session) != nil
        else { throw LinkRefusal("The first line is not that of a recording.") }
        guard head.version == LinkHead.version else {
            throw LinkRefusal(
                "The app has another version of Rewind: it sends version \(head.version) of the protocol."
            )
        }
        self.head = head
        rows = try lines.enumerated().map { index, line in
            guard let row = (try? Tree(parsing: Array(line))).flatMap(LinkRow.init) else {
                throw LinkRefusal("Line \(index + 2) is not a row of a session.")
            }
            return row
        }
    }
}

/// A request that cannot be answered; the text is for people.
struct LinkRefusal: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension Response {
    static func json(_ value: some Encodable, status: Int = 200) throws -> Response {
        var encoder = TreeEncoder()
        let headers = [(name: "Content-Type", value: "application/json")]
        return Response(status: status, headers: headers, body: .bytes(Array(try encoder.encode(value).text.utf8)))
    }

    /// Returns the response to rows that were not added.
    static func failure(_ error: any Error) -> Response {
        switch error {
        case let refusal as LinkRefusal: .sentence(400, refusal.text)
        case ReplicaError.notNext: .sentence(400, "An action is missing before the first one.")
        case ReplicaError.notARow(let table): .sentence(400, "A row of the table \(table.rawValue) is damaged.")
        // The app keeps the rows, and tries again.
        default: .sentence(503, "The rows cannot be written now.")
        }
    }
}
