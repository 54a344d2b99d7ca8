import Foundation
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct EffectFixtureTests {
    private let folder = TemporaryFolder()

    /// Records the fixture again; run it alone.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REWIND_RECORD_FIXTURES"] != nil))
    func `The fixture is recorded`() throws {
        try EffectSession.write(to: folder.session())
        try Data(contentsOf: folder.session()).write(to: EffectSession.fixture)
    }

    @Test func `The session with effects is sound, and has all rows`() throws {
        let url = folder.session()
        try FileManager.default.copyItem(at: EffectSession.fixture, to: url)
        #expect(try SQL.column("PRAGMA user_version", in: url) == ["2"])
        let session = try SessionReader(opening: url)
        let report = try SessionCheck.run(session)
        #expect(report.findings == [] && report.effects == 8)
        #expect(try session.effectLines() == EffectSession.lines)
        #expect(try (1...5).map { try session.cause(ofAction: $0) } == EffectSession.causes)
        #expect(try session.actions(causedBy: .effect(2)) == [2, 3])
        #expect(try session.effects(causedBy: .effect(2)) == [3, 4])
        #expect(try session.effect(8)?.isUnderWay == true && session.effect(5)?.isUnderWay == false)
        let new = folder.session("new.rewind")
        try EffectSession.write(to: new)
        for table in SessionFormat.tables {
            let sql = "SELECT * FROM \(table) ORDER BY 1, 2"
            #expect(try SQL.rows(sql, in: url) == SQL.rows(sql, in: new), "\(table)")
        }
    }
}
