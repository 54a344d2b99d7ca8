import Foundation
import TestSupport
import Testing

@testable import RewindInspector

@Suite(.ownThreads) struct DamagedTimeTests {
    private let folder = TemporaryFolder()

    @Test(arguments: Thoroughness.first(3, of: UInt64(0)..<20))
    func `Times of any size are answered`(seed: UInt64) async throws {
        let url = folder.session()
        var busy = BusySession(actions: 60, effects: 20)
        try busy.write(to: url)
        var random = SplitMix64(seed: seed)
        for table in ["action", "effect", "outcome"] {
            for time in ["-9223372036854775808", "9223372036854775807", "0", "-1", "9007199254740993"] {
                try SQL.execute(
                    "UPDATE \(table) SET at = \(time) WHERE rowid % \(2 + random.below(9)) = \(random.below(3))",
                    in: url
                )
            }
        }
        let times = try SQL.column("SELECT at FROM action ORDER BY seq", in: url).compactMap(Int64.init)
        try await SampleServer.run([url]) { server in
            try await server.indexed(60)
            let pauses = try server.get("/api/0/rows?from=0&count=60&fold=0").body.matches(of: /"after":(-?\d+)/)
            #expect(pauses.count == 59)
            for (index, pause) in pauses.enumerated() {
                let (exact, most) = (Decimal(times[index + 1]) - Decimal(times[index]), Decimal(Int64.max))
                #expect(Decimal(string: String(pause.1)) == max(-most, min(most, exact)))
            }
            for axis in ["time", "actions"] {
                let timeline = try server.json("/api/0/timeline?axis=\(axis)&columns=50")
                #expect((timeline["bars"] as? [Any])?.isEmpty == false)
                #expect(try server.json("/api/0/place?axis=\(axis)&seq=60")["x"] is Double)
                #expect(try server.get("/api/0/spans?axis=\(axis)&columns=50").status == 200)
            }
            for path in ["part?from=1&to=60", "html?from=1&to=60", "story?at=1&at=30&at=60"] {
                let answer = try server.get("/api/0/export/\(path)")
                #expect(answer.status == 200 && !answer.isRefusal, "\(path): \(answer.body.prefix(200))")
            }
        }
    }
}
