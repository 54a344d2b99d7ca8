import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct RandomDamageTests {
    // Small, so that every byte matters and a full check is fast.
    private static let sample = {
        var sample = SampleSession(states: states)
        sample.addEffects(seed: 3)
        return sample
    }()

    private static let states: [Tree] = (0...40).map { n in
        let list = (0..<n % 7).map { Tree(members: [("id", .integer(Int64($0))), ("name", .string("\(n / 3)"))]) }
        let text = Tree.string(String(repeating: "\(n / 10) ", count: 600))
        return ["n": .integer(Int64(n)), "list": Tree(elements: list), "big": ["text": text]]
    }

    /// Returns all states, as far as they are readable.
    private func states(_ reader: SessionReader) -> [Tree?] {
        var states: [Tree?] = []
        var state = (try? reader.snapshot(0)) ?? nil
        for seq in 0...Self.sample.records.count {
            if seq > 0 {
                let patch = (try? reader.patch(seq)) ?? nil
                if let patch { state = try? state?.applying(patch) } else { state = nil }
            }
            states.append(state)
        }
        return states
    }

    @Test(
        arguments: Thoroughness.first(3, of: 0..<10)
    )
    func `Random damage never crashes the reader, and the check finds every changed state`(round: UInt64) throws {
        let folder = TemporaryFolder()
        let url = folder.session()
        try Self.sample.write(to: url)
        let original = try Data(contentsOf: url)
        var random = SplitMix64(seed: 100 + round)
        for _ in 0..<55 {
            var data = original
            for _ in 0...random.below(3) {
                let offset = random.below(data.count)
                switch random.below(3) {
                case 0: data[offset] ^= 1 << UInt8(random.below(8))
                case 1: data[offset] = UInt8(random.below(256))
                default: for index in offset..<min(data.count, offset + random.below(64)) { data[index] = 0 }
                }
            }
            try data.write(to: url)
            guard let reader = try? SessionReader(opening: url) else { continue }
            defer { reader.close() }
            _ = try? reader.facts()
            _ = try? reader.longestTypeName()
            _ = try? reader.bookmark("a")
            _ = try? reader.children(of: 3)
            _ = try? SessionSizes(of: reader)
            try? reader.forEachAction { _ in true }
            for seq in [0, 1, 20, 40] { _ = try? reader.action(seq) }
            let states = states(reader)
            let effects = try? reader.effectLines()
            guard let report = try? SessionCheck.run(reader), report.findings.isEmpty else { continue }
            #expect(effects == Self.sample.effects?.lines(), "the check found nothing, and the effects differ")
            for seq in 0...Self.sample.records.count {
                #expect(states[seq] == Self.sample.states[seq], "the check found nothing, and the state \(seq) differs")
            }
        }
    }
}
