#if Fleet

import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindFleet

@Suite(.needsPostgres, .ownThreads) struct FleetBlameTests {
    private let folder = TemporaryFolder()
    private let fleet: FleetDatabase

    init() throws {
        fleet = try FleetDatabase(try #require(FleetCluster.shared).createFleet())
    }

    /// Stores a session in which action n leads from the state at its parent to the state n, by a patch of the smallest
    /// values, of some of the members of the state, or of the whole state.
    private func push(
        _ states: [Tree],
        parents: [Int],
        types: [String],
        patches kind: Int? = nil,
        _ random: inout SplitMix64
    ) throws {
        let url = folder.session("\(random.next()).rewind")
        let writer = try SessionWriter(creating: url, facts: ["app_version": "1"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for (index, parent) in parents.enumerated() {
                let (old, new) = (states[parent], states[index + 1])
                var patch = new.patch(from: old)
                switch (kind ?? random.below(3), old, new) {
                case (0, _, _): patch = Patch([.replace(.root, new)])
                case (1, .object(let before), .object(let after)) where before.keys == after.keys:
                    patch = Patch(zip(after.keys, after.values).map { .replace([$0], $1) })
                default: break
                }
                let record = ActionRecord(seq: index + 1, parent: parent, at: 1, type: types[index], patch: patch)
                try transaction.append(record, state: new)
            }
        }
        try writer.close()
        _ = try fleet.push(url)
    }

    /// Returns the values at a folded pointer, in their order.
    private func values(_ tokens: ArraySlice<String>, _ tree: Tree) -> [Tree] {
        guard let token = tokens.first else { return [tree] }
        let members: [(String, Tree)] =
            switch tree {
            case .array(let array): array.map { ("*", $0) }
            case .object(let object): Array(zip(object.keys.map { Pointer.mayBeIndex($0) ? "*" : $0 }, object.values))
            default: []
            }
        return members.filter { ExactText($0.0) == ExactText(token) }.flatMap { values(tokens.dropFirst(), $0.1) }
    }

    /// Returns the folded pointers to all values in a tree.
    private func pointers(_ tree: Tree, _ pointer: Pointer = .root) -> Set<Pointer> {
        let inside: [Set<Pointer>] =
            switch tree {
            case .array(let array): array.map { pointers($0, pointer.appending("*")) }
            case .object(let object):
                zip(object.keys, object.values).map { key, value in
                    pointers(value, pointer.appending(Pointer.mayBeIndex(key) ? "*" : key))
                }
            default: []
            }
        return inside.reduce([pointer]) { $0.union($1) }
    }

    private func answer(_ pointer: Pointer) throws -> [String: [Int]] {
        let found = try fleet.blame(pointer, FleetFilter())
        return Dictionary(found.map { ($0.type, [$0.versions.count, $0.versions.sessions]) }) { $1 }
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(2, orInFull: 12)))
    func `Each action counts once where the states before and after it have other values`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var counts: [Pointer: [String: [Int]]] = [:]
        var all: Set<Pointer> = []
        for number in 0..<6 {
            let sample =
                number % 2 == 0
                ? BranchingSession(seed: random.next(), count: 40, losing: 1_000)
                : BranchingSession(operationsFrom: random.next(), count: 40)
            let parents = sample.records.map(\.parent)
            let types = parents.map { _ in random.pick(["A", "B", "C"]) }
            try push(sample.states, parents: parents, types: types, &random)
            let known = sample.states.reduce(Set<Pointer>()) { $0.union(pointers($1)) }
            all.formUnion(known)
            for pointer in known {
                let tokens = pointer.tokens[...]
                var actions: [String: Int] = [:]
                for (index, parent) in parents.enumerated()
                where values(tokens, sample.states[parent]) != values(tokens, sample.states[index + 1]) {
                    actions[types[index], default: 0] += 1
                }
                for (type, count) in actions {
                    let sum = counts[pointer]?[type] ?? [0, 0]
                    counts[pointer, default: [:]][type] = [sum[0] + count, sum[1] + 1]
                }
            }
        }
        #expect(all.count > 50 && counts.count > 30)
        for pointer in all { #expect(try answer(pointer) == counts[pointer] ?? [:], "\(pointer)") }
    }

    @Test func `Writing an equal value does not count, and adding two members counts once`() throws {
        var random = SplitMix64(seed: 1)
        let states: [Tree] = [
            ["cart": ["currency": "EUR", "items": []]],
            ["cart": ["currency": "EUR", "items": [["id": 1, "price": 2]]]],
            ["cart": ["currency": "EUR", "items": []]],
        ]
        try push(states, parents: [0, 1], types: ["ADD", "CLEAR"], patches: 1, &random)
        #expect(try answer(["cart", "currency"]) == [:])
        #expect(try answer(["cart"]) == ["ADD": [1, 1], "CLEAR": [1, 1]])
        #expect(try answer(["cart", "items", "7", "price"]) == ["ADD": [1, 1], "CLEAR": [1, 1]])
    }
}

#endif
