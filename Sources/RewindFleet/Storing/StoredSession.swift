#if Fleet

import Foundation
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep

/// A session file that is stored in a fleet: what its row contains, and the rows of its actions.
final class StoredSession {
    /// The maximum number of types of a session, and the maximum length of their names, in bytes.
    private static let mostTypes = 10_000
    private static let longestName = 1_000

    /// The number of actions of a type that changed the value at a pointer, and the first of them.
    struct Changes {
        var first: Int
        var count: Int
    }

    struct ChangeKey: Hashable {
        let pointer: Int64
        let type: Int64
    }

    struct TypeName: Hashable {
        let name: String
        let coder: String
    }

    let reader: SessionReader
    let url: URL
    let id: String
    let key: Int64
    /// The digest of everything in the file.
    let content: [UInt8]
    /// The app with whose key the session was sent.
    let sender: String?
    private let facts: [String: String]
    private let notes: [LinkRow]
    /// The session's chunks; none before ``verify(progress:)``.
    private(set) var chunks = ChunkMap()
    private(set) var types: [TypeName: Int64] = [:]
    private(set) var changes: [ChangeKey: Changes] = [:]
    private(set) var values: ValueSummary
    let pointers = PointerLimits()
    private var fatalPointers: [Pointer]?
    private let ending: SessionEnding

    /// Opens a session that has ended.
    ///
    /// - Parameter sender: The app with whose key it was sent, which then is its app; nil for the one that it names.
    /// - Throws: `FleetError.unfit`, `SessionError`.
    init(_ url: URL, sender: String?) throws {
        let reader = try SessionReader(opening: url)
        guard !reader.isLive else { throw FleetError.unfit(path: url.path, .live) }
        (self.url, self.reader, self.sender) = (url, reader, sender)
        facts = try reader.facts()
        notes = try Self.notes(of: reader)
        content = try Self.content(notes, of: reader)
        let named = facts[SessionFact.idKey].flatMap { UUID(uuidString: $0)?.uuidString.lowercased() }
        id = named ?? FleetID.uuid(of: content)
        key = FleetID.session(id, of: sender)
        values = ValueSummary(pointers)
        ending = try reader.ending()
        let names = notes.filter { $0.table == .type }.compactMap { $0.text(1) }
        guard names.count <= Self.mostTypes, names.allSatisfy({ $0.utf8.count <= Self.longestName }) else {
            throw FleetError.unfit(path: url.path, .types)
        }
        guard ending.last <= Int(Int32.max) else { throw FleetError.unfit(path: url.path, .tooLong) }
    }

    /// Checks all of the session, and prepares its rows.
    ///
    /// - Throws: `FleetError.unfit` if there is a problem, `SessionError`.
    func verify(progress: @escaping SessionProgress.Handler) throws {
        let report = try SessionCheck.run(reader, progress: progress)
        guard report.findings.isEmpty else {
            throw FleetError.unfit(path: url.path, .damaged(findings: report.findings.count))
        }
        chunks = try ChunkMap(of: reader)
    }

    private static func notes(of reader: SessionReader) throws -> [LinkRow] {
        try reader.read { db in
            try [LinkRow.Table.fact, .type, .snapshot, .bookmark].flatMap { table in
                let columns = table.columns.joined(separator: ", ")
                return try db.fetchAll("SELECT \(columns) FROM \(table.rawValue) ORDER BY 1") { LinkRow(table, $0) }
            }
        }
    }

