#if os(macOS) || os(Linux)

import Foundation
import RewindSession
import RewindTimeline
import RewindTree

extension InspectedSession {
    private static let slack = 256

    /// A page with a part of the session. The columns are those of the part afterwards.
    ///
    /// - Throws: as `SessionDocument.init(of:app:_:working:)`.
    func document(
        _ request: SessionDocument.Request,
        progress working: @Sendable () -> (Int) throws -> Void
    ) throws -> [UInt8] {
        let progress = working()
        let timeline = try timeline()
        try showPart(from: request.from, to: request.to)
        guard let columns else { return [] }
        var session = try answer().part(from: request.from, to: request.to)
        let part = Self.words(for: request, of: timeline)
        let made = Self.words(for: request, startedAt: session.startedAt)
        session.part = ", \(part), \(made)"
        let page = DocumentPage(file: session.file, part: part, made: made)
        let isPart = request.from > timeline.first
        let start: RecordingText.Start = isPart ? .part : timeline.first > 0 ? .pruned : .firstState
        var text = RecordingText(
            .init(session: session, version: request.version, start: start, frame: DocumentPage.frame)
        )
        let room = request.limit - page.head.count - page.tail.count
        var fits: Int?
        func check(_ seq: Int) throws {
            guard text.count <= room else { throw SessionDocument.TooLarge(limit: request.limit, fits: fits) }
            // What says which part it is may be a little longer for a smaller one.
            if seq > request.from, text.count + Self.slack <= room { fits = seq }
        }

        var states = PartStates(timeline, request.from)
        var screen = drawn(try states.state(at: request.from))
        text.add(state: try states.state(at: request.from), at: request.from)
        if let screen { text.add(firstScreen: screen) }
        try check(request.from)
        for seq in request.from + 1...request.to {
            try progress(seq)
            let record = try timeline.action(seq)
            let before = states.last
            let state = try states.state(after: record)
            if record.parent < request.from { text.add(state: state, at: seq) }
            // Of many actions nothing is seen.
            if !before.isIdentical(to: state) { screen = drawn(state) }
            let index = columns.index(of: seq)
            text.add(
                try row(seq),
                record,
                flags: columns.flags[index],
                slices: columns.slices[index],
                screen: screen
            )
            try check(seq)
        }
        return page.head + text.bytes + page.tail
    }

    private func drawn(_ state: Tree) -> String? {
        switch app.screen(state) {
        case .html(let text)?, .text(let text)?: text
        case nil: nil
        }
    }

    private static func words(for request: SessionDocument.Request, of timeline: Timeline) -> String {
        let all = timeline.last - timeline.first
        let isWhole = request.from == timeline.first && request.to == timeline.last
        return isWhole
            ? "all \(all) actions" : "actions \(request.from + 1) to \(request.to) of \(timeline.last)"
    }

    private static func words(for request: SessionDocument.Request, startedAt: String?) -> String {
        let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: false
        )
        let start = startedAt.flatMap(Double.init).map { Date(timeIntervalSince1970: $0 / 1_000_000) }
        let recorded = start.map { "recorded \($0.formatted(style)) UTC, " } ?? ""
        return "\(recorded)exported \(request.now.formatted(style)) UTC by rewind \(request.version)"
    }
}

/// The states of a part, one after the other.
private struct PartStates {
    private let timeline: Timeline
    private var seq: Int
    private(set) var last = Tree.null

    init(_ timeline: Timeline, _ first: Int) {
        (self.timeline, seq) = (timeline, first - 1)
    }

    mutating func state(at seq: Int) throws -> Tree {
        if self.seq != seq { (self.seq, last) = (seq, try timeline.state(at: seq)) }
        return last
    }

    /// The state after an action; the last known one where its effect is not known.
    mutating func state(after record: ActionRecord) throws -> Tree {
        guard record.parent == seq, let patch = record.patch else { return try state(at: record.seq) }
        do {
            last = try last.applying(patch)
        } catch {
            throw timeline.session.damaged(.patchDoesNotApply(seq: record.seq))
        }
        seq = record.seq
        return last
    }
}

extension SessionAnswer {
    /// What there is to know of a part of the session.
    fileprivate func part(from: Int, to: Int) -> SessionAnswer {
        var part = self
        (part.first, part.last) = (from, to)
        part.cursor = cursor.flatMap { (from...to).contains($0) ? $0 : nil }
        part.bookmarks = bookmarks.filter { (from...to).contains($0.seq) }
        // Nothing is added to the page.
        if recording == .live { part.recording = .closed }
        return part
    }
}

#endif
