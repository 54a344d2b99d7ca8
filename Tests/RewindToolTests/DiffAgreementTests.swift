import RewindTree
import Subprocess
import TestSupport
import Testing

/// The text, the JSON and the exit status of `rewind diff` report the same changes.
@Suite(.timeLimit(.minutes(10))) struct DiffAgreementTests {
    /// A change as shown on a line of text.
    private struct Fact: Hashable {
        let sign: Character
        let pointer: String
        let source: String?
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...12))
    func `Text, JSON and exit status agree, and the changes lead to the other state`(
        seed: UInt64
    ) async throws {
        var states = RandomStates(seed: seed)
        let sample = BranchingSession(states: states.states(count: 30))
        let folder = TemporaryFolder()
        try sample.write(to: folder.file("a.rewind"))
        for _ in 0..<15 {
            let (from, to) = (states.random.below(30), states.random.below(30))
            let pointer = states.random.pick(["", "", "/list", "/box"])
            let (old, new) = (sample.states[from], sample.states[to])
            let isSame = try old[Pointer(parsing: pointer)] == new[Pointer(parsing: pointer)]
            let command = ["diff", "a.rewind", "\(from)", "\(to)"] + (pointer.isEmpty ? [] : [pointer])
            let text = try await Tool.run(command + ["--full", "--exit-code"], in: folder)
            let json = try await Tool.run(command + ["--json", "--exit-code"], in: folder)
            #expect(text.status == .exited(isSame ? 0 : 1) && json.status == text.status)
            let list = try ChangeList(#require(try Tree(parsing: json.output).child("changes")))
            #expect(
                try list.applied(to: old)?[Pointer(parsing: pointer)] == new[Pointer(parsing: pointer)],
                "\(json.output) \(old.text) \(new.text)"
            )
            let found = try Self.facts(in: text.output)
            let expected = Self.facts(of: list)
            #expect(Set(found.keys) == Set(expected.keys), "\(text.output) \(json.output)")
            for (fact, value) in expected {
                if let value { #expect(found[fact] == value, "\(fact) \(text.output)") }
            }
        }
    }

    /// Returns the changes with the texts of their values; nil for values that a line abbreviates.
    private static func facts(of list: ChangeList) -> [Fact: String?] {
        let facts = list.entries.map { entry -> (Fact, String?) in
            let values = [entry.old, entry.new].compactMap(\.self)
            let isBrief = values.contains(where: \.isContainer)
            let text = (entry.op == "replace" ? values : Array(values.suffix(1))).map(\.text).joined(separator: " → ")
            let sign: [String: Character] = ["add": "+", "remove": "-", "replace": "~", "move": ">"]
            return (
                Fact(
                    sign: sign[entry.op] ?? "?",
                    pointer: entry.pointer == .root ? "(root)" : entry.pointer.description,
                    source: entry.source?.tokens.last
                ), isBrief ? nil : text
            )
        }
        return Dictionary(facts) { first, _ in first }
    }

    /// Returns the changes that a text reports, without the members of added and removed values.
    private static func facts(in text: String) throws -> [Fact: String] {
        var facts: [Fact: String] = [:]
        var (group, holder, holderFact): (String, String?, Fact?) = ("", nil, nil)
        for line in text.split(separator: "\n") {
            guard let match = line.wholeMatch(of: /( *)([+~>-]) (?:(\d+) → )?(\S+)  (.*)/) else {
                let header = try #require(
                    line.wholeMatch(of: /(\(root\)|\/\S*)  .*\d+ (added|removed|moved|changed).*/)
                )
                (group, holder) = (header.1 == "(root)" ? "" : String(header.1), nil)
                continue
            }
            let (sign, source, name, value) = (try #require(match.2.first), match.3.map(String.init), match.4, match.5)
            switch match.1.count {
            case 0: holder = String(name)
            case 2: holder = "\(group)/\(name)"
            default:
                // The parts of an added or removed element are not changes.
                guard let holder, let own = holderFact, own.sign == "~" || own.sign == ">" else { continue }
                if own.sign == "~" { facts[own] = nil }
                facts[Fact(sign: sign, pointer: "\(holder)/\(name)", source: source)] = String(value)
                continue
            }
            let fact = Fact(sign: sign, pointer: holder ?? "", source: source)
            (facts[fact], holderFact) = (String(value), fact)
        }
        return facts
    }
}

/// Random states whose texts a test can parse: short names and values, elements with and without ids.
private struct RandomStates {
    var random: SplitMix64
    private var nextID = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func states(count: Int) -> [Tree] {
        var states: [Tree] = []
        for _ in 0..<count {
            var state = states.last ?? ["list": elements(depth: 2), "box": object(depth: 3)]
            for _ in 0..<random.below(4) { state = edited(state) }
            // Both states have a value at each pointer that the test asks for.
            states.append(Tree(members: ["list", "box"].map { ($0, state.child($0) ?? object(depth: 2)) }))
        }
        return states
    }

    private mutating func value(depth: Int) -> Tree {
        switch depth > 0 ? random.below(6) : 0 {
        case 4: return Tree(elements: (0..<random.below(5)).map { _ in value(depth: depth - 1) })
        case 5: return object(depth: depth)
        case 3: return elements(depth: depth - 1)
        default: return random.pick([.integer(Int64(random.below(50))), "word", "other", true, false, .null])
        }
    }

    private mutating func object(depth: Int) -> Tree {
        Tree(
            members: (0..<random.below(6)).map { _ in
                (random.pick(["a", "b", "c", "name", "id"]), value(depth: depth - 1))
            }
        )
    }

    private mutating func elements(depth: Int) -> Tree {
        Tree(elements: (0..<random.below(8)).map { _ in element(depth: depth) })
    }

    private mutating func element(depth: Int) -> Tree {
        nextID += 1
        return ["id": .integer(Int64(nextID)), "n": value(depth: 0), "tags": value(depth: depth)]
    }

    private mutating func edited(_ tree: Tree) -> Tree {
        switch tree {
        case .array(let array) where !array.isEmpty:
            var elements = array.elements
            let index = random.below(elements.count)
            switch random.below(5) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(elements[0].identity == nil ? value(depth: 1) : element(depth: 1), at: index)
            case 2: elements.insert(elements.remove(at: index), at: random.below(elements.count + 1))
            default: elements[index] = edited(elements[index])
            }
            return Tree(elements: elements)
        case .object(let object) where !object.keys.isEmpty:
            var members = Array(zip(object.keys, object.values))
            let index = random.below(members.count)
            switch random.below(6) {
            case 0: members.remove(at: index)
            case 1: members.append((random.pick(["a", "b", "c"]), value(depth: 2)))
            default: members[index].1 = edited(members[index].1)
            }
            return Tree(members: members)
        default: return value(depth: 2)
        }
    }
}
