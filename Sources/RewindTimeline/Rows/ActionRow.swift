import RewindSession
import RewindTree

/// A row of the log with the requested columns, valid until the next row is read.
///
/// Columns are checked and values are parsed on access, as a damaged file may contain anything anywhere.
package struct ActionRow {
    /// Columns of a row, in addition to its seq.
    package struct Columns: OptionSet, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        package static let parent = Columns(rawValue: 1)
        package static let at = Columns(rawValue: 2)
        /// The id of the type name. Another session may use it for another name.
        package static let typeID = Columns(rawValue: 4)
        package static let type = Columns(rawValue: 8)
        package static let coder = Columns(rawValue: 16)
        package static let payload = Columns(rawValue: 32)
        package static let patch = Columns(rawValue: 64)
        package static let duration = Columns(rawValue: 128)
        package static let status = Columns(rawValue: 256)
        package static let origin = Columns(rawValue: 512)
        package static let error = Columns(rawValue: 1_024)
        fileprivate static let causingEffect = Columns(rawValue: 2_048)
        fileprivate static let causingAction = Columns(rawValue: 4_096)
        /// The two columns of ``ActionRow/cause``.
        package static let cause: Columns = [causingEffect, causingAction]
        /// The columns of ``record``.
        package static let record: Columns = [
            .parent, .at, .type, .coder, .payload, .patch, .duration, .status, .origin, .error, .cause,
        ]

        /// The SQL names of the columns, in the order of their bits.
        private static let names = [
            "parent", "at", "action.type", "name", "coder", "payload", "patch", "duration", "status", "origin", "error",
            "cause_effect", "cause_action",
        ]

        /// The SELECT clause for the columns.
        fileprivate var selection: String {
            let names = Self.names.indices.filter { rawValue & 1 << $0 != 0 }.map { ", \(Self.names[$0])" }
            let join =
                isDisjoint(with: [.type, .coder]) ? "" : " LEFT JOIN action_type ON action_type.id = action.type"
            return "SELECT seq\(names.joined()) FROM action\(join) "
        }

        /// Returns the index of a column in the selection.
        fileprivate func index(of column: Columns) -> Int {
            1 + (rawValue & (column.rawValue - 1)).nonzeroBitCount
        }
    }

    /// The seq of the action; 0 if it is not a number.
    package let seq: Int
    private let row: Row
    private let columns: Columns
    private let session: SessionReader

    fileprivate init(_ row: Row, _ columns: Columns, of session: SessionReader) {
        seq = row.value(0) ?? 0
        self.row = row
        self.columns = columns
        self.session = session
    }

    package var parent: Int { get throws { try value(.parent, "parent") } }
    package var at: Int64 { get throws { try value(.at, "at") } }
    package var typeID: Int64? { row.value(columns.index(of: .typeID)) }
    package var type: String { get throws { try value(.type, "type") } }
    package var duration: Int64? { get throws { try valueIfPresent(.duration, "duration") } }
    package var origin: String? { get throws { try valueIfPresent(.origin, "origin") } }
    package var error: String? { get throws { try valueIfPresent(.error, "error") } }

    /// The effect or action in which it was dispatched; nil if unknown.
    package var cause: CauseReference? {
        get throws {
            let effect: Int? = try valueIfPresent(.causingEffect, "cause_effect")
            let action: Int? = try valueIfPresent(.causingAction, "cause_action")
            guard effect == nil || action == nil else { throw malformed("cause_action") }
            return CauseReference(effect: effect, action: action)
        }
    }

    package var coder: ActionRecord.Coder {
        get throws {
            guard let coder = ActionRecord.Coder(rawValue: try value(.coder, "type")) else { throw malformed("type") }
            return coder
        }
    }

    package var status: ActionRecord.Status {
        get throws {
            guard let status = ActionRecord.Status(rawValue: try value(.status, "status")) else {
                throw malformed("status")
            }
            return status
        }
    }

    /// The action's payload; nil if it was lost or could not be encoded.
    package var payload: Tree? {
        get throws {
            try storedText(.payload, "payload").map { try session.payload(from: $0, seq: seq) }
        }
    }

    /// The change from the parent's state; nil if it is not known.
    package var patch: Patch? {
        get throws { try patchText.map { try session.patch(from: $0, seq: seq) } }
    }

    /// The operations of the patch, with chunk references in place of chunks; nil if the effect is not known.
    package var storedPatch: [Patch.Operation]? {
        get throws { try patchText.map { try session.operations($0, seq: seq) } }
    }

    /// The complete action.
    package var record: ActionRecord {
        get throws { try record(payload: payload, patch: patch) }
    }

    /// Returns the complete action with another payload and patch, whose columns are not needed.
    package func record(payload: Tree?, patch: @autoclosure () throws -> Patch?) throws -> ActionRecord {
        // Read in the order in which damage is reported.
        let (coder, status) = (try coder, try status)
        return ActionRecord(
            seq: seq,
            parent: try parent,
            at: try at,
            type: try type,
            coder: coder,
            payload: payload,
            patch: try patch(),
            duration: try duration,
            status: status,
            origin: try origin,
            error: try error,
            cause: try cause
        )
    }

    /// Returns the text in a column, in SQLite's memory; nil if none exists.
    package func text(_ column: Columns) -> UnsafeRawBufferPointer? { row.text(columns.index(of: column)) }

    /// Returns true if a column is NULL.
    func isNull(_ column: Columns) -> Bool { row.isNull(columns.index(of: column)) }

    /// The patch's text, in SQLite's memory; nil if the effect is not known.
    var patchText: UnsafeRawBufferPointer? {
        get throws { try storedText(.patch, "patch") }
    }

    private func storedText(_ column: Columns, _ name: String) throws -> UnsafeRawBufferPointer? {
        if let text = text(column) { return text }
        guard isNull(column) else { throw malformed(name) }
        return nil
    }

    private func value<T: SQLConvertible>(_ column: Columns, _ name: String) throws -> T {
        guard let value: T = row.value(columns.index(of: column)) else { throw malformed(name) }
        return value
    }

    private func valueIfPresent<T: SQLConvertible>(_ column: Columns, _ name: String) throws -> T? {
        isNull(column) ? nil : try value(column, name)
    }

    private func malformed(_ column: String) -> SessionError {
        session.damaged(.malformed(table: "action", column: column, row: seq))
    }
}

