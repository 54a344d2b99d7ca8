#if os(macOS) || os(Linux)

import Foundation
import RewindHTML
import RewindSession
import RewindTimeline

/// Moments of a session as one HTML page to read, print, and attach to a ticket. It has no scripts and loads nothing.
package struct SessionStory: Sendable {
    /// The contents of the page.
    package struct Request: Sendable {
        /// The seqs of the moments, in order.
        let seqs: [Int]
        /// The maximum size, in bytes.
        let limit: Int
        let made: DocumentMaking

        package init(seqs: some Sequence<Int>, limit: Int, version: String, now: Date = Date()) {
            self.seqs = Set(seqs).sorted()
            self.limit = limit
            made = DocumentMaking(version: version, now: now)
        }
    }

    package let bytes: [UInt8]
    /// The number of moments.
    package let moments: Int

    /// Creates the page. `working` returns a function that receives each seq and may throw to cancel.
    ///
    /// - Complexity: Linear in the sizes of the moments' changes and screens.
    /// - Throws: `SessionDocument.TooLarge`, `InspectorError.noSuchState`, `SessionError`, or an error of `working`.
    package init(
        of session: InspectedFile,
        app: InspectedApp,
        _ request: Request,
        working: @Sendable () -> (Int) throws -> Void
    ) async throws {
        let name = session.url.lastPathComponent
        let inspected = InspectedSession(id: 0, url: session.url, file: name, app: app)
        bytes = try await inspected.story(request, progress: working)
        moments = request.seqs.count
        await inspected.close()
    }
}

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
    fileprivate func story(
        _ request: SessionStory.Request,
        progress working: @Sendable () -> (Int) throws -> Void
    ) throws -> [UInt8] {
        let progress = working()
        let timeline = try timeline()
        let bookmarks = Dictionary(grouping: try timeline.session.bookmarks(), by: \.seq)
        var page = StoryPage(try answer(), request.made)
        for seq in request.seqs {
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

#endif
