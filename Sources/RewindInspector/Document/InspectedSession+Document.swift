import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

extension InspectedSession {
    /// Returns a page with a part of the session. Afterwards the columns contain only this part.
    ///
    /// - Throws: The same errors as `SessionDocument.init(of:app:_:working:)`.
    func document(
        from: Int,
        to: Int,
        _ request: SessionDocument.Request,
        progress working: @Sendable () -> (Int) throws -> Void
    ) throws -> [UInt8] {
        let progress = working()
        let timeline = try timeline()
        try showPart(from: from, to: to)
        guard let columns else { return [] }
        var session = try answer().part(from: from, to: to)
        let part = Self.words(from: from, to: to, of: timeline)
        let made = request.made.words(startedAt: session.startedAt)
        session.part = ", \(part), \(made)"
        let page = DocumentPage(file: session.file, part: part, made: made)
        let isPart = from > timeline.first
        let start: RecordingText.Start = isPart ? .part : timeline.first > 0 ? .pruned : .firstState
        session.effects = effects?.effects.last?.id ?? 0
        var text = RecordingText(
            .init(session: session, version: request.made.version, start: start, frame: DocumentPage.frame)
        )
        let room = request.limit - page.head.count - page.tail.count
        var last = try timeline.state(at: from)
        var screen = try self.screen(of: last, before: last)
        let earlier = try screenshot(before: from)
        screen.screenshot = screenshot(at: from) ?? earlier
        var added: Set<Int> = []
        var coming = (effects?.effects ?? [])[...]
        func add(_ ids: some Sequence<Int>) throws {
            for id in ids where added.insert(id).inserted {
                let effect = try self.effect(id)
                text.add(effect)
                if effect.effect.kind == .screenshot { text.add(try screenshot(id), id: id) }
            }
        }
        func addEffects(through seq: Int) throws {
            try add(coming.prefix { $0.seq <= seq }.map(\.id))
            coming = coming.drop { $0.seq <= seq }
        }
        text.add(last, screen)
        if let id = screen.screenshot?.id { try add([id]) }
        try addEffects(through: from)
        var counts: [Int] = []
        for seq in from + 1...to {
            guard text.count <= room else { break }
            try progress(seq)
            let record = try timeline.action(seq)
            let state = try timeline.state(at: seq)
            // Drawing takes most of the time, and many actions change nothing.
            if screen.slices != nil || !last.isIdentical(to: state) {
                screen = try self.screen(of: state, before: timeline.state(at: max(timeline.first, record.parent)))
            }
            last = state
            screen.lastKnown = try unknown(at: seq)?.lastKnown
            screen.screenshot = screenshot(at: seq) ?? earlier
            try text.add(record, ActionAnswer(record, row(seq), nil), diff(from: nil, to: seq, whole: []))
            text.add(state, screen)
            try addEffects(through: seq)
            if session.causes {
                let chain = try causes(of: seq)
                try text.add(chain)
                try add(chain.links.compactMap(\.effect?.id))
            }
            counts.append(text.count)
        }
        if text.count <= room {
            let recording = text.bytes(with: try self.part(columns))
            if recording.count <= room { return page.head + recording + page.tail }
        }
        throw SessionDocument.TooLarge(limit: request.limit, fits: try fitting(counts, room, from: from))
    }

    /// Returns the last action with which the page does not exceed the limit; nil if no part fits.
    ///
    /// - Parameter counts: The number of bytes of the recording up to each action.
    /// - Throws: `SessionError`.
    private func fitting(_ counts: [Int], _ room: Int, from: Int) throws -> Int? {
        // The title of a smaller part may be a few characters longer.
        let slack = 256
        var count = counts.partitioningIndex { $0 + slack > room }
        while count > 0 {
            try showPart(from: from, to: from + count)
            guard let columns else { return nil }
            if counts[count - 1] + slack + (try part(columns)).json.count <= room { return from + count }
            count -= max(1, count / 20)
        }
        return nil
    }

    private static func words(from: Int, to: Int, of timeline: Timeline) -> String {
        let all = timeline.last - timeline.first
        let isWhole = from == timeline.first && to == timeline.last
        return isWhole
            ? "all \(all) actions" : "actions \(from + 1) to \(to) of \(timeline.last)"
    }
}

extension SessionAnswer {
    /// Returns the metadata of a part of the session.
    fileprivate func part(from: Int, to: Int) -> SessionAnswer {
        var part = self
        (part.first, part.last) = (from, to)
        part.cursor = cursor.flatMap { (from...to).contains($0) ? $0 : nil }
        part.bookmarks = bookmarks.filter { (from...to).contains($0.seq) }
        // The page does not change.
        if recording == .live { part.recording = .closed }
        return part
    }
}
