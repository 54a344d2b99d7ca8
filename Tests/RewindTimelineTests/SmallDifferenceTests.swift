import RewindTimeline
import RewindTree
import TestSupport
import Testing

/// Differences are as small as the change, in what is shown and in what is stored.
@Suite struct SmallDifferenceTests {
    private typealias Kinds = [Change.Kind: Int]

    private static func counts(_ kinds: [Change.Kind]) -> Kinds {
        Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    }

    private static func shown(_ old: Tree, _ new: Tree) -> Kinds {
        counts(StateDifference(from: old, to: new).changes.map(\.kind))
    }

    private static func stored(_ old: Tree, _ new: Tree) -> Kinds {
        counts(
            new.patch(from: old).operations.map { operation in
                switch operation {
                case .add: .add
                case .remove: .remove
                case .move: .move
                case .replace, .copy, .test: .replace
                }
            }
        )
    }

    /// Checks that the changes lead from one value to the other, independently of the code that found them.
    private static func check(_ old: Tree, _ new: Tree) throws {
        #expect(ChangeList(StateDifference(from: old, to: new)).applied(to: old) == new, "\(old.text) \(new.text)")
        #expect(try old.applying(new.patch(from: old)) == new, "\(old.text) \(new.text)")
    }

    // MARK: Published cases

    private struct Case: CustomTestStringConvertible {
        let testDescription: String
        let old: Tree
        let new: Tree
        let changes: Int

        init(_ name: String, _ old: [Tree], _ new: [Tree], changes: Int) {
            testDescription = name
            (self.old, self.new) = (["v": Tree(elements: old)], ["v": Tree(elements: new)])
            self.changes = changes
        }
    }

    private static func row(_ key: String, _ number: Int, id: String? = nil) -> Tree {
        var members: [(String, Tree)] = [
            ("n", .integer(Int64(number))), ("text", .string("the text of the row \(key)")),
            ("kind", .string(String(repeating: "the kind of a row ", count: 8))),
        ]
        if let id { members.append((id, .string(key))) }
        return Tree(members: members)
    }

    private static func pairs(_ count: Int, value: (Int) -> Tree) -> [Tree] {
        (0..<count).flatMap { [.string("key \($0)"), value($0)] }
    }

    private static func changed(_ elements: [Tree], _ edits: (inout [Tree]) -> Void) -> [Tree] {
        var elements = elements
        edits(&elements)
        return elements
    }

    private static func edited(
        _ elements: [Tree],
        at index: Int,
        to element: Tree,
        _ edit: (inout [Tree]) -> Void
    ) -> [Tree] {
        changed(elements) {
            $0[index] = element
            edit(&$0)
        }
    }

