import RewindHTML
import RewindSession
import RewindTimeline

/// A state of a session, with the action that led to it.
struct StoryMoment {
    let seq: Int
    let bookmarks: [Bookmark]
    /// Nil for the first state.
    let action: ActionAnswer?
    let diff: DiffAnswer
    let screen: ScreenAnswer
}

extension InspectedSession {
    /// Returns a page with moments of the session.
    ///
    /// - Throws: The same errors as `SessionDocument.init(of:app:_:working:)`.
    func story(
        of seqs: [Int],
        _ request: SessionDocument.Request,
        progress working: @Sendable () -> (Int) throws -> Void
    ) throws -> [UInt8] {
        let progress = working()
        let timeline = try timeline()
        let bookmarks = Dictionary(grouping: try timeline.session.bookmarks(), by: \.seq)
        var page = StoryPage(try answer(), request.made)
        for seq in seqs {
            try progress(seq)
            try check(seq)
            page.add(
                StoryMoment(
                    seq: seq,
                    bookmarks: bookmarks[seq] ?? [],
                    action: seq == timeline.first ? nil : try action(seq),
                    diff: try diff(from: nil, to: seq, whole: []),
                    screen: try screen(at: seq)
                )
            )
            guard page.count <= request.limit else { break }
        }
        let bytes = Array(page.html.markup.utf8)
        guard bytes.count <= request.limit else { throw SessionDocument.TooLarge(limit: request.limit, fits: nil) }
        return bytes
    }
}
