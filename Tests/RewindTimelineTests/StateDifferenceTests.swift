import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite("What is different between two states, for eyes") struct StateDifferenceTests {
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `is nothing where they are equal, and something where they are not`(seed: UInt64) {
        var random = RandomTree(seed: seed)
        let old = random.object()
        let new = random.edited(old)
        #expect((StateDifference(from: old, to: new).count == 0) == (old == new))
        #expect(StateDifference(from: old, to: old).groups.isEmpty)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `names the values that are there, and leaves none out`(seed: UInt64) {
        var random = RandomTree(seed: seed)
        let old = random.object()
        let new = random.edited(random.edited(old))
        let difference = StateDifference(from: old, to: new)
        for group in difference.groups {
            for line in group.lines {
                switch line.kind {
                case .gap: continue
                case .remove:
                    let pointer = line.before.map { group.pointer.appending($0) } ?? line.pointer
                    #expect(old[pointer] == line.old)
                    #expect(line.new == nil)
                case .add, .change, .move, .same:
                    #expect(new[line.pointer] == line.new)
                    if let before = line.before { #expect(old[group.pointer.appending(before)] == line.old) }
                }
            }
        }
        var told = Set(difference.groups.map(\.pointer))
        for group in difference.groups { told.formUnion(group.lines.filter(\.isChange).map(\.pointer)) }
        for pointer in Self.differentMembers(old, new, at: .root) {
            #expect(told.contains { $0 == pointer || pointer.isPrefix(of: $0) || $0.isPrefix(of: pointer) })
        }
    }

    /// The members that two values do not share, as far as no array is on the way.
    private static func differentMembers(_ old: Tree, _ new: Tree, at pointer: Pointer) -> [Pointer] {
        guard case .object(let before) = old, case .object(let after) = new else { return old == new ? [] : [pointer] }
        return Set(before.keys + after.keys).flatMap { key -> [Pointer] in
            switch (before[key], after[key]) {
            case (let left?, let right?): differentMembers(left, right, at: pointer.appending(key))
            default: [pointer.appending(key)]
            }
        }
    }

    @Test func `tells elements with ids by them`() throws {
        let old: Tree = [
            "list": [["id": 1, "n": "a"], ["id": 2, "n": "b"], ["id": 3, "n": "c"], ["id": 4, "n": "d"]]
        ]
        let new: Tree = [
            "list": [["id": 9, "n": "z"], ["id": 3, "n": "c"], ["id": 1, "n": "a"], ["id": 4, "n": "D"]]
        ]
        let group = try #require(StateDifference(from: old, to: new).groups.first)
        #expect(group.pointer == ["list"])
        #expect(group.counts.added == 1)
        #expect(group.counts.removed == 1)
        #expect(group.counts.moved == 1)
        #expect(group.counts.changed == 1)
        let edited = try #require(group.lines.first { !$0.lines.isEmpty })
        #expect(edited.lines.map(\.key) == ["n"])
        #expect(edited.lines.map(\.pointer) == [["list", "3", "n"]])
    }

    @Test func `shows three unchanged neighbours, and counts the others`() throws {
        let keys = (0..<26).map { String(UnicodeScalar(UInt8(97 + $0))) }
        let old = Tree(members: keys.map { ($0, .integer(1)) })
        let new = Tree(members: keys.map { ($0, .integer($0 == "m" ? 2 : 1)) })
        let group = try #require(StateDifference(from: old, to: new).groups.first)
        #expect(group.lines.map { $0.key ?? "…" } == ["…", "j", "k", "l", "m", "n", "o", "p", "…"])
    }

    @Test func `is one line where an object took another one's place`() throws {
        let old: Tree = ["article": ["id": "a", "title": "A"]]
        let new: Tree = ["article": ["id": "b", "title": "B"]]
        let groups = StateDifference(from: old, to: new).groups
        #expect(groups.map(\.lines.count) == [1])
        #expect(MemberOrder.label(of: try #require(groups.first?.lines.first?.new)) == "B")
    }
}

extension StateDifference.Line {
    fileprivate var isChange: Bool {
        switch kind {
        case .same, .gap: false
        case .add, .remove, .change, .move: true
        }
    }
}
