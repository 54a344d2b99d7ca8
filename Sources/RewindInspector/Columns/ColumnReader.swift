import Foundation
import RewindBridge
import RewindSession
import RewindTimeline
import RewindTree

/// Reads the columns of a session, action by action.
struct ColumnReader {
    private(set) var columns: ActionColumns
    private(set) var effects = EffectColumns()
    /// The names of the slices, which are members of the state, in order of first appearance.
    private(set) var slices: [String] = []
    /// True if the first state is no object. The elements of an array are no slices: a change of one is one of the whole
    /// state.
    private let mayBeArray: Bool
    private var sliceNumbers: [[UInt8]: Int] = [:]
    private var typeNumbers: [Int64: UInt32] = [:]

    /// The last pointer tokens of error values.
    private let errorNames: [[UInt8]]
    /// The last action to read; nil for the last one in the session.
    private let end: Int?

    /// Creates a reader before the first action, with the slices of the first and the last state.
    ///
    /// - Parameters:
    ///   - from: The seq of the first state, by default that of the session.
    ///   - to: The last action to read, by default that of the session.
    init(_ timeline: Timeline, _ presentation: SessionPresentation, from: Int? = nil, to: Int? = nil) {
        errorNames = presentation.errorNames.map { Array(Pointer([$0]).description.utf8) }
        columns = ActionColumns(after: from ?? timeline.first)
        end = to
        if case .object = try? timeline.state(at: timeline.first) { mayBeArray = false } else { mayBeArray = true }
        // Independent of the part and of the order in the file, so that slices have the same numbers in all sessions of
        // an app.
        for seq in [timeline.first, timeline.last] {
            guard case .object(let state) = try? timeline.state(at: seq) else { continue }
            for key in state.keys.sorted() { add(slice: key) }
        }
    }

    /// Reads the actions after the last one read. `progress` is called at intervals.
    ///
    /// - Complexity: Linear in the rows read.
    /// - Throws: `SessionError`, or an error of `progress`.
    mutating func read(_ timeline: Timeline, progress: (ActionColumns) throws -> Void = { _ in }) throws {
        // Type ids may have changed if another session replaced this one.
        typeNumbers = [:]
        let (start, end) = (columns.lastSeq + 1, end ?? timeline.last)
        var causes: [CauseReference?] = []
        try readActions(start, end, timeline, &causes, progress)
        let first = columns.firstSeq - 1
        try effects.read(timeline.session, causes: causes, from: start, in: first...max(first, end))
    }

    private mutating func readActions(
        _ start: Int,
        _ end: Int,
        _ timeline: Timeline,
        _ causes: inout [CauseReference?],
        _ progress: (ActionColumns) throws -> Void
    ) throws {
        guard start <= end else { return }
        columns.reserve(columns.count + end - start + 1)
        var reader = self
        defer { self = reader }
        // Releases the second reference, which would cause copies.
        columns = ActionColumns(after: 0)
        causes.reserveCapacity(end - start + 1)
        let needed: ActionRow.Columns = [.parent, .at, .typeID, .duration, .status, .patch, .cause, .error]
        try timeline.session.forEachRow(needed, in: start...end) { row in
            guard row.seq == reader.columns.lastSeq + 1 else {
                throw timeline.session.damaged(.actionMissing(seq: reader.columns.lastSeq + 1))
            }
            try reader.add(row, of: timeline.session)
            causes.append(try row.cause)
            if reader.columns.count % 50_000 == 0 { try progress(reader.columns) }
            return true
        }
    }

    private mutating func add(_ row: ActionRow, of session: SessionReader) throws {
        let typeID = row.typeID ?? -1
        let type: UInt32
        if let known = typeNumbers[typeID] {
            type = known
        } else {
            type = columns.number(ofType: try session.type(of: row.seq))
            typeNumbers[typeID] = type
        }
        var slices: [Int] = []
        var flags: ActionColumns.Flags = []
        var changes = 0
        let isKnown = try row.forEachPath { path, hasValue in
            changes += 1
            let slice = slice(of: path)
            if !slices.contains(slice) { slices.append(slice) }
            if hasValue,
                errorNames.contains(where: { path.count >= $0.count && path.suffix($0.count).elementsEqual($0) })
            {
                flags.insert(.error)
            }
        }
        switch try row.status {
        case .began: flags.insert(.crash)
        case .failed: flags.insert(try row.error == SessionImport.skippedError ? .skipped : .failed)
        case .dropped where ActionRecord.isGap(type: columns.types[Int(type)]): flags.insert(.gap)
        case .done, .dropped: break
        }
        if !isKnown, !flags.contains(.crash) { flags.insert(.unknown) }
        columns.append(
            parent: try row.parent,
            at: try row.at,
            type: type,
            duration: try row.duration,
            changes: changes,
            slices: slices,
            flags: flags
        )
    }

    /// Returns the slice that a pointer, as text, leads into; -1 for the whole state.
    private mutating func slice(of path: UnsafeRawBufferPointer) -> Int {
        guard !path.isEmpty else { return -1 }
        let token = path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        let name = Array(token)
        if let number = sliceNumbers[name] { return number }
        let isIndex =
            token.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } || name == Array("-".utf8)
        if mayBeArray, isIndex { return -1 }
        let text = String(decoding: name, as: UTF8.self)
        add(slice: text.replacing("~1", with: "/").replacing("~0", with: "~"))
        return sliceNumbers[name] ?? ActionColumns.maximumSlices - 1
    }

    private mutating func add(slice name: String) {
        guard slices.count < ActionColumns.maximumSlices - 1 else { return }
        let text = Array(Pointer([name]).description.utf8.dropFirst())
        guard sliceNumbers[text] == nil else { return }
        sliceNumbers[text] = slices.count
        slices.append(name)
    }
}

extension ColumnReader {
    /// Returns the columns of the session at `url`.
    ///
    /// - Complexity: Linear in the actions.
    /// - Throws: `SessionError`.
    static func reading(_ url: URL, of app: InspectedApp) throws -> ColumnReader {
        let (timeline, _) = try app.open(url)
        defer { timeline.session.close() }
        var reader = ColumnReader(timeline, app.presentation)
        try reader.read(timeline)
        return reader
    }
}