    /// Returns the digest of the rows that are neither actions nor effects, and of the hashes of the others.
    private static func content(_ notes: [LinkRow], of reader: SessionReader) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for note in notes { note.write(to: &bytes) }
        try reader.read { db in
            for table in ["action ORDER BY seq", "effect ORDER BY id", "outcome ORDER BY id"] {
                let rows = try db.rows("SELECT hash FROM \(table)")
                while let row = try rows.next() { bytes.append(bigEndian: row.value(0) as Int64? ?? 0) }
            }
        }
        return Digest(of: bytes).bytes
    }

    // MARK: Rows

    /// Calls `body` with the columns of each action, and collects what is known about all of them, again if it is called
    /// again.
    func forEachAction(_ day: PostgresValue, _ body: ([PostgresValue]) throws -> Void) throws {
        (changes, values) = ([:], ValueSummary(pointers))
        var cursor = try StateCursor(reader)
        values.add(cursor.first.state, at: cursor.first.seq)
        try reader.read { db in
            let hashes = try db.rows("SELECT hash FROM action ORDER BY seq")
            try reader.forEachRow(.record) { row in
                guard let hash = try hashes.next() else { return false }
                let record = try row.record
                let type = self.type(record.type, record.coder)
                let transition = try cursor.pass(record)
                values.add(transition.after, at: record.seq)
                note(transition, type)
                if record.seq == fatal { fatalPointers = record.patch.map(Self.folded) }
                try body([
                    .int(key), .int(record.at), .int(record.duration), .int(type), .int4(Int32(record.seq)),
                    .int4(Int32(record.parent)), .int4(Int32(truncatingIfNeeded: hash.value(0) as Int64? ?? 0)), day,
                    .bytes([Self.letter(of: record.status)]), stored(row.text(.payload)), stored(row.text(.patch)),
                    try text(record.origin, in: "action"), try text(record.error, in: "action"),
                    .int(record.cause?.columns.effect),
                    record.cause?.columns.action.map { .int4(Int32(truncatingIfNeeded: $0)) } ?? .null,
                ])
                return true
            }
        }
    }

    /// Calls `body` with the columns of each effect or outcome, after those of the session and the day.
    func forEachRow(
        of table: RowHash.Table,
        _ day: PostgresValue,
        _ body: ([PostgresValue]) throws -> Void
    ) throws {
        let columns = table.columns
        try reader.read { db in
            let rows = try db.rows(table.selection)
            while let row = try rows.next() {
                try body(
                    [.int(key), day]
                        + columns.enumerated().map { index, column in
                            switch column {
                            case "seq", "cause_action", "hash":
                                (row.value(index) as Int64?).map { .int4(Int32(truncatingIfNeeded: $0)) } ?? .null
                            case "input", "value": stored(row.text(index))
                            case "kind", "name", "coder", "origin", "status", "type":
                                try text(row.value(index), in: table.rawValue)
                            default: .int(row.value(index))
                            }
                        }
                )
            }
        }
    }

    private func type(_ name: String, _ coder: ActionRecord.Coder) -> Int64 {
        let type = TypeName(name: name, coder: coder.rawValue)
        if let known = types[type] { return known }
        let id = FleetID.type(name, coder: coder.rawValue)
        types[type] = id
        return id
    }

    private func note(_ transition: StateCursor.Transition, _ type: Int64) {
        func count(_ pointer: Int64) {
            let first = Changes(first: transition.record.seq, count: 0)
            changes[ChangeKey(pointer: pointer, type: type), default: first].count += 1
        }
        count(FleetID.anyPointer)
        guard let before = transition.before, let after = transition.after else { return }
        after.forEachChange(from: before) { pointer in
            guard let id = pointers.id(pointer) else { return false }
            count(id)
            return true
        }
    }

    /// Returns the different folded pointers that a patch changes.
    private static func folded(_ patch: Patch) -> [Pointer] {
        var pointers: [Pointer] = []
        for pointer in patch.operations.flatMap(\.changedPointers).map(\.folded) where !pointers.contains(pointer) {
            pointers.append(pointer)
        }
        return pointers
    }

    private func stored(_ text: UnsafeRawBufferPointer?) -> PostgresValue {
        .text(text.map { ChunkMap.text(String(decoding: $0, as: UTF8.self), with: chunks.fleet) })
    }

    /// - Throws: `FleetError.unfit` if PostgreSQL cannot store the text.
    private func text(_ text: String?, in table: String) throws -> PostgresValue {
        guard text?.utf8.contains(0) != true else { throw FleetError.unfit(path: url.path, .text(table: table)) }
        return .text(text)
    }

    static func letter(of status: ActionRecord.Status) -> UInt8 {
        switch status {
        case .done: UInt8(ascii: "d")
        case .failed: UInt8(ascii: "f")
        case .began: UInt8(ascii: "b")
        case .dropped: UInt8(ascii: "x")
        }
    }

    private var isCrash: Bool { ending.how == .crashed }

    /// The seq of the first state.
    private var first: Int { facts[SessionFact.prunedKey].flatMap { Int($0) } ?? 0 }

    /// The action that was under way at a crash, or else the last one.
    private var fatal: Int? { isCrash && ending.last > first ? ending.underWay.first?.seq ?? ending.last : nil }

    /// The columns of the session's row, after all actions were read.
    func columns(_ day: PostgresValue) throws -> [PostgresValue] {
        let summary = try SessionSummary(of: url)
        let fatalType = try fatal.flatMap {
            try reader.row($0, [.type, .coder]) { self.type(try $0.type, try $0.coder) }
        }
        return [
            .int(key), .text(id), .bytes(content), day, .text(sender), shown(sender ?? facts["app"]),
            shown(facts["app_version"]), shown(facts["device"]), shown(facts["os"]),
            .int(summary.startedAt), .int(summary.endedAt), .bool(isCrash), .int4(Int32(first)),
            .int4(Int32(ending.last)), .int(FileStatus(path: url.path)?.length ?? 0),
            fatal.map { .int4(Int32($0)) } ?? .null, .int(fatalType),
            .text(fatalPointers.map { Tree(elements: $0.map { .string($0.indexText) }).text }),
            .bool(!pointers.areExceeded),
        ]
    }

    /// The rows of the file that have no table of their own in the fleet, in the link protocol.
    var noteLines: String {
        var lines: [UInt8] = []
        for note in notes { note.write(to: &lines) }
        return String(decoding: lines, as: UTF8.self)
    }

    private func shown(_ fact: String?) -> PostgresValue {
        .text(fact.map { String($0.filter { $0 != "\0" }.prefix(Self.longestName)) })
    }
}

#endif
