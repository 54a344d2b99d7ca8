import RewindSession
import RewindTimeline

/// The rows of the log in the full screen: actions, and folded runs of noise. Only visible rows are read.
struct DebugLog {
    enum Row: Equatable {
        /// An action, or the initial state.
        case action(Int)
        /// A folded run of noise, with the types of its actions.
        case fold(ClosedRange<Int>, types: [String])

        var seqs: ClosedRange<Int> {
            switch self {
            case .action(let seq): seq...seq
            case .fold(let seqs, _): seqs
            }
        }
    }

    /// The number of actions read at once; a fold does not extend beyond them, which bounds its cost.
    private static let block = 256
    private static let mostBlocks = 64

    /// True if noise is folded.
    var folds = true { didSet { blocks = [:] } }
    /// The types that are not listed.
    private(set) var hidden: Set<String> = []
    /// The text that the types of listed actions contain; all if nil.
    private(set) var filter: String?
    /// The first visible row; nil before the first draw.
    private var top: Int?
    /// True if the rows follow the current action; false after scrolling.
    var follows = true
    private var blocks: [Int: [Row]] = [:]
    private let presentation = RegisteredApp.currentPresentation

    mutating func hide(_ type: String) {
        hidden.insert(type)
        blocks = [:]
    }

    /// Lists only the types that contain a text, and their noise; all if the text is nil or empty.
    mutating func show(only text: String?) {
        filter = text?.isEmpty == true ? nil : text
        (blocks, follows) = ([:], true)
    }

    mutating func showAll() {
        hidden = []
        show(only: nil)
    }

    /// Returns the types in a session that are not listed.
    func hidden(in session: DebugSession) throws -> Set<String> {
        guard let filter else { return hidden }
        let pattern = TextPattern(filter)
        return hidden.union(try session.timeline.session.typeNames().filter { !pattern.matches($0) })
    }

    /// Clears the cache.
    mutating func forget() {
        blocks = [:]
    }

    /// Returns the visible rows: the previous ones while they contain the current action.
    ///
    /// - Complexity: Linear in the actions of the rows.
    /// - Throws: `SessionError`.
    mutating func window(of session: DebugSession, height: Int) throws -> [Row] {
        let at = session.at
        if follows {
            var above = height / 2
            if let top {
                let rows = try self.rows(from: top, session, count: height, isForward: true)
                if rows.contains(where: { $0.seqs.contains(at) }),
                    rows.count == height || rows.first?.seqs.contains(top) == true
                {
                    return try filled(rows, session, height)
                }
                // After a move beyond the edge, the list scrolls by one row; after a longer jump, the current action is
                // centered.
                let isNear = at < top ? top - at <= Self.block : (rows.last?.seqs.upperBound ?? top) + 1 >= at
                if isNear { above = at < top ? 0 : height - 1 }
            }
            top = try self.rows(from: at, session, count: above + 1, isForward: false).last?.seqs.lowerBound ?? at
        }
        return try filled(try rows(from: top ?? at, session, count: height, isForward: true), session, height)
    }

    /// Fills up with earlier rows at the end of the log.
    private mutating func filled(_ rows: [Row], _ session: DebugSession, _ height: Int) throws -> [Row] {
        guard rows.count < height, let first = rows.first?.seqs.lowerBound, first > session.timeline.first else {
            return rows
        }
        let more = try self.rows(from: first - 1, session, count: height - rows.count, isForward: false)
        top = more.last?.seqs.lowerBound ?? top
        return more.reversed() + rows
    }

    /// Scrolls by a number of rows, independently of the current action.
    ///
    /// - Throws: `SessionError`.
    mutating func scroll(_ count: Int, _ session: DebugSession) throws {
        follows = false
        let top = top ?? session.at
        let found = try rows(from: top, session, count: abs(count) + 1, isForward: count > 0)
        self.top = found.last?.seqs.lowerBound ?? top
    }

