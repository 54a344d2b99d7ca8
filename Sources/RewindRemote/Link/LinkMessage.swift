/// The end of the copy of a session.
///
/// With the hashes of its last rows, an app notices if the copy has other rows under the same numbers.
package struct LinkPosition: Hashable, Sendable, Codable {
    /// The seq of the last action, or of the first state without any.
    package var action = 0
    /// The hash of that action; nil without one.
    package var actionHash: Int64?
    /// The id of the last chunk; 0 without any.
    package var chunk = 0
    /// The digest of that chunk in hexadecimal.
    package var chunkHash: String?
    /// The seq of the last snapshot; -1 without any.
    package var snapshot = -1
    /// The id of the last effect; 0 without any.
    package var effect = 0
    /// The hash of that effect; nil without one.
    package var effectHash: Int64?
    /// The id of the last outcome; 0 without any.
    package var outcome = 0
    /// The hash of that outcome; nil without one.
    package var outcomeHash: Int64?

    package init() {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        action = try values.decode(Int.self, forKey: .action)
        actionHash = try values.decodeIfPresent(Int64.self, forKey: .actionHash)
        chunk = try values.decode(Int.self, forKey: .chunk)
        chunkHash = try values.decodeIfPresent(String.self, forKey: .chunkHash)
        snapshot = try values.decode(Int.self, forKey: .snapshot)
        // An app with version 1 of the protocol must be recognized.
        effect = try values.decodeIfPresent(Int.self, forKey: .effect) ?? 0
        effectHash = try values.decodeIfPresent(Int64.self, forKey: .effectHash)
        outcome = try values.decodeIfPresent(Int.self, forKey: .outcome) ?? 0
        outcomeHash = try values.decodeIfPresent(Int64.self, forKey: .outcomeHash)
    }
}

/// The first line of what an app posts: which session the rows on the other lines belong to.
package struct LinkHead: RemoteMessage {
    /// The version of the protocol.
    package static let version = 2
    /// The maximum length of a head with its rows, in bytes.
    package static let longestMessage = 16 << 20

    package var version = Self.version
    /// The identifier of the recording, its fact `id`.
    package let session: String
    /// The name of the app and of the file, from which the copy gets its name.
    package let app: String
    package let file: String
    /// The position that the rows follow. If the copy is elsewhere, nothing is added.
    package let after: LinkPosition
    /// True to begin another copy, because the existing one has other rows.
    package var restarts = false
    /// True if the app accepts steering requests.
    package var isSteered = false

    package init(session: String, app: String, file: String, after: LinkPosition) {
        self.session = session
        self.app = app
        self.file = file
        self.after = after
    }

    private enum CodingKeys: String, CodingKey {
        case version, session, app, file, after, restarts
        case isSteered = "steered"
    }
}

/// The answer to rows.
package struct LinkReply: RemoteMessage {
    /// The position of the copy now.
    package let position: LinkPosition
    /// True if the server has the whole session and takes no further rows; nil from `rewind listen`.
    package let isComplete: Bool?

    package init(position: LinkPosition, isComplete: Bool? = nil) {
        (self.position, self.isComplete) = (position, isComplete)
    }

    private enum CodingKeys: String, CodingKey {
        case position
        case isComplete = "complete"
    }
}

/// A steering request on its way to the app.
package struct LinkRequest: RemoteMessage {
    package let id: String
    /// The time that the app has for it, in seconds.
    package let seconds: Double
    package let request: SteeringRequest

    package init(id: String, seconds: Double, request: SteeringRequest) {
        self.id = id
        self.seconds = seconds
        self.request = request
    }
}

/// The paths of the requests of an app.
package enum LinkPath {
    /// Takes a head and rows, and answers with a reply.
    package static let rows = "/link/rows"
    /// Answers with the next steering request for the session in the query, or with nothing after a while.
    package static let request = "/link/request"
    /// Takes the answer to a steering request, which the query names.
    package static let answer = "/link/answer"
}
