import Foundation
import RewindAnswers
import RewindSession
import RewindTimeline

/// A session file to show.
package struct InspectedFile: Sendable {
    /// Returns sessions whose paths are not known yet.
    package typealias Discovery = @Sendable (_ known: Set<String>) -> [InspectedFile]

    let url: URL
    /// The path as given by the user, for commands.
    let file: String

    package init(url: URL, file: String) {
        (self.url, self.file) = (url, file)
    }
}

/// A session shown by the inspector. Runs on its own queue.
actor InspectedSession {
    nonisolated let id: Int
    nonisolated let url: URL
    /// The path as given by the user.
    nonisolated let file: String
    nonisolated let app: InspectedApp

    private let executor: QueueExecutor
    private var opened: Timeline?
    /// The actions whose effects were recovered by re-running them.
    private(set) var recovered: Set<Int> = []
    /// The reader of the columns; initially it contains only the slices.
    private var reader: ColumnReader?
    private var isIndexed = false
    /// True if the app drew a screen of a state.
    private var drawsScreens = false
    private var masks: [ListFilter: FilterMask] = [:]
    private var lists: [ListFilter: ListEntries] = [:]
    /// The bookmarked actions on which the lists are based.
    private var marked: Set<Int> = []
    private var axes: [TimeAxis.Kind: TimeAxis] = [:]
    /// The last filters requested, latest last. Results are cached only for these.
    private var recentFilters: [ListFilter] = []
    private var identity: FileIdentity?
    /// The number of times that the file was replaced.
    private(set) var generation = 0
    let conditions = ConditionCache()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(id: Int, url: URL, file: String, app: InspectedApp) {
        self.id = id
        self.url = url
        self.file = file
        self.app = app
        executor = QueueExecutor("rewind.inspector.\(id)")
    }

    /// Returns the session as last opened.
    ///
    /// - Throws: `SessionError`.
    func timeline() throws -> Timeline {
        if let opened { return opened }
        let (timeline, recovered) = try app.open(url)
        self.recovered = recovered
        let now = FileStatus(path: url.path)?.identity
        if identity != nil, identity != now { generation += 1 }
        identity = now
        opened = timeline
        return timeline
    }

    /// Closes the file until the next access, as an open reader prevents its recorder from merging its side files into
    /// it.
    func close() {
        opened?.session.close()
        opened = nil
    }

    /// Calls `body` to change the file while neither this session nor `other` reads it, as an open reader prevents
    /// changes.
    ///
    /// - Throws: An error of `body`.
    func change(_ body: (URL) throws -> Void, without other: InspectedSession) throws {
        try other.executor.holding {
            other.assumeIsolated { $0.close() }
            close()
            try body(url)
        }
    }

    /// Reads what was written since the last call. Returns true if the file was replaced, so that nothing cached is
    /// valid.
    ///
    /// - Complexity: Linear in the new actions.
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
        // There are few new actions between two calls.
        if isIndexed { try reader?.read(timeline) }
        return false
    }

    /// Uses columns that were read elsewhere.
    ///
    /// - Throws: `SessionError`.
    func adopt(_ reader: ColumnReader) throws {
        forget()
        var reader = reader
        try reader.read(timeline())
        self.reader = reader
        isIndexed = true
    }

    /// Restricts the columns to a part: the actions after `from`, up to `to`.
    ///
    /// - Complexity: Linear in the actions of the part.
    /// - Throws: `SessionError`.
    func showPart(from: Int, to: Int) throws {
        try adopt(ColumnReader(timeline(), app.presentation, from: from, to: to))
    }

    private func forget() {
        (reader, isIndexed, drawsScreens) = (nil, false, false)
        (masks, lists, axes, recentFilters) = ([:], [:], [:], [])
    }

    /// The columns; nil while they are being read.
    var columns: ActionColumns? { isIndexed ? reader?.columns : nil }

    /// The effects; nil while the columns are being read.
    var effects: EffectColumns? { isIndexed ? reader?.effects : nil }

    /// Returns the names of the slices.
    func slices() throws -> [String] {
        if let reader { return reader.slices }
        let first = ColumnReader(try timeline(), app.presentation)
        reader = first
        return first.slices
    }

    /// Returns the kind of screens that the app draws for this session: `none` while it has only states of another app.
    func screenKind() throws -> String {
        let timeline = try timeline()
        let isUndecided = !drawsScreens && app.screenKind != "none" && timeline.last > timeline.first
        guard isUndecided else { return app.screenKind }
        drawsScreens = [timeline.last, timeline.first].contains { seq in
            (try? timeline.state(at: seq)).flatMap(app.screen) != nil
        }
        return drawsScreens ? app.screenKind : "none"
    }

    // MARK: List and timeline

    /// Returns the actions that a filter includes; nil while the columns are being read.
    func mask(_ filter: ListFilter) throws -> FilterMask? {
        guard isIndexed, let reader else { return nil }
        note(filter)
        var mask = masks.removeValue(forKey: filter) ?? FilterMask(filter)
        try mask.extend(over: reader.columns, slices: reader.slices, in: timeline())
        masks[filter] = mask
        return mask
    }

    /// Returns the entries of the list; nil while the columns are being read.
    func entries(_ filter: ListFilter) throws -> ListEntries? {
        guard isIndexed, let reader, let mask = try mask(filter) else { return nil }
        let marked = Set(try timeline().session.bookmarks().map(\.seq))
        // Bookmarked actions are not folded.
        if marked != self.marked { (lists, self.marked) = ([:], marked) }
        var list = lists.removeValue(forKey: filter) ?? ListEntries()
        if filter.groupsByCause {
            list.extendGroups(over: reader.columns, mask: mask, reader.effects)
        } else {
            let noise = reader.columns.types.map(app.presentation.isNoise)
            list.extend(over: reader.columns, mask: mask, isNoise: noise, marked: marked)
        }
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
}
