import ArgumentParser
import Foundation
import RewindInspector
import RewindSession
import RewindTimeline

/// Export as a page: the inspector with a range of actions, or a story of some moments.
extension ExportCommand {
    /// The default maximum size of a page, in bytes.
    private static let mostBytes = 20_000_000

    private var limit: Int {
        get throws { try bytes?.number(for: "--bytes") ?? Self.mostBytes }
    }

    private var file: InspectedFile { InspectedFile(url: session.url, file: session.file) }

    /// Returns a function that shows the progress in writing a page about the actions in `seqs`.
    private static func progress(in seqs: ClosedRange<Int>) -> (Int) throws -> Void {
        let work = ProgressReporter()
        return { try work.step("writing", at: $0, of: seqs) }
    }

    func writePage() async throws {
        guard let target = newFile.target else { throw ValidationError.pageWithoutOutput }
        let timeline = try session.timeline()
        let actions = try timeline.actions(of: chosen.range?.value)
        timeline.session.close()
        do {
            let page = try await SessionDocument(
                of: file,
                app: InspectorPage.inspected(RegisteredApp.current),
                .init(
                    from: actions.lowerBound - 1,
                    to: actions.upperBound,
                    limit: limit,
                    version: SessionFormat.packageVersion
                ),
                working: { Self.progress(in: actions) }
            )
            try target.write(page.bytes, from: session.url, overwrites: newFile.force)
            try output.print(WrittenReport(.html, actions: actions.count, bytes: page.bytes.count, at: target))
        } catch let error as SessionDocument.TooLarge {
            throw CommandError.pageTooLarge(
                limit: error.limit,
                from: actions.lowerBound,
                fits: error.fits,
                output: target.path
            )
        }
    }

    func writeStory() async throws {
        guard let target = newFile.target else { throw ValidationError.pageWithoutOutput }
        let timeline = try session.timeline()
        var seqs = try chosen.references.map { try timeline.seq($0) }
        if seqs.isEmpty { seqs = try timeline.session.bookmarks().map(\.seq) }
        timeline.session.close()
        guard let first = seqs.min(), let last = seqs.max() else { throw CommandError.noMoments(output: target.path) }
        do {
            let story = try await SessionDocument(
                of: file,
                app: InspectorPage.inspected(RegisteredApp.current),
                .init(seqs: seqs, limit: limit, version: SessionFormat.packageVersion),
                working: { Self.progress(in: first...last) }
            )
            try target.write(story.bytes, from: session.url, overwrites: newFile.force)
            try output.print(WrittenReport(.story, moments: story.moments, bytes: story.bytes.count, at: target))
        } catch let error as SessionDocument.TooLarge {
            throw CommandError.storyTooLarge(limit: error.limit)
        }
    }
}
