import Foundation
import TestSupport
import Testing

@testable import RewindTree

/// Values that encode themselves through every kind of container, compared with new encoders and `JSONEncoder`.
@Suite struct SelfEncodingTests {
    /// A name that is equal to canonically equivalent ones and to those that differ only in case.
    private struct Name: Hashable, Encodable, CodingKeyRepresentable {
        var text: String

        init(_ text: String) { self.text = text }
        init?(codingKey: some CodingKey) { text = codingKey.stringValue }

        var codingKey: any CodingKey { AnyKey(text) }

        static func == (left: Name, right: Name) -> Bool { left.text.lowercased() == right.text.lowercased() }

        func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
    }

    /// Holds a C struct with a union.
    private struct Address: Encodable {
        var name = "an address"
        var address = in6_addr()

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(name)
            try withUnsafeBytes(of: address) { try container.encode(contentsOf: $0) }
        }
    }

    private struct State: Encodable {
        var scripts: [Scripted] = []
        var script = Scripted.nothing
        var table: [String: Scripted] = [:]
        var names: [Name: [Int]] = [:]
        var address = Address()
        var addresses = [Address()]
    }

    private struct Maker {
        var scripts: ScriptMaker

        mutating func change(_ state: inout State) {
            switch scripts.random.below(12) {
            case 0: state.scripts.append(scripts.script())
            case 1, 2, 3:
                guard let index = state.scripts.indices.randomElement(using: &scripts.random) else { return }
                state.scripts[index] = scripts.changed(state.scripts[index])
            case 4: if state.scripts.count > 3 { state.scripts.removeFirst() }
            case 5: state.scripts.shuffle(using: &scripts.random)
            case 6, 7: state.script = scripts.changed(state.script)
            case 8:
                let key = scripts.random.pick(["caf\u{e9}", "cafe\u{301}", "b"])
                let old = state.table.removeValue(forKey: key)
                state.table[key] = old.map { scripts.changed($0) } ?? scripts.script()
            case 9:
                let name = Name(scripts.random.pick(["key", "Key", "KEY", "other", "Other"]))
                let old = state.names.removeValue(forKey: name)
                if !scripts.random.chance(20) { state.names[name] = (old ?? Array(0..<60)) + [state.names.count] }
            case 10: change(&state.address)
            default:
                if state.addresses.count < 3 { state.addresses.append(Address()) }
                change(&state.addresses[scripts.random.below(state.addresses.count)])
            }
        }

        private mutating func change(_ address: inout Address) {
            let index = scripts.random.below(16)
            withUnsafeMutableBytes(of: &address.address) { $0[index] &+= 1 }
        }
    }

    /// A filter, so that filtered encodings are compared, too.
    private final class Filter: TreeFilter {
        let filtersNumbers = true

        func replacement(for scalar: Tree, at path: () -> [String]) -> Tree? {
            scalar == 3 || scalar == "x" ? .string("# \(path().joined(separator: "/"))") : nil
        }

        func covers(_ key: String) -> Bool { key == "b" }

        func replacement(for value: Tree, under key: String) -> Tree { .string("whole \(value.text)") }

        func name(for key: String) -> String { key == "c" || key == "d" ? "# \(key)" : key }
    }

    private func json(_ value: some Encodable) throws -> Tree {
        try Tree(parsing: String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    }

    /// The number of steps for each seed; 1,000 are a thorough run.
    private static let stepCount =
        ProcessInfo.processInfo.environment["REWIND_ENCODING_STEPS"].flatMap { Int($0) } ?? 100

    @Test(
        arguments: Thoroughness.first(4, of: 0..<20 as Range<UInt64>)
    )
    func `Any change gives the tree of a fresh encoder and of JSONEncoder`(seed: UInt64) throws {
        var maker = Maker(scripts: ScriptMaker(seed: seed))
        var state = State()
        var (encoder, fresh) = (TreeEncoder(), TreeEncoder())
        for step in 0..<Self.stepCount {
            for _ in 0...maker.scripts.random.below(2) { maker.change(&state) }
            let tree = try encoder.encode(state)
            if step % 50 == 0 { fresh = TreeEncoder() }
            let expected = try fresh.encodeAlone(state)
            let theirs = try json(state)
            #expect(tree == expected, "step \(step)")
            #expect(tree.isNumericallyEqual(to: theirs), "step \(step)")
            guard tree == expected, tree.isNumericallyEqual(to: theirs) else { return }
        }
    }

    @Test(
        arguments: Thoroughness.first(2, of: 0..<5 as Range<UInt64>)
    )
    func `The filtered tree is that of a fresh encoder with the same filter`(seed: UInt64) throws {
        var maker = Maker(scripts: ScriptMaker(seed: seed))
        var state = State()
        var (encoder, fresh) = (TreeEncoder(filter: Filter()), TreeEncoder(filter: Filter()))
        for step in 0..<Self.stepCount {
            for _ in 0...maker.scripts.random.below(2) { maker.change(&state) }
            let tree = try encoder.encode(state)
            if step % 50 == 0 { fresh = TreeEncoder(filter: Filter()) }
            let expected = try fresh.encodeAlone(state)
            #expect(tree == expected, "step \(step)")
            guard tree == expected else { return }
        }
    }
}
