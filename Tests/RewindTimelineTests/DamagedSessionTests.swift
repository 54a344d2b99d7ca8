import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
@testable import RewindTimeline
@testable import RewindUpkeep

/// Random damage: there are no crashes or endless loops, and no wrong result that the check does not report.
///
/// `REWIND_DAMAGE_COUNT=10000` sets the number of damaged files; the default is a few hundred.
@Suite(.serialized) struct DamagedSessionTests {
    private static let count =
        ProcessInfo.processInfo.environment["REWIND_DAMAGE_COUNT"].flatMap { Int($0) } ?? 240

    // Small, so that every byte matters and a full check is fast.
    private static let sample = {
        var sample = BranchingSession(
            states: (0...40).map { n in
                let list = (0..<n % 7).map {
                    Tree(members: [("id", .integer(Int64($0))), ("name", .string("\(n / 3)"))])
                }
                let text = Tree.string(String(repeating: "\(n / 10) ", count: 600))
                return ["n": .integer(Int64(n)), "list": Tree(elements: list), "big": ["text": text]]
            }
        )
        sample.addEffects(seed: 40)
        return sample
    }()

    /// The content of a session: its log and its states, as far as they are readable.
    private struct Reading: Equatable {
        var first = -1
        var last = -1
        var log: [String] = []
        var states: [Int: Tree] = [:]
        var changes: [[Change]] = []
        var writes: [Write] = []
        var effects: [String]?

        init(_ timeline: Timeline) {
            first = timeline.first
            last = timeline.last
            try? timeline.session.forEachAction(ActionFilter(limit: 100)) { record in
                log.append("\(record.seq) \(record.parent) \(record.at) \(record.type) \(record.status)")
                log.append(record.cause.line)
                log.append(record.payload?.text ?? "-")
                log.append(record.patch?.tree.text ?? "-")
                return true
            }
            for seq in [1, 20, 40, 0, 5, 39, 256, first, last] { states[seq] = try? timeline.state(at: seq) }
            for (from, to, pointer) in [(first, last, .root), (30, 3, ["list"])] as [(Int, Int, Pointer)] {
                if let found = try? timeline.difference(from: from, to: to, at: pointer) {
                    changes.append(found.changes)
                }
            }
            for pointer in [["n"], ["list", "0", "name"], ["big", "text"], .root] as [Pointer] {
                for seq in [last, 20] {
                    if let write = try? timeline.blame(pointer, at: seq) { writes.append(write) }
                }
                try? timeline.forEachWrite(of: pointer, through: last) { write in
                    writes.append(write)
                    return true
                }
            }
            try? timeline.forEachAction(ActionFilter(isReversed: true, limit: 5), touching: ["list"]) { _ in true }
            effects = try? timeline.session.effectLines()
            for cause in [.effect(3), .action(5)] as [CauseReference] {
                effects? += ((try? timeline.session.actions(causedBy: cause)) ?? []).map(String.init)
                effects? += ((try? timeline.session.effects(causedBy: cause)) ?? []).map(String.init)
            }
            _ = try? timeline.tip()
            _ = try? timeline.undoTarget(steps: 3)
            _ = try? timeline.redoTarget(steps: 3)
            _ = try? timeline.session.longestTypeName()
            _ = try? SessionSizes(of: timeline.session)
        }
    }

    @Test(arguments: Thoroughness.first(2, of: 0..<8)) func `Damage does not crash the reader and is reported`(
        part: Int
    ) throws {
        let folder = TemporaryFolder()
        let url = folder.session()
        let sound = folder.session("p.rewind")
        try Self.sample.write(to: sound)
        let truth = Reading(try Timeline(opening: sound))
        let original = try Data(contentsOf: sound)
        var slowest = (seconds: 0.0, way: "")
        var clean = 0
        for round in stride(from: part, to: Self.count, by: 8) {
            try original.write(to: url)
            var damage = Damage(random: SplitMix64(seed: UInt64(round)))
            let way = try damage.hit(url)
            let start = Date()
            if let timeline = try? Timeline(opening: url) {
                let reading = Reading(timeline)
                let report = try? SessionCheck.run(timeline.session)
                timeline.session.close()
                if report?.findings == [] {
                    clean += 1
                    #expect(reading == truth, "round \(round), unnoticed: \(way)")
                }
            }
            let seconds = Date().timeIntervalSince(start)
            if seconds > slowest.seconds { slowest = (seconds, "round \(round): \(way)") }
            for name in try folder.contents where name.hasPrefix("a.rewind") {
                try FileManager.default.removeItem(at: folder.session(name))
            }
        }
        if Self.count > 1_000 { print("part \(part): \(clean) without a finding; slowest \(slowest)") }
    }
}
