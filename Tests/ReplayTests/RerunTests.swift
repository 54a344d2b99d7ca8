import Foundation
import SessionFile
import StateTree
import TestSupport
import Testing
import Timeline

@testable import Replay

@Suite("A re-run") struct RerunTests {
    private let folder: TemporaryFolder
    private static let options = {
        var options = Rerun.Options()
        (options.findsImpurity, options.wait) = (true, 0)
        return options
    }()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func rerun(
        _ session: ListSession,
        _ app: RerunnableApp = listApp,
        options: Rerun.Options = Self.options
    ) throws -> RerunReport {
        try Rerun(of: try session.timeline(in: folder), with: app, options: options).run()
    }

    private static func app(
        changing reducer: @escaping @Sendable (any ListAction, ListState?, inout ListState) throws -> Void
    ) -> RerunnableApp {
        RerunnableApp(
            reducer: { (action: any ListAction, state: ListState?) throws -> ListState in
                var next = try listReducer(action, state)
                try reducer(action, state, &next)
                return next
            },
            actions: [Insert.self, Rename.self, Edit.self]
        )
    }

    @Test("agrees with what was recorded, along all branches", arguments: 0..<40 as Range<UInt64>)
    func agrees(seed: UInt64) throws {
        let session = ListSession(seed: seed, count: 200)
        let report = try rerun(session)
        #expect(report.finding == nil)
        let reflected = session.records.count { $0.type == "Select" }
        #expect(report.taken == (reflected > 0 ? [.reflected: ["Select": reflected]] : [:]))
        #expect(report.agreed == 200 - reflected)
        #expect(report.uncompared == 0)
    }
}