    /// Returns the seq `count` listed rows away from the current one.
    ///
    /// - Throws: `SessionError`.
    mutating func action(_ count: Int, from session: DebugSession) throws -> Int {
        guard !hidden.isEmpty || filter != nil else {
            return max(session.timeline.first, min(session.timeline.last, session.at + count))
        }
        let rows = try rows(from: session.at, session, count: abs(count) + 1, isForward: count > 0)
        let other = rows.last { !$0.seqs.contains(session.at) }
        return other.map { count > 0 ? $0.seqs.lowerBound : $0.seqs.upperBound } ?? session.at
    }

    /// Returns at most `count` rows from the one that contains `seq`, forward or back.
    private mutating func rows(from seq: Int, _ session: DebugSession, count: Int, isForward: Bool) throws -> [Row] {
        var rows: [Row] = []
        let (first, last) = (session.timeline.first, session.timeline.last)
        var block = max(first, min(seq, last)) / Self.block
        while rows.count < count, block >= first / Self.block, block <= last / Self.block {
            let all = try self.rows(inBlock: block, session)
            rows +=
                isForward
                ? all.filter { $0.seqs.upperBound >= seq } : all.reversed().filter { $0.seqs.lowerBound <= seq }
            block += isForward ? 1 : -1
        }
        return Array(rows.prefix(count))
    }

    private mutating func rows(inBlock block: Int, _ session: DebugSession) throws -> [Row] {
        let all = try blocks[block] ?? read(block, session)
        if blocks.count >= Self.mostBlocks { blocks = [:] }
        blocks[block] = all
        let at = session.at
        guard at / Self.block == block else { return all }
        // The current action is never hidden or folded.
        let index = all.firstIndex { $0.seqs.upperBound >= at } ?? all.endIndex
        guard index < all.endIndex, all[index].seqs.contains(at) else {
            return all[..<index] + [.action(at)] + all[index...]
        }
        guard case .fold(let seqs, let types) = all[index] else { return all }
        let place = at - seqs.lowerBound
        let parts = [
            Self.row(seqs.lowerBound, types[..<place]), .action(at), Self.row(at + 1, types[(place + 1)...]),
        ]
        return all[..<index] + parts.compactMap { $0 } + all[(index + 1)...]
    }

    private static func row(_ first: Int, _ types: ArraySlice<String>) -> Row? {
        switch types.count {
        case 0: nil
        case 1: .action(first)
        default: .fold(first...first + types.count - 1, types: Array(types))
        }
    }

    private func read(_ block: Int, _ session: DebugSession) throws -> [Row] {
        let timeline = session.timeline
        let pattern = filter.map { TextPattern($0) }
        let marked = Set(try timeline.session.bookmarks().map(\.seq))
        var rows: [Row] = []
        var quiet: (first: Int, types: [String]) = (0, [])
        func endFold() {
            if let row = Self.row(quiet.first, quiet.types[...]) { rows.append(row) }
            quiet.types = []
        }
        let start = block * Self.block
        if (start..<start + Self.block).contains(timeline.first) { rows.append(.action(timeline.first)) }
        let (lowest, highest) = (max(start, timeline.first + 1), min(start + Self.block - 1, timeline.last))
        if lowest <= highest { try? session.states.recover(listed: lowest...highest) }
        try timeline.session.forEachRow(
            [.type, .status],
            "WHERE seq BETWEEN ? AND ? ORDER BY seq",
            [lowest, highest]
        ) { row in
            // An unreadable row is reported when it is shown.
            let type = (try? row.type) ?? ""
            if hidden.contains(type) || pattern.map({ !$0.matches(type) }) ?? false {
                endFold()
            } else if folds, pattern == nil, presentation.isNoise(type), (try? row.status) == .done,
                !marked.contains(row.seq)
            {
                if quiet.types.isEmpty { quiet.first = row.seq }
                quiet.types.append(type)
            } else {
                endFold()
                rows.append(.action(row.seq))
            }
            return true
        }
        endFold()
        return rows
    }
}
