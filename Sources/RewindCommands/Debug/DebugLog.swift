#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline

/// The rows of the log as a full screen lists them, of which only those are read that are shown: actions, and folds of
/// those that say little.
struct DebugLog {
    enum Row: Equatable {
        /// An action, or the first state.
        case action(Int)
        /// Actions one after the other that say little, with their types.
        case fold(ClosedRange<Int>, types: [String])

        var seqs: ClosedRange<Int> {
            switch self {
            case .action(let seq): seq...seq
            case .fold(let seqs, _): seqs
            }
        }
    }

    /// How many actions are read at once; a fold does not go beyond them, so that it costs no more.
    private static let block = 256
    private static let mostBlocks = 64

    /// Whether what says little is folded.
    var folds = true { didSet { blocks = [:] } }
    /// Types that are not listed.
    var hidden: Set<String> = [] { didSet { blocks = [:] } }
    /// The first row that is shown; nil before any is.
    private var top: Int?
    /// Whether the rows are those around the action that is looked at, rather than where somebody scrolled to.
    var follows = true
    private var blocks: [Int: [Row]] = [:]
    private let presentation = RegisteredApp.presentation

    /// Forgets what was read.
    mutating func forget() {
        blocks = [:]
    }

    /// The rows to show: those that were shown before, as long as the action that is looked at is among them.
    ///
    /// - Complexity: linear in the actions of the rows.
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
                // One row more at the edge where one went, else so that there is something to see on both sides.
                let isNear = at < top ? top - at <= Self.block : (rows.last?.seqs.upperBound ?? top) + 1 >= at
                if isNear { above = at < top ? 0 : height - 1 }
            }
            top = try self.rows(from: at, session, count: above + 1, isForward: false).last?.seqs.lowerBound ?? at
        }
        return try filled(try rows(from: top ?? at, session, count: height, isForward: true), session, height)
    }

    /// At the end of the log, with rows in front, so that no room is left.
    private mutating func filled(_ rows: [Row], _ session: DebugSession, _ height: Int) throws -> [Row] {
        guard rows.count < height, let first = rows.first?.seqs.lowerBound, first > session.timeline.first else {
            return rows
        }
        let more = try self.rows(from: first - 1, session, count: height - rows.count, isForward: false)
        top = more.last?.seqs.lowerBound ?? top
        return more.reversed() + rows
    }

    /// Scrolls by so many rows, wherever the action is that is looked at.
    ///
    /// - Throws: `SessionError`.
    mutating func scroll(_ count: Int, _ session: DebugSession) throws {
        follows = false
        let top = top ?? session.at
        let found = try rows(from: top, session, count: abs(count) + 1, isForward: count > 0)
        self.top = found.last?.seqs.lowerBound ?? top
    }

    /// The action that is so many listed ones away.
    ///
    /// - Throws: `SessionError`.
    mutating func action(_ count: Int, from session: DebugSession) throws -> Int {
        guard !hidden.isEmpty else {
            return max(session.timeline.first, min(session.timeline.last, session.at + count))
        }
        let rows = try rows(from: session.at, session, count: abs(count) + 1, isForward: count > 0)
        let other = rows.last { !$0.seqs.contains(session.at) }
        return other.map { count > 0 ? $0.seqs.lowerBound : $0.seqs.upperBound } ?? session.at
    }

    /// At most so many rows from the one with an action on, or back from there.
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
        guard let index = all.firstIndex(where: { $0.seqs.contains(at) }), case .fold(let seqs, let types) = all[index]
        else { return all }
        // Where one is, nothing is folded away.
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
        if lowest <= highest { try? session.known.list(lowest...highest) }
        try timeline.session.forEachRow(
            [.type, .status],
            "WHERE seq BETWEEN ? AND ? ORDER BY seq",
            [lowest, highest]
        ) { row in
            // What is wrong with a row is told where it is looked at.
            let type = (try? row.type) ?? ""
            if hidden.contains(type) {
                endFold()
            } else if folds, presentation.isNoise(type), (try? row.status) == .done, !marked.contains(row.seq) {
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

#endif
