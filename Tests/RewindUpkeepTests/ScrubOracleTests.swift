import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

/// Compares scrubs of random sessions with a simple function over whole states.
@Suite struct ScrubOracleTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private static let seeds = Thoroughness.first(1, of: UInt64(7)...22)

    /// A session with branches and unknown states; every other one has operations that no recorder makes.
    private static func session(_ seed: UInt64) -> BranchingSession {
        var session =
            seed.isMultiple(of: 2)
            ? BranchingSession(seed: seed, count: 120) : BranchingSession(operationsFrom: seed, count: 120)
        session.addEffects(seed: seed)
        return session
    }

    private func check(_ session: BranchingSession, _ target: SessionScrub.Target, _ oracle: ScrubOracle) throws {
        try session.write(to: url, facts: ["app": "Sample"])
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
        // A row that does not match its hash is not copied.
        try SQL.execute("UPDATE action SET hash = hash + 1 WHERE seq % 7 = 0", in: url)
        let report = try SessionScrub.run(url, target, masks: Masks(key: [1]))
        #expect(report.masked == oracle.values.count)
        #expect(report.texts == oracle.texts.count)
        #expect(report.shortValues == oracle.shortTexts.count)
        #expect(report.actions == session.records.count)
        let reader = try SessionReader(opening: url)
        let findings = try SessionCheck.run(reader).findings
        #expect(findings == [])
        var cursor = try StateCursor(reader)
        #expect(cursor.first.state == oracle.state(session.states[0]))
        while let step = try cursor.next() {
            let (seq, record) = (step.record.seq, session.records[step.record.seq - 1])
            #expect(step.after == oracle.state(session.states[seq]), "\(seq)")
            #expect(step.record.payload == record.payload.map(oracle.value), "\(seq)")
            #expect(step.record.parent == record.parent)
            #expect((step.record.patch == nil) == (record.patch == nil))
        }
        #expect(cursor.seq == session.records.count)
        #expect(try reader.effectLines() == session.effects?.lines(changing: oracle.value, oracle.text))
    }

    @Test(arguments: seeds) func `A scrub of pointers changes states like a function over whole states`(seed: UInt64)
        throws
    {
        let session = Self.session(seed)
        var random = SplitMix64(seed: seed)
        let pointers = Set(session.states.flatMap(\.pointers)).filter { $0 != .root }
        let sorted = pointers.sorted { $0.description < $1.description }
        for _ in 0..<3 {
            let tokens = random.pick(sorted).tokens.map { random.below(3) == 0 ? "*" : $0 }
            let pattern = Pointer(tokens)
            var oracle = ScrubOracle()
            oracle.add(pattern, in: session.states)
            try check(session, .pointers([pattern]), oracle)
            try FileManager.default.removeItem(at: url)
        }
    }

    @Test(arguments: seeds) func `A scrub of members with a name changes states like a function`(seed: UInt64) throws {
        let session = Self.session(seed)
        for key in ["name", "id", "", "a/b", "é"] {
            var oracle = ScrubOracle()
            let values = session.records.compactMap(\.payload) + (session.effects?.values ?? [])
            oracle.add(key: key, in: session.states + values)
            guard !oracle.values.isEmpty else { continue }
            try check(session, .keys([key]), oracle)
            try FileManager.default.removeItem(at: url)
        }
    }

    @Test func `Actions that no removed text touches are copied`() throws {
        let states: [Tree] = (0..<40).map { ["n": .integer($0), "secret": $0 % 10 == 9 ? "a long word" : "no word"] }
        try BranchingSession(states: states).write(to: url)
        let before = try SQL.column("SELECT seq || patch || hash FROM action ORDER BY seq", in: url)
        _ = try SessionScrub.run(url, .pointers([["secret"]]))
        let after = try SQL.column("SELECT seq || patch || hash FROM action ORDER BY seq", in: url)
        for seq in 1..<40 {
            let isTouched = states[seq][["secret"]] != states[seq - 1][["secret"]]
            #expect((before[seq - 1] == after[seq - 1]) != isTouched)
        }
    }
}

