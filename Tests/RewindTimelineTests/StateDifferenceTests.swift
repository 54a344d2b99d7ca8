import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite struct StateDifferenceTests {
    @Test(arguments: Thoroughness.first(75, of: 0..<300 as Range<UInt64>))
    func `Equal states have no difference, and others have one that leads from one to the other`(seed: UInt64) {
        var random = RandomTree(seed: seed)
        let old = random.object()
        var new = old
        for _ in 0..<4 {
            new = random.edited(new)
            let difference = StateDifference(from: old, to: new)
            #expect(difference.isEmpty == (old == new))
            #expect(difference.changes.isEmpty == difference.isEmpty)
            #expect(ChangeList(difference).applied(to: old) == new, "\(old.text) \(new.text)")
        }
        #expect(StateDifference(from: new, to: new).isEmpty)
    }

    @Test func `The members of a map with numbers as keys are in the order of the numbers`() {
        let table: [(Tree, [String])] = [
            (["0": 0, "1": 0, "10": 0, "11": 0, "12": 0, "2": 0, "-3": 0], ["-3", "0", "1", "2", "10", "11", "12"]),
            (["0": 0, "10": 0, "2": 0, "n": 0], ["0", "10", "2", "n"]),
            (["id": 0, "10": 0, "2": 0], ["id", "10", "2"]),
            (["10": 0, "1234567890123456": 0, "2": 0], ["10", "1234567890123456", "2"]), ([:], []),
        ]
        for (value, keys) in table { #expect(MemberOrder.members(of: value).map(\.key) == keys) }
    }

    @Test(arguments: ["1", "-1.5", "\"a\"", "true", "null", "[1]", "{\"n\":1}", "{\"n\":[1]}", "{\"m\":2,\"n\":1}"])
    func `An element is recognized by an id that is a text, a number, or an object with one`(id: String) throws {
        let id = try Tree(parsing: id)
        let list = Tree(elements: [["id": "x", "n": 1], ["id": id, "n": 1]])
        let other = Tree(elements: [["id": id, "n": 2], ["id": "x", "n": 2]])
        let kinds = Set(StateDifference(from: list, to: other).changes.map(\.kind))
        let isIdentity =
            switch id {
            case .string, .integer, .double: true
            case .object: id == ["n": 1]
            default: false
            }
        #expect(kinds.contains(.move) == isIdentity)
    }

    @Test func `Elements with ids are compared by id`() throws {
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
        let edited = try #require(group.changes.first { !$0.inner.isEmpty })
        #expect(edited.inner == [Change(.replace, ["list", "3", "n"], old: "d", new: "D")])
    }

    @Test func `A replaced object is one change`() throws {
        let old: Tree = ["article": ["id": "a", "title": "A"]]
        let new: Tree = ["article": ["id": "b", "title": "B"]]
        let change = Change(.replace, ["article"], old: old[["article"]], new: new[["article"]])
        #expect(StateDifference(from: old, to: new).groups.map(\.changes) == [[change]])
    }

    @Test func `An object is named by its title, name, id or message`() {
        let table: [(Tree, String?)] = [
            (["id": 1, "name": "n", "title": "t"], "t"), (["id": 1, "name": "n", "title": .null], "n"),
            (["id": 1.5, "message": "m"], "1.5"), (["message": "m"], "m"), (["id": true, "other": "o"], nil),
            ("t", nil),
        ]
        for (value, label) in table { #expect(MemberOrder.label(of: value) == label) }
    }
}

extension ChangeList {
    /// The changes of a difference, for applying them independently of the code that found them.
    init(_ difference: StateDifference) {
        self.init(
            difference.changes.map { change in
                Entry(
                    op: change.kind.rawValue,
                    pointer: change.pointer,
                    source: change.source,
                    old: change.old,
                    new: change.new
                )
            }
        )
    }
}
