import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// Reads the sound parts of a damaged session, and treats unreadable or modified ones as missing.
struct SoundRows {
    /// The maximum number of consecutive missing rows.
    private static let longestGap = 20_000
    /// The index of the payload in the selection of `RowHash`. The patch follows it.
    private static let payload = 5

    private let session: SessionReader
    private var digests = DigestCache()
    /// For each checked chunk, true if it is sound.
    private var chunks: [Int: Bool] = [:]

    init(_ session: SessionReader) {
        self.session = session
    }

    /// Calls `body` with the seqs from `first` to `end`. Stops after more consecutive calls return false than damaged
    /// pages can explain, as a damaged file may name any seq as the last one.
    func forEach(_ first: Int, _ end: Int, _ body: (Int) throws -> Bool) rethrows {
        var missing = 0
        for seq in stride(from: first, through: end, by: 1) {
            missing = try body(seq) ? 0 : missing + 1
            if missing > Self.longestGap { return }
        }
    }

    /// Returns the parent of an action as stored, sound or not.
    func parent(of seq: Int) -> Int? {
        (try? session.row(seq, .parent) { try $0.parent }) ?? nil
    }

    /// A row that matches its hash.
    struct Row {
        /// The action, without a payload or patch whose chunks are not sound.
        var record: ActionRecord
        /// True if a patch exists, sound or not.
        let hasPatch: Bool
        /// True if a payload exists and is not sound.
        let lacksPayload: Bool
    }

    /// Returns the row of action `seq`; nil if it is not sound.
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

    /// A row of effects or outcomes.
    enum Found<Record> {
        case missing
        case damaged
        /// A row that matches its hash. `lacksValue` is true if it had a value that is not sound.
        case sound(Record, lacksValue: Bool)
    }

    /// Returns effect `id`.
    mutating func effect(_ id: Int) -> Found<EffectRecord> {
        found(.effect, id, { try $0.effectRecord(of: $1, readsValue: $2) })
    }

    /// Returns outcome `id`.
    mutating func outcome(_ id: Int) -> Found<OutcomeRecord> {
        found(.outcome, id, { try $0.outcomeRecord(of: $1, readsValue: $2) })
    }

    private mutating func found<Record>(
        _ table: RowHash.Table,
        _ id: Int,
        _ read: (SessionReader, RewindSession.Row, Bool) throws -> Record
    ) -> Found<Record> {
        do {
            var bytes: [UInt8] = []
            return try session.read { db in
                try db.fetchOne(table.selectionOfOne, [id]) { row -> Found<Record>? in
                    guard table.isSound(row, &bytes) else { return .damaged }
                    if areSound(in: row.value(table.valueColumn)), let record = try? read(session, row, true) {
                        return .sound(record, lacksValue: false)
                    }
                    return .sound(try read(session, row, false), lacksValue: true)
                } ?? .missing
            }
        } catch {
            return .damaged
        }
    }

    /// Calls `body` with the ids of a table, as far as they are known, like `forEach`. `recorded` is the last one at
    /// closing.
    func forEachID(of table: RowHash.Table, recorded: Int, _ body: (Int) throws -> Bool) rethrows {
        func id(_ function: String) -> Int? {
            (try? session.read { try $0.fetchOne(Int.self, "SELECT \(function)(id) FROM \(table.rawValue)") }) ?? nil
        }
        let last = min(max(recorded, id("max") ?? 0), SessionFormat.largestSeq)
        try forEach(max(1, id("min") ?? 1), last, body)
    }

    /// Returns the snapshot at `seq`; nil if none exists or it is not sound.
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

    /// Returns true if a chunk and all chunks that it references match their hashes.
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