/// Masks whole states, without caches, patches and files.
private struct ScrubOracle {
    private var pointers: Set<Pointer> = []
    private var keys: Set<String> = []
    private(set) var values: Set<Tree> = []
    private(set) var texts: Set<String> = []
    private(set) var shortTexts: Set<String> = []
    /// The texts by their first byte, longest first.
    private var needles: [UInt8: [[UInt8]]] = [:]
    private let masks = Masks(key: [1])

    private mutating func remove(text: String) {
        let bytes = Array(text.utf8)
        if texts.insert(text).inserted {
            needles[bytes[0], default: []].append(bytes)
            needles[bytes[0]]?.sort { $0.count > $1.count }
        }
    }

    mutating func add(_ pattern: Pointer, in states: [Tree]) {
        for state in states { add(pattern.tokens[...], state, .root) }
    }

    private mutating func add(_ tokens: ArraySlice<String>, _ tree: Tree, _ pointer: Pointer) {
        guard let token = tokens.first else {
            pointers.insert(pointer)
            return remove(tree)
        }
        for (name, child) in tree.children where token == "*" || Pointer([token]) == Pointer([name]) {
            add(tokens.dropFirst(), child, pointer.appending(name))
        }
    }

    mutating func add(key: String, in trees: [Tree]) {
        keys.insert(key)
        for tree in trees { add(key, tree) }
    }

    private mutating func add(_ key: String, _ tree: Tree) {
        for (name, child) in tree.children {
            if case .object = tree, name == key { remove(child) } else { add(key, child) }
        }
    }

    private mutating func remove(_ value: Tree) {
        if values.insert(value).inserted { removeTexts(of: value) }
    }

    private mutating func removeTexts(of tree: Tree) {
        switch tree {
        case .string(let text) where text.utf8.count >= 4: remove(text: text)
        case .string(let text): if !text.isEmpty { shortTexts.insert(text) }
        case .integer, .double, .number:
            if tree.text.count >= 8 { remove(text: tree.text) } else { shortTexts.insert(tree.text) }
        default: for (_, child) in tree.children { removeTexts(of: child) }
        }
    }

    func state(_ state: Tree) -> Tree {
        value(masked(state, at: .root))
    }

    private func masked(_ tree: Tree, at pointer: Pointer) -> Tree {
        if pointers.contains(pointer) { return mask(tree) }
        return tree.mapChildren { masked($1, at: pointer.appending($0)) }
    }

    func value(_ tree: Tree) -> Tree {
        switch tree {
        case .string(let string): return .string(text(string))
        case .integer, .double, .number: return text(tree.text) == tree.text ? tree : mask(tree)
        case .object: return tree.mapChildren { keys.contains($0) ? mask($1) : value($1) }
        default: return tree.mapChildren { value($1) }
        }
    }

    private func mask(_ tree: Tree) -> Tree {
        switch tree {
        case .string(let text): return Masks.isMask(text) ? tree : .string(masks.mask(text.utf8))
        case .array, .object:
            var digests = DigestCache()
            return .string(masks.mask(digests.digest(of: tree).bytes))
        default: return .string(masks.mask(tree.text.utf8))
        }
    }

    fileprivate func text(_ text: String) -> String {
        let data = Data(text.utf8)
        guard texts.contains(where: { data.range(of: Data($0.utf8)) != nil }) else { return text }
        var (rest, result) = (Array(text.utf8)[...], [UInt8]())
        while let byte = rest.first {
            if let found = needles[byte]?.first(where: { rest.starts(with: $0) }) {
                result += Array(masks.mask(found).utf8)
                rest = rest.dropFirst(found.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Tree {
    /// The members and elements, with the tokens of their pointers.
    fileprivate var children: [(name: String, value: Tree)] {
        switch self {
        case .object(let object): Array(zip(object.keys, object.values))
        case .array(let array): array.elements.enumerated().map { (String($0.offset), $0.element) }
        default: []
        }
    }

    fileprivate func mapChildren(_ change: (String, Tree) -> Tree) -> Tree {
        switch self {
        case .object: Tree(members: children.map { ($0.name, change($0.name, $0.value)) })
        case .array: Tree(elements: children.map { change($0.name, $0.value) })
        default: self
        }
    }
}
