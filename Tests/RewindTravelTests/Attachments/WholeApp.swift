import Foundation
import RewindReplay
import RewindSession
import RewindTimeline
import RewindUpkeep
import Testing

/// The checks of the sessions of whole apps.
enum WholeApp {
    /// Checks that the session is sound, and that its actions, run again, lead to the recorded states. Returns their
    /// types and parents.
    static func check(
        _ url: URL,
        with app: RegisteredApp,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (types: [String], parents: [Int]) {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        #expect(try SessionCheck.run(timeline.session).findings == [], sourceLocation: sourceLocation)
        var options = Rerun.Options()
        (options.findsImpurity, options.wait) = (true, 0)
        let report = try Rerun(of: timeline, with: app, options: options).run()
        #expect(report.finding == nil, sourceLocation: sourceLocation)
        #expect(report.agreed == timeline.last, sourceLocation: sourceLocation)
        let records = try (1...timeline.last).compactMap { try timeline.session.action($0) }
        return (records.map(\.type), records.map(\.parent))
    }
}