    private static let cases: [Case] = {
        var cases: [Case] = []
        let values: [(String, (Int) -> Tree)] = [
            ("rows", { row("r\($0)", $0) }), ("rows with an id", { row("r\($0)", $0, id: "id") }),
            ("numbers", { .integer(Int64($0 % 3)) }), ("flags", { .bool($0 % 2 == 0) }),
            ("texts", { .string("the value \($0 % 3)") }), ("lists", { [.integer(Int64($0))] }),
        ]
        for count in [4, 400] {
            for (name, value) in values {
                let old = pairs(count, value: value)
                let more: [Tree] = ["key z", value(0)]
                let last = 2 * count - 1
                let name = "\(count) keys and values, \(name)"
                cases += [
                    Case("\(name): one inserted in front", old, more + old, changes: 2),
                    Case("\(name): one changed", old, changed(old) { $0[3] = value(3 * count + 2) }, changes: 2),
                    Case(
                        "\(name): one inserted in front, the last changed",
                        old,
                        more + changed(old) { $0[last] = value(3 * count + 2) },
                        changes: 4
                    ),
                    Case("\(name): one removed", old, changed(old) { $0.removeSubrange(2..<4) }, changes: 2),
                ]
            }
        }
        for name in ["id", "_id", "uuid", "key", "slug"] {
            let old = (0..<6).map { row("r\($0)", $0, id: name) }
            let edited = changed(old) { $0[5] = row("r5", 99, id: name) }
            cases += [
                Case("rows named by \(name)", old, [row("z", 0, id: name)] + edited, changes: 2),
                Case(
                    "rows named by \(name), moved and edited",
                    old,
                    [row("r5", 99, id: name)] + old.dropLast(),
                    changes: 2
                ),
            ]
        }
        let numbers = (1...5).map { Tree.integer($0) }
        let lines = (0..<10).map { Tree.string("line \($0) of the text") }
        let rows = (0..<6).map { row("r\($0)", $0) }
        let withoutOneID = (0..<6).map { number -> Tree in
            ["id": number == 2 ? .null : .integer(Int64(number)), "b": .string("text \(number)")]
        }
        let choices = (0..<6).map { number -> Tree in
            number % 2 == 0 ? ["image": ["url": .string("u\(number)")]] : ["text": ["_0": .string("t\(number)")]]
        }
        let many = (0..<50_000).map { Tree.integer(Int64($0)) }
        cases += [
            Case("numbers", numbers, [0] + numbers.dropLast() + [6], changes: 2),
            Case("lines", lines, edited(lines, at: 7, to: "another") { $0.insert("new", at: 3) }, changes: 2),
            Case("rows without an id", rows, edited(rows, at: 5, to: row("r5", 9)) { $0.removeFirst() }, changes: 2),
            Case(
                "rows of which one has no id",
                withoutOneID,
                edited(withoutOneID, at: 5, to: ["id": 5, "b": "new"]) { $0.removeFirst() },
                changes: 2
            ),
            Case(
                "cases of an enum",
                choices,
                edited(choices, at: 5, to: ["text": ["_0": "new"]]) { $0.removeFirst() },
                changes: 2
            ),
            Case("texts inserted apart", ["a", "b", "c"], ["x", "a", "b", "y", "c", "z"], changes: 3),
            Case("one of 50,000 removed", many, changed(many) { $0.remove(at: 20) }, changes: 1),
            Case(
                "one of 50,000 removed, one changed",
                many,
                edited(many, at: 9, to: 0) { $0.remove(at: 20) },
                changes: 2
            ),
        ]
        return cases
    }()

    @Test(arguments: cases) private func `A difference is as small as the change`(_ one: Case) throws {
        try Self.check(one.old, one.new)
        let changes = StateDifference(from: one.old, to: one.new).changes
        #expect(changes.count <= one.changes, "\(changes.prefix(9))")
    }

    @Test func `Null that stays null is no change`() {
        #expect(StateDifference(from: .null, to: .null).isEmpty)
        #expect(Tree.null.patch(from: .null).isEmpty)
    }

    // MARK: Random arrays

    /// Returns the length of the shortest script of additions and removals, from the table of all prefixes.
    private static func editDistance(_ old: [Tree], _ new: [Tree]) -> Int {
        var row = Array(0...new.count)
        for (index, element) in old.enumerated() {
            var next = [index + 1]
            for (position, other) in new.enumerated() {
                next.append(element == other ? row[position] : min(row[position + 1], next[position]) + 1)
            }
            row = next
        }
        return row[new.count]
    }

