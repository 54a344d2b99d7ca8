import RewindTree
import Testing

@testable import RewindCommands

@Suite struct StateDecoderTests {
    private struct State: Decodable {
        let leaves: [Leaf]
    }

    private final class Leaf: Decodable, Sendable {
        let number: Int

        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode([String: Int].self)["number"] ?? 0
        }
    }

    private struct Kept {
        weak var leaf: Leaf?
    }

    private static func tree(_ count: Int, from first: Int = 0) throws -> Tree {
        let leaves = (first..<first + count).map { "{\"number\":\($0)}" }
        return try Tree(parsing: "{\"leaves\":[\(leaves.joined(separator: ","))]}")
    }

    @Test func `States that share nothing, as those of a session that grows, do not fill the memory`() throws {
        let decoder = StateDecoder(userInfo: [:])
        var kept: [Kept] = []
        for number in 0..<20_000 {
            let state = try #require(decoder.state(State.self, of: Self.tree(1, from: number)))
            kept.append(Kept(leaf: state.leaves.first))
        }
        #expect(kept.last?.leaf?.number == 19_999)
        #expect(kept.count { $0.leaf != nil } < 5_000)
    }

    @Test(arguments: [10, 10_000])
    func `The values of a state are decoded once, however many they are`(count: Int) throws {
        let decoder = StateDecoder(userInfo: [:])
        let tree = try Self.tree(count)
        // The first decoding shows how many there are.
        let states = (0..<3).compactMap { _ in decoder.state(State.self, of: tree) }
        try #require(states.count == 3)
        #expect(zip(states[1].leaves, states[2].leaves).allSatisfy { $0 === $1 })
    }
}
