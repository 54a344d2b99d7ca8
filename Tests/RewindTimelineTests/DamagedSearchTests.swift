import Foundation
import RewindSession
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct DamagedSearchTests {
    /// Returns true for an error that the tool can report.
    private static func isTold(_ error: any Error) -> Bool {
        error is SessionError || error is TimelineError
    }

    @Test(
        arguments: Thoroughness.first(2, of: UInt64(0)..<6)
    )
    func `A search in a damaged session ends with a result or a descriptive error`(seed: UInt64) throws {
        let folder = TemporaryFolder()
        let url = folder.session()
        try WatchedSession(seed: 5, count: 60, branching: 10).write(to: url)
        let original = try Data(contentsOf: url)
        let conditions = try WatchedSession.conditions.map { try Condition($0) }
        var random = SplitMix64(seed: 900 + seed)
        var answers = 0
        for _ in 0..<40 {
            var data = original
            // The header decides whether the file is a session, which other tests cover.
            let offset = 100 + random.below(data.count - 100)
            switch random.below(3) {
            case 0: data[offset] ^= 1 << UInt8(random.below(8))
            case 1: for index in offset..<min(data.count, offset + random.below(64)) { data[index] = 0 }
            default: for index in offset..<min(data.count, offset + 4) { data[index] = UInt8(random.below(256)) }
            }
            try data.write(to: url)
            do {
                let timeline = try Timeline(opening: url)
                defer { timeline.session.close() }
                let condition = random.pick(conditions)
                let isReversed = random.below(2) == 0
                _ = try timeline.firstMatch(
                    where: condition,
                    from: isReversed ? timeline.last : timeline.first,
                    isReversed: isReversed
                )
                let path = try timeline.path(from: timeline.first, to: timeline.last)
                for index in 0..<min(path.count, 100) { _ = try timeline.holds(condition, at: path[index]) }
                _ = try timeline.session.bookmarks()
                let sql =
                    "SELECT *, state(action.seq, '/items'), state(action.seq, '') FROM action, action_type, change, pointer LIMIT 100"
                let query = try SessionQuery(sql, of: timeline.session, bounds: SQLBounds(seconds: 5))
                while try query.next() != nil {}
                answers += 1
            } catch {
                #expect(Self.isTold(error), "\(error)")
            }
        }
        #expect(answers > 0)
    }

    private static let hostile: [(String, String)] = [
        ("UPDATE action SET parent = seq + 5 WHERE seq = 20", "at('/count') > 100"),
        ("UPDATE action SET parent = 20 WHERE seq = 20", "was('/count') > 100"),
        ("UPDATE action SET parent = -9223372036854775808 WHERE seq = 20", "was('/count') > 100"),
        ("DELETE FROM action WHERE seq BETWEEN 10 AND 30; DELETE FROM snapshot WHERE seq > 0", "type = 'None'"),
        ("UPDATE action SET seq = 9223372036854775807 WHERE seq = 60", "at('/count') > 100"),
        ("UPDATE action SET seq = 9000000000000000 WHERE seq = 60", "at('/count') > 100"),
        ("INSERT INTO change SELECT id, 9223372036854775807 FROM pointer", "at('/count') > 100"),
        ("INSERT INTO change SELECT id, -9223372036854775808 FROM pointer", "at('/count') > was('/count') + 100"),
        ("UPDATE action SET parent = -1 WHERE seq = 20", "at('/count') > 100"),
        ("INSERT INTO session VALUES ('pruned_through', '50')", "was('/count') > 100 AND seq > 0"),
        ("INSERT INTO session VALUES ('pruned_through', '90')", "at('/count') > 100 AND seq > 0"),
        ("INSERT INTO session VALUES ('pruned_through', '9223372036854775807')", "at('/count') > 100 AND seq > 0"),
        ("DELETE FROM pointer", "at('/count') > 100"), ("DELETE FROM action_type", "type = 'None'"),
    ]

    @Test(arguments: hostile) func `A search ends even if numbers in the file are impossible`(sql: String, text: String)
        throws
    {
        let folder = TemporaryFolder()
        try WatchedSession(seed: 5, count: 60, branching: 10).write(to: folder.session())
        try Damage.execute(sql, in: folder.session())
        for isReversed in [false, true] {
            do {
                let timeline = try Timeline(opening: folder.session())
                defer { timeline.session.close() }
                let condition = try Condition(text)
                var looks = 0
                struct Enough: Error {}
                do {
                    let start = isReversed ? timeline.last : timeline.first
                    _ = try timeline.firstMatch(where: condition, from: start, isReversed: isReversed) { _ in
                        looks += 1
                        // A damaged session may claim the maximum number of actions.
                        if looks > 1_000 { throw Enough() }
                    }
                } catch is Enough {}
                _ = try timeline.path(from: timeline.first, to: timeline.last)
            } catch {
                #expect(Self.isTold(error), "\(error)")
            }
        }
    }
}
