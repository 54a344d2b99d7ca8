#if os(macOS) || os(Linux)

import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree

/// The file of a session to be shown.
package struct InspectedFile: Sendable {
    let url: URL
    /// Its path as it was given, for commands.
    let file: String

    package init(url: URL, file: String) {
        (self.url, self.file) = (url, file)
    }
}

/// A session that is looked at. It answers on a thread of its own.
actor InspectedSession {
    nonisolated let id: Int
    nonisolated let url: URL
    /// Its path as it was given.
    nonisolated let file: String
    nonisolated let app: InspectedApp

    private let executor: QueueExecutor
    private var opened: Timeline?
    /// What the columns are read with; at first it knows the slices alone.
    private var reader: ColumnReader?
    private var isIndexed = false
    private var masks: [ListFilter: FilterMask] = [:]
    private var lists: [ListFilter: ListEntries] = [:]
    /// The actions with bookmarks, as the lists know them.
    private var marked: Set<Int> = []
    private var axes: [TimeAxis.Kind: TimeAxis] = [:]
    /// What was asked for lately, the last one last: of the others, nothing is kept.
    private var recentFilters: [ListFilter] = []
    private var identity: FileIdentity?
    /// How many other files have stood in the place of the first.
    private(set) var generation = 0
    private var conditions: [String: Condition] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(id: Int, url: URL, file: String, app: InspectedApp) {
        (self.id, self.url, self.file, self.app) = (id, url, file, app)
        executor = QueueExecutor("rewind.inspector.\(id)")
    }

    /// The session as it was last opened.
    ///
    /// - Throws: `SessionError`.
    func timeline() throws -> Timeline {
        if let opened { return opened }
        let timeline = try Timeline(opening: url)
        let now = FileStatus(path: url.path)?.identity
        if identity != nil, identity != now { generation += 1 }
        identity = now
        opened = timeline
        return timeline
    }

    /// Lets go of the file until it is looked at again: who reads a session keeps its recorder from making it one plain
    /// file.
    func close() {
        opened?.session.close()
        opened = nil
    }

    /// Has the file changed, while neither this nor `other` reads it: who reads a session keeps others from changing it.
    ///
    /// - Throws: what `body` throws.
    func change(_ body: (URL) throws -> Void, without other: InspectedSession) throws {
        try other.executor.holding {
            other.assumeIsolated { $0.close() }
            close()
            try body(url)
        }
    }

    /// Looks at what was written since; gives whether the file is another one, of which nothing is known.
    ///
    /// - Complexity: linear in the actions that came.
    /// - Throws: `SessionError`.
    func refresh() throws -> Bool {
        close()
        let before = identity
        let timeline = try timeline()
        let known = isIndexed ? reader?.columns.lastSeq ?? timeline.first : timeline.first
        let isOther = before != nil && before != identity
        guard !isOther, known <= timeline.last, reader.map({ $0.columns.firstSeq == timeline.first + 1 }) ?? true else {
            forget()
            return true
        }
        // Few: what came between two looks.
        if isIndexed { try reader?.read(timeline) }
        return false
    }

    /// Takes the columns that were read elsewhere.
    ///
    /// - Throws: `SessionError`.
    func adopt(_ reader: ColumnReader) throws {
        forget()
        var reader = reader
        try reader.read(timeline())
        self.reader = reader
        isIndexed = true
    }

    /// Has the columns of a part alone: of the actions behind `from`, up to `to`.
    ///
    /// - Complexity: linear in the actions of the part.
    /// - Throws: `SessionError`.
    func showPart(from: Int, to: Int) throws {
        forget()
        let timeline = try timeline()
        var reader = ColumnReader(timeline, app.presentation, from: from, to: to)
        try reader.read(timeline)
        self.reader = reader
        isIndexed = true
    }

    private func forget() {
        (reader, isIndexed) = (nil, false)
        (masks, lists, axes, recentFilters) = ([:], [:], [:], [])
    }

    /// The columns, nil while they are being read.
    var columns: ActionColumns? { isIndexed ? reader?.columns : nil }

    /// The names of the slices.
    func slices() throws -> [String] {
        if let reader { return reader.slices }
        let first = ColumnReader(try timeline(), app.presentation)
        reader = first
        return first.slices
    }

    // MARK: What is laid out

    /// The actions that a filter lets through.
    func mask(_ filter: ListFilter) throws -> FilterMask? {
        guard isIndexed, let reader else { return nil }
        note(filter)
        var mask = masks.removeValue(forKey: filter) ?? FilterMask(filter)
        try mask.extend(over: reader.columns, slices: reader.slices, in: timeline())
        masks[filter] = mask
        return mask
    }

    /// The entries of the list.
    func entries(_ filter: ListFilter) throws -> ListEntries? {
        guard isIndexed, let reader, let mask = try mask(filter) else { return nil }
        let marked = Set(try timeline().session.bookmarks().map(\.seq))
        // What has a bookmark is not folded.
        if marked != self.marked { (lists, self.marked) = ([:], marked) }
        var list = lists.removeValue(forKey: filter) ?? ListEntries()
        let noise = reader.columns.types.map(app.presentation.isNoise)
        list.extend(over: reader.columns, mask: mask, isNoise: noise, marked: marked)
        lists[filter] = list
        return list
    }

    func axis(_ kind: TimeAxis.Kind) -> TimeAxis? {
        guard isIndexed, let reader else { return nil }
        var axis = axes.removeValue(forKey: kind) ?? TimeAxis(kind, of: reader.columns)
        axis.extend(over: reader.columns)
        axes[kind] = axis
        return axis
    }

    private func note(_ filter: ListFilter) {
        recentFilters.removeAll { $0 == filter }
        recentFilters.append(filter)
        guard recentFilters.count > 4 else { return }
        let old = recentFilters.removeFirst()
        masks[old] = nil
        lists[old] = nil
    }

    func condition(_ text: String) throws -> Condition {
        if let known = conditions[text] { return known }
        // There may be texts without end.
        if conditions.count > 20 { conditions = [:] }
        let condition = try Condition(text)
        conditions[text] = condition
        return condition
    }
}

#endif
