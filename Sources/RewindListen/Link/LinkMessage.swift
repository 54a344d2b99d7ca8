import Foundation
import RewindRemote
import RewindServer
import RewindTree

/// What an app posts: a head and rows.
struct LinkMessage {
    let head: LinkHead
    let rows: [LinkRow]

    /// Reads a body, which must be that of `digest`, if the app has sent one.
    ///
    /// - Throws: `Refusal`.
    init(parsing body: [UInt8], digest: String?) throws {
        guard digest.map({ $0 == BodyDigest.text(of: body) }) ?? true else {
            throw Refusal(.malformed, "The body was damaged on its way.")
        }
        var lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst(),
            let head = LinkHead(first), UUID(uuidString: head.session) != nil
        else { throw Refusal(.malformed, "The first line is not that of a recording.") }
        guard head.version == LinkHead.version else {
            throw Refusal(
                .otherVersion,
                "The app has another version of Rewind: it sends version \(head.version) of the protocol."
            )
        }
        self.head = head
        rows = try lines.enumerated().map { index, line in
            guard let row = (try? Tree(parsing: Array(line))).flatMap(LinkRow.init) else {
                throw Refusal(.malformed, "Line \(index + 2) is not a row of a session.")
            }
            return row
        }
    }
}

extension Response {
    static func json(_ message: some RemoteMessage, status: Int = 200) -> Response {
        Response(status: status, headers: [("Content-Type", "application/json")], body: .bytes(message.bytes))
    }

    /// Returns the response to rows that were not added.
    static func failure(_ error: any Error) -> Response {
        switch error {
        case let refusal as Refusal: .sentence(400, refusal.message)
        // The app keeps the rows, and tries again.
        default: .sentence(503, "The rows cannot be written now.")
        }
    }
}
