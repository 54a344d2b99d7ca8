import TestSupport
import Testing

@testable import RewindTree

@Suite struct ShapeTests {
    /// Encodes its keys in the given order.
    private struct Shuffled: Encodable {
        var keys: [String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for key in keys { try container.encode(key, forKey: AnyKey(key)) }
        }
    }

    private let keys = (0..<12).map { "key \($0)" }

    @Test func `Keys in varying orders make a bounded number of shapes`() {
        var random = SplitMix64(seed: 1)
        let root = Shape.makeRoot(filter: nil)
        var made: [ObjectIdentifier: Int] = [:]
        for _ in 0..<2_000 {
            var shape: Shape? = root
            for key in keys.shuffled(using: &random) {
                shape = shape?.adding(key)
                if let shape { made[ObjectIdentifier(shape)] = shape.count }
            }
        }
        #expect(made.values.reduce(0, +) <= 16_384)
        #expect(made.count > 100)
        #expect(root.adding("key 0")?.count == 1, "what there is stays in use")
    }

    @Test func `A type with many shapes leaves other types their own`() throws {
        struct Plain: Encodable {
            var a = 1
            var b = 2
        }
        var random = SplitMix64(seed: 2)
        var encoder = TreeEncoder()
        let keys = (0..<20).map { "key \($0)" }
        for _ in 0..<2_000 {
            let order = keys.shuffled(using: &random)
            #expect(try encoder.encode(Shuffled(keys: order)) == Tree(members: keys.map { ($0, .string($0)) }))
        }
        guard case .array(let node) = try encoder.encode([Plain(), Plain()]) else { return }
        guard case .object(let first) = node.elements[0], case .object(let second) = node.elements[1] else { return }
        #expect(first.keys.hasSameStorage(as: second.keys))
    }
}