/// Rows of the log, read one by one.
struct ActionRows: ~Copyable {
    private let rows: Rows
    private let columns: ActionRow.Columns
    private let session: SessionReader

    fileprivate init(_ rows: consuming Rows, _ columns: ActionRow.Columns, of session: SessionReader) {
        self.rows = rows
        (self.columns, self.session) = (columns, session)
    }

    /// Reads the next row; nil at the end.
    func next() throws -> ActionRow? {
        try rows.next().map { ActionRow($0, columns, of: session) }
    }
}

extension SessionReader {
    /// Calls `body` with the rows of the actions in `seqs`, or of all actions, until it returns false.
    ///
    /// - Throws: `SessionError`, or an error of `body`.
    package func forEachRow(
        _ columns: ActionRow.Columns,
        in seqs: ClosedRange<Int>? = nil,
        latestFirst: Bool = false,
        _ body: (ActionRow) throws -> Bool
    ) throws {
        try read { _ in
            let rows = try rows(columns, in: seqs, latestFirst: latestFirst)
            while let row = try rows.next(), try body(row) {}
        }
    }

    /// Returns the rows of actions, to be read one by one inside ``read(_:)``.
    func rows(
        _ columns: ActionRow.Columns,
        in seqs: ClosedRange<Int>? = nil,
        latestFirst: Bool = false
    ) throws -> ActionRows {
        let condition = seqs == nil ? "" : "WHERE seq BETWEEN ? AND ? "
        let order = latestFirst ? "ORDER BY seq DESC" : "ORDER BY seq"
        return try rows(columns, condition + order, seqs.map { [$0.lowerBound, $0.upperBound] } ?? [])
    }

    /// Calls `body` with rows of the log until it returns false. `rest` is the part of the query after the table names,
    /// with `?` for each argument.
    ///
    /// - Throws: `SessionError`, or an error of `body`.
    package func forEachRow(
        _ columns: ActionRow.Columns,
        _ rest: String,
        _ arguments: [any SQLConvertible],
        _ body: (ActionRow) throws -> Bool
    ) throws {
        try read { _ in
            let rows = try rows(columns, rest, arguments)
            while let row = try rows.next(), try body(row) {}
        }
    }

    private func rows(
        _ columns: ActionRow.Columns,
        _ rest: String,
        _ arguments: [any SQLConvertible]
    ) throws -> ActionRows {
        ActionRows(try connection.rows(columns.selection + rest, arguments), columns, of: self)
    }

    /// Returns the result of `body` for the row of action `seq`; nil if there is no such action.
    ///
    /// - Throws: `SessionError`, or an error of `body`.
    package func row<T>(_ seq: Int, _ columns: ActionRow.Columns, _ body: (ActionRow) throws -> T) throws -> T? {
        var result: T?
        try forEachRow(columns, "WHERE seq = ?", [seq]) { row in
            result = try body(row)
            return false
        }
        return result
    }

    /// Returns action `seq`; nil if there is no such action.
    package func action(_ seq: Int) throws -> ActionRecord? {
        try row(seq, .record) { try $0.record }
    }

    /// Calls `body` with the actions of `filter`, in its order, until it returns false.
    package func forEachAction(_ filter: ActionFilter = ActionFilter(), _ body: (ActionRecord) throws -> Bool) throws {
        let (condition, arguments) = filter.sql
        guard !filter.readsPayloads else {
            return try forEachRow(.record, condition, arguments) { try body($0.record) }
        }
        try forEachRow(.record.subtracting(.payload), condition, arguments) { row in
            try body(row.record(payload: nil, patch: row.patch))
        }
    }

    /// Returns the type name of action `seq`.
    ///
    /// - Throws: `SessionError`, `.damaged` if there is no such action.
    package func type(of seq: Int) throws -> String {
        guard let type = try row(seq, .type, { try $0.type }) else { throw damaged(.actionMissing(seq: seq)) }
        return type
    }

    /// Returns the payload of action `seq`; nil if it was lost or there is no such action.
    ///
    /// - Throws: `SessionError`.
    package func payload(of seq: Int) throws -> Tree? {
        try row(seq, .payload) { try $0.payload } ?? nil
    }
}