    @Test(arguments: Thoroughness.first(100, of: 0..<400 as Range<UInt64>))
    func `A difference of small arrays is not longer than the shortest script of additions and removals`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let symbols = 2 + random.below(8)
        func array() -> [Tree] { (0..<random.below(12)).map { _ in .integer(Int64(random.below(symbols))) } }
        let old = array()
        let new = random.below(2) == 0 ? array() : Self.edited(old, &random) { .integer(Int64($0.below(symbols))) }
        let (before, after) = (Tree(elements: old), Tree(elements: new))
        try Self.check(before, after)
        let changes = StateDifference(from: before, to: after).changes
        #expect(changes.count <= Self.editDistance(old, new), "\(before.text) \(after.text)")
    }

    private static func edited(
        _ elements: [Tree],
        _ random: inout SplitMix64,
        _ element: (inout SplitMix64) -> Tree
    ) -> [Tree] {
        var elements = elements
        for _ in 0..<1 + random.below(4) {
            switch random.below(4) {
            case 0: elements.insert(element(&random), at: random.below(elements.count + 1))
            case 1 where !elements.isEmpty: elements.remove(at: random.below(elements.count))
            case 2 where !elements.isEmpty: elements[random.below(elements.count)] = element(&random)
            case 3 where !elements.isEmpty:
                elements.insert(elements.remove(at: random.below(elements.count)), at: random.below(elements.count + 1))
            default: break
            }
        }
        return elements
    }

    // The values are so long, and keep so much, that no patch writes a container as a whole.
    @Test(arguments: ["text", "row", "keys"], Thoroughness.first(25, of: 0..<100 as Range<UInt64>))
    func `The stored patch and the shown changes agree`(kind: String, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func element(_ random: inout SplitMix64) -> Tree {
            let number = random.below(1_000_000)
            return kind == "row" ? Self.row("\(number)", number) : .string("a text of some length, number \(number)")
        }
        func entry(_ random: inout SplitMix64) -> [Tree] { [element(&random), Self.row("", random.below(9))] }
        var old = (0..<40).flatMap { _ in kind == "keys" ? entry(&random) : [element(&random)] }
        for _ in 0..<5 {
            var new = old
            if kind == "keys" {
                let index = 2 * random.below(old.count / 2)
                switch random.below(3) {
                case 0: new.insert(contentsOf: entry(&random), at: index)
                case 1: new.removeSubrange(index..<index + 2)
                default: new[index + 1] = Self.row("", 10)
                }
            } else {
                new = Self.edited(old, &random, element)
            }
            let (before, after): (Tree, Tree) = (["v": Tree(elements: old)], ["v": Tree(elements: new)])
            try Self.check(before, after)
            #expect(Self.shown(before, after) == Self.stored(before, after), "\(after.patch(from: before).tree.text)")
            old = new
        }
    }

    @Test(arguments: Thoroughness.first(50, of: 0..<200 as Range<UInt64>))
    func `Dictionaries as alternating keys and values change by entry`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var old: [Int: Tree] = [:]
        func array(_ entries: [Int: Tree]) -> Tree {
            Tree(elements: entries.sorted { $0.key < $1.key }.flatMap { [.string("key \($0.key)"), $0.value] })
        }
        func value() -> Tree { random.pick([true, false, .null, [], [1], ["n": 1], ["n": 2]]) }
        for _ in 0..<12 { old[random.below(100)] = value() }
        var new = old
        for _ in 0..<random.below(5) { new[random.below(100)] = random.below(5) < 3 ? value() : nil }
        try Self.check(array(old), array(new))
        let most = Set(old.keys).union(new.keys).reduce(0) { count, key in
            switch (old[key], new[key]) {
            case (let before?, let after?): count + (before == after ? 0 : 2)
            default: count + 2
            }
        }
        let changes = StateDifference(from: array(old), to: array(new)).changes
        #expect(changes.count <= most, "\(array(old).text) \(array(new).text)")
    }

    // MARK: Texts

    /// Returns the number of equal characters at the start of two texts, one by one.
    private static func equalCharacters(_ old: some Sequence<Character>, _ new: some Sequence<Character>) -> Int {
        zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.reduce(0) { count, _ in count + 1 }
    }

    @Test(arguments: Thoroughness.first(100, of: 0..<400 as Range<UInt64>))
    func `The changed part of a text is between its equal characters`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = ["a", "b", " ", "é", "e\u{301}", "e", "\r\n", "\n", "長", "い", "👩‍👩‍👧‍👦", "👩", "\0"]
        func text(_ count: Int) -> String { (0..<count).map { _ in random.pick(alphabet) }.joined() }
        let (head, tail) = (text(random.below(30)), text(random.below(30)))
        let (old, new) = (head + text(random.below(4)) + tail, head + text(random.below(4)) + tail)
        let changed = ChangedText(from: old, to: new)
        #expect(Array((changed.head + changed.old + changed.tail).utf8) == Array(old.utf8))
        #expect(Array((changed.head + changed.new + changed.tail).utf8) == Array(new.utf8))
        let start = Self.equalCharacters(old, new)
        #expect(changed.head.count == start)
        let (oldRest, newRest) = (old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
        #expect(changed.tail.count == Self.equalCharacters(oldRest, newRest))
    }

    @Test func `One changed place in a text of 5 MB is found`() {
        let old = String(repeating: "lorem ipsum 長い ", count: 300_000)
        let place = old.utf8.index(old.startIndex, offsetBy: 2_700_000)
        let new = old[..<place] + "CHANGED" + old[place...]
        let changed = ChangedText(from: old, to: String(new))
        #expect(changed.old.isEmpty)
        #expect(changed.new == "CHANGED")
        let (before, after) = BriefValue.pair(.string(old), .string(String(new)), limit: BriefValue.longText)
        #expect(before.skipped == changed.head.count - 200)
        #expect(after.skipped == before.skipped)
        #expect(after.text?.contains("CHANGED") == true)
        #expect(before.text.map { $0.count < 500 } == true)
    }
}
