import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Reads of a damaged session what is sound: what cannot be read, or is not what its hash says, is not there.
struct SoundRows {
    /// How many rows may be missing one after the other.
    private static let longestGap = 20_000
    /// Where the payload is in what `RowHash` selects; the patch comes behind it.
    private static let payload = 5

    private let session: SessionReader
    private var digests = DigestCache()
    /// Whether the chunks that were looked at are sound.
    private var chunks: [Int: Bool] = [:]

    init(_ session: SessionReader) {
        self.session = session
    }

    /// Calls `body` with the seqs from `first` to `end`, until it gives false so often in a row that no damage to single
    /// pages explains it: a seq that a file names may be any number.
    func forEach(_ first: Int, _ end: Int, _ body: (Int) throws -> Bool) rethrows {
        var missing = 0
        for seq in stride(from: first, through: end, by: 1) {
            missing = try body(seq) ? 0 : missing + 1
            if missing > Self.longestGap { return }
        }
    }

    /// The seq that a row names as its action's parent, sound or not.
    func parent(of seq: Int) -> Int? {
        (try? session.row(seq, .parent) { try $0.parent }) ?? nil
    }

    /// A row that is what its hash says.
    struct Row {
        /// The action, without a payload or a patch that is made of chunks which are not sound.
        var record: ActionRecord
        /// Whether there was a patch, sound or not.
        let hasPatch: Bool
        /// Whether there was a payload, and it is not sound.
        let lacksPayload: Bool
    }

    /// The row of action `seq`.
    mutating func row(_ seq: Int) -> Row? {
        let texts = try? session.read { db in
            var bytes: [UInt8] = []
            return try db.fetchOne(RowHash.selectionOfOne, [seq]) { row in
                (
                    isSound: RowHash.hash(of: row, &bytes).isStored, payload: row.value(Self.payload) as String?,
                    patch: row.value(Self.payload + 1) as String?
                )
            }
        }
        guard let texts, texts.isSound else { return nil }
        let (isPayloadSound, isPatchSound) = (areSound(in: texts.payload), areSound(in: texts.patch))
        let record = try? session.row(seq, .record) { row in
            try row.record(
                payload: isPayloadSound ? (try? row.payload) ?? nil : nil,
                patch: isPatchSound ? (try? row.patch) ?? nil : nil
            )
        }
        guard let record, record.parent >= 0, record.parent < seq else { return nil }
        return Row(
            record: record,
            hasPatch: texts.patch != nil,
            lacksPayload: texts.payload != nil && record.payload == nil
        )
    }

    /// The state that is stored whole for `seq`.
    mutating func snapshot(_ seq: Int) -> Tree? {
        guard let chunk = (try? session.snapshotChunk(seq)) ?? nil, isSound(chunk),
            let tree = try? session.tree(ofChunk: chunk),
            let hash = try? session.snapshotHash(seq), digests.digest(of: tree).data == hash
        else { return nil }
        return tree
    }

    private mutating func areSound(in text: String?) -> Bool {
        ChunkReference.ids(in: text ?? "").allSatisfy { isSound($0) }
    }

    /// Whether a chunk, with all that it refers to, is what its hash says.
    private mutating func isSound(_ id: Int) -> Bool {
        if let known = chunks[id] { return known }
        var isSound = false
        if let hash = (try? session.hash(ofChunk: id)) ?? nil, let tree = try? session.tree(ofChunk: id),
            let length = try? session.length(ofChunk: id)
        {
            digests.makeRoom(for: length)
            isSound = digests.digest(of: tree).data == hash
        }
        chunks[id] = isSound
        return isSound
    }
}
