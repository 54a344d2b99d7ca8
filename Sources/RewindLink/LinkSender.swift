import Foundation
import RewindRemote
import RewindTimeline
import RewindTree

/// Copies one session to the desk, batch by batch. Use it on one thread at a time.
struct LinkSender {
    private let client: LinkClient
    private let source: LinkBatch.Source
    /// The position of the copy; nil while it is unknown.
    private var position: LinkPosition?
    /// The facts and bookmarks that the copy has.
    private var notes: [LinkRow] = []
    /// True until another copy has begun.
    private var restarts = false
    /// A position that the session never had.
    private var doubted: LinkPosition?
    /// True if the desk knows that the app accepts steering requests; nil if it knows nothing.
    private var isSteered: Bool?
    /// The time of the last answer of the desk.
    private(set) var lastContact = Date.distantPast
    /// True if the server has the whole session.
    private var isComplete = false
    /// The number of answers in a row that the copy is at another position.
    private var conflicts = 0
    private static let mostConflicts = 4
    /// The number of refusals in a row.
    private var refusals = 0
    /// The number after which a refusal is final: a request may have been damaged on its way.
    private static let mostRefusals = 3

    init(_ client: LinkClient, _ source: LinkBatch.Source) {
        (self.client, self.source) = (client, source)
    }

    /// Sends all rows that the copy does not have. Returns true if the recording has ended, so that none can follow.
    ///
    /// - Throws: `LinkFailure`; `SessionError` and `SQLiteError` if the session cannot be read now.
    mutating func send(isSteered: Bool, while isWanted: () -> Bool = { true }) throws -> Bool {
        while true {
            guard isWanted() else { throw LinkFailure.unreachable }
            let batch = try LinkBatch(of: source.url, after: position ?? LinkPosition())
            if batch.isOther {
                // The answer may have been damaged on its way, so the desk is asked once more.
                guard position == doubted else {
                    doubted = position
                    throw LinkFailure.unreachable
                }
                (restarts, position, notes) = (true, LinkPosition(), [])
                continue
            }
            let isNew = position == nil
            let rows = isNew ? [] : (batch.notes == notes ? [] : batch.notes) + batch.rows
            let isSilent = -lastContact.timeIntervalSinceNow >= client.times.sign
            if isNew || !rows.isEmpty || self.isSteered != isSteered || isSilent {
                let isAdded = try post(rows, mustMove: !isNew && !batch.rows.isEmpty, isSteered: isSteered)
                if isComplete { return true }
                guard isAdded, !isNew else { continue }
                self.isSteered = isSteered
                notes = batch.notes
            }
            if batch.isLast { return batch.isEnded }
        }
    }

    /// Forgets the position, so that the desk is asked for it.
    mutating func forget() {
        (position, notes, isSteered, conflicts) = (nil, [], nil, 0)
    }

    /// Posts rows. Returns false if the copy was at another position, which is then known.
    /// `mustMove` is true if the rows change its position.
    private mutating func post(_ rows: [LinkRow], mustMove: Bool, isSteered: Bool) throws -> Bool {
        var head = LinkHead(
            session: source.session,
            app: source.app,
            file: source.url.deletingPathExtension().lastPathComponent,
            after: position ?? LinkPosition()
        )
        (head.restarts, head.isSteered) = (restarts, isSteered)
        var body = head.bytes + [UInt8(ascii: "\n")]
        for row in rows { row.write(to: &body) }
        guard body.count <= LinkHead.longestMessage else { throw LinkFailure.tooLong(bytes: body.count) }
        let (status, answer) = try client.send("POST", LinkPath.rows, body: body, seconds: client.times.reply)
        switch status {
        case 200, 409:
            lastContact = Date()
            if status == 200, !rows.isEmpty { refusals = 0 }
            guard let reply = LinkReply(answer) else { throw LinkFailure.unreachable }
            isComplete = reply.isComplete == true
            conflicts = status == 409 ? conflicts + 1 : 0
            // A server that answers without adding rows would be asked again at once.
            let didNotMove = status == 200 && mustMove && reply.position == position
            guard isComplete || conflicts < Self.mostConflicts && !didNotMove else {
                throw LinkFailure.unreachable
            }
            position = reply.position
            if status == 409 { notes = [] } else { restarts = false }
            return status == 200
        case 400, 401, 403, 413:
            refusals += 1
            guard status == 413 || refusals >= Self.mostRefusals else { throw LinkFailure.unreachable }
            let text = String(decoding: answer.prefix(500), as: UTF8.self)
            throw LinkFailure.refused(status: status, reason: text.trimmingCharacters(in: .newlines))
        default: throw LinkFailure.unreachable
        }
    }
}
