import RewindAnswers
import RewindHTML
import RewindSession
import RewindTimeline

/// A state of a session, with the action that led to it.
struct StoryMoment {
    let seq: Int
    let bookmarks: [Bookmark]
    /// What a person wrote to it.
    let notes: [String]
    /// Nil for the first state.
    let action: ActionAnswer?
    let diff: DiffAnswer
    let screen: ScreenAnswer
    /// The causes of the action; nil for the first state, and if the app recorded none.
    let causes: Why.Answer?
    /// The latest picture of the screen.
    let screenshot: ScreenshotAnswer?
}

extension InspectedSession {
    /// Returns a page with moments of the session.
    ///
    /// - Throws: The same errors as `SessionDocument.init(of:app:_:working:)`.
    func story(
        _ story: SessionDocument.Story,
        _ request: SessionDocument.Request,
        progress working: @Sendable () -> (Int) throws -> Void
    ) throws -> [UInt8] {
        let progress = working()
        let timeline = try timeline()
        let bookmarks = Dictionary(grouping: try timeline.session.bookmarks(), by: \.seq)
        let session = try answer()
        // Screenshots are looked up in the columns.
        if session.effects > 0 { try showPart(from: timeline.first, to: timeline.last) }
        var page = StoryPage(session, title: story.title, request.made)
        for seq in story.seqs {
            try progress(seq)
            try check(seq)
            let screen = try screen(at: seq)
            page.add(
                StoryMoment(
                    seq: seq,
                    bookmarks: bookmarks[seq] ?? [],
                    notes: story.notes[seq].map { [$0] } ?? bookmarks[seq]?.compactMap(\.note) ?? [],
                    action: seq == timeline.first ? nil : try action(seq),
                    diff: try diff(from: nil, to: seq, whole: []),
                    screen: screen,
                    causes: seq == timeline.first || !session.causes ? nil : try causes(of: seq),
                    screenshot: try screen.screenshot.map { try screenshot($0.id) }
                )
            )
            guard page.count <= request.limit else { break }
        }
        let bytes = Array(page.html.markup.utf8)
        guard bytes.count <= request.limit else { throw SessionDocument.TooLarge(limit: request.limit, fits: nil) }
        return bytes
    }
}
