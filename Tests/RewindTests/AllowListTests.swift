import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import Rewind

/// Decides for each path by itself what an allow-list keeps, without looking at the others.
private struct AllowListOracle {
    let pointers: [[String]]
    let masks: Masks
    private var texts: [String: Tree] = [:]
    private var masksOfValues: [Tree: String] = [:]

    init(_ pointers: [[String]], _ masks: Masks) {
        (self.pointers, self.masks) = (pointers, masks)
    }

    /// Checks what a value at a path has become.
    mutating func check(_ plain: Tree, _ actual: Tree, at path: [String] = []) {
        let through = pointers.filter { $0.count >= path.count && Self.match($0.prefix(path.count), path) }
        if pointers.contains(where: { $0.count <= path.count && Self.match($0[...], path.prefix($0.count)) }) {
            #expect(actual == plain, "\(path)")
            return
        }
        switch (plain, actual) {
        case (.null, _), (.string(""), _): #expect(actual == plain)
        case (.array(let node), _) where node.isEmpty: #expect(actual == plain)
        case (.object(let node), _) where node.keys.isEmpty: #expect(actual == plain)
        case (.array(let node), .array(let other)) where !through.isEmpty:
            #expect(node.count == other.count)
            for (index, pair) in zip(node, other).enumerated() {
                check(pair.0, pair.1, at: path + [String(index)])
            }
        case (.object(let node), .object(let other)) where !through.isEmpty:
            #expect(node.keys.count == other.keys.count)
            let next = through.map { $0[path.count] }
            for (key, value) in zip(node.keys, node.values) {
                let isNamed = next.contains { $0 != "*" && $0.utf8.elementsEqual(key.utf8) }
                let isKept = isNamed || !next.contains("*") || key.isEmpty
                guard let found = other[isKept ? key : masks.mask(key.utf8)] else {
                    Issue.record("\(path) has no \(key)")
                    continue
                }
                check(value, found, at: path + [key])
            }
        default:
            guard case .string(let mask) = actual, Masks.isMask(mask) else {
                Issue.record("\(path) is not masked")
                return
            }
            // A number has the mask of its text.
            let value = plain.isContainer ? plain : .string(plain.string ?? plain.text)
            #expect(masksOfValues[value, default: mask] == mask && texts[mask, default: value] == value)
            (masksOfValues[value], texts[mask]) = (mask, value)
        }
    }

    private static func match(_ pointer: ArraySlice<String>, _ path: some Collection<String>) -> Bool {
        zip(pointer, path).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1.utf8) }
    }
}

extension Tree {
    fileprivate func at(_ pointer: String) -> Tree? {
        self[Pointer(pointer.split(separator: "/").map(String.init))]
    }
}

@Suite struct AllowListTests {
    private let masks = Masks(key: [1])

    /// Returns a pointer to a random value, or to none, with some tokens replaced by `*`.
    private func pointer(in tree: Tree, _ random: inout SplitMix64) -> [String] {
        var (tokens, tree) = ([String](), tree)
        while random.below(5) > 0 {
            let key: String
            switch tree {
            case .array(let node) where !node.isEmpty: key = String(random.below(node.count))
            case .object(let node) where !node.keys.isEmpty: key = random.pick(node.keys)
            default:
                if random.below(4) == 0 { tokens.append("missing") }
                return tokens
            }
            tokens.append(random.below(3) == 0 ? "*" : key)
            guard let next = tree[Pointer([key])] else { break }
            tree = next
        }
        return tokens
    }

    @Test(arguments: Thoroughness.first(30, of: 0..<1_000))
    func `What an allow-list keeps depends on the value alone, also after other values`(seed: UInt64) {
        var source = RandomTree(seed: seed)
        var value = source.tree(depth: 6)
        let pointers = (0..<source.random.below(5)).map { _ in pointer(in: value, &source.random) }
        func makeMasking() -> PointerMasking {
            PointerMasking(.others, PointerPlace(pointers.map { $0[...] }), masks)
        }
        var (masking, oracle) = (makeMasking(), AllowListOracle(pointers, masks))
        for _ in 0..<8 {
            let masked = masking.masked(value)
            var fresh = makeMasking()
            #expect(masked == fresh.masked(value))
            oracle.check(value, masked)
            value = source.edited(value)
        }
    }

    @Test(arguments: Thoroughness.first(10, of: 0..<300))
    func `Masked and kept pointers select the same values`(seed: UInt64) {
        var source = RandomTree(seed: seed)
        let value = source.tree(depth: 6)
        let place = PointerPlace((0..<4).map { _ in pointer(in: value, &source.random)[...] })
        var (listed, others) = (PointerMasking(.listed, place, masks), PointerMasking(.others, place, masks))
        // Whatever one of them leaves, the other masks.
        let nothing = others.masked(listed.masked(value))
        var scalars: [Tree] = []
        func collect(_ tree: Tree) {
            switch tree {
            case .array(let node): node.forEach(collect)
            case .object(let node): node.values.forEach(collect)
            default: scalars.append(tree)
            }
        }
        collect(nothing)
        #expect(scalars.allSatisfy { $0 == .null || $0 == "" || $0.string.map { Masks.isMask($0) } == true })
    }

    private struct Row: Codable {
        var id: Int
        var name = "name"
        var tags = ["a", "b"]
    }

    private struct State: Codable {
        var screen = "home"
        var rows = (0..<1_000).map { Row(id: $0) }
        var others = (0..<1_000).map { Row(id: $0) }
        var contacts = ["anna@example.com": Row(id: 1), "bob@example.com": Row(id: 2)]
        var note: String?
        var password = "secret"
    }

    private func encoder(_ redaction: Redaction) -> PayloadEncoder {
        PayloadEncoder(masking: Masking(redaction, masks))
    }

    @Test func `A change of one element is one change, and everything else is shared`() throws {
        var encoder = encoder(.only(pointers: "/screen", "/rows/*/id", "/rows/*/tags/0"))
        var state = State()
        let first = try encoder.tree(of: state)
        state.rows[500].name = "other"
        let second = try encoder.tree(of: state)
        #expect(second.patch(from: first).operations.map { "\($0.path)" } == ["/rows/500/name"])
        let (old, new) = try (#require(first.at("/rows/499")), #require(second.at("/rows/499")))
        #expect(new.isIdentical(to: old))
        #expect(new.at("/id") == .integer(499) && new.at("/tags/0") == "a")
        state.others[3].name = "other"
        let third = try encoder.tree(of: state)
        #expect(third.patch(from: second).operations.map { "\($0.path)" } == ["/others"])
        state.others[3].name = "name"
        #expect(try encoder.tree(of: state) == second)
    }

    @Test func `A state with more elements than the cache has is not masked again each time`() throws {
        let rows = (0..<30_000).map { Tree(members: [("id", .integer($0)), ("name", "a")]) }
        var masking = PointerMasking(.others, PointerPlace([["*", "id"][...]]), masks)
        var (elements, last, renewed) = (rows, masking.masked(Tree(elements: rows)), 0)
        for index in 1..<20 {
            elements[index] = ["id": 0]
            let next = masking.masked(Tree(elements: elements))
            if let old = last.at("/0"), next.at("/0")?.isIdentical(to: old) != true { renewed += 1 }
            last = next
        }
        #expect(renewed <= 1)
    }

    @Test func `Keys of a dictionary are masked unless a pointer names them, and the others of an object stay`() throws
    {
        var all = encoder(.only(pointers: "/contacts/*/id"))
        let contacts = try #require(try all.tree(of: State()).at("/contacts"))
        guard case .object(let object) = contacts else { return #expect(contacts.isContainer) }
        #expect(object.keys.allSatisfy { Masks.isMask($0) })
        #expect(Set(object.values.compactMap { $0.at("/id") }) == [1, 2])
        var one = encoder(.only(pointers: "/contacts/*/id", "/contacts/anna@example.com/name"))
        let masked = try one.tree(of: State())
        #expect(masked.at("/contacts/anna@example.com")?.at("/id") == 1)
        #expect(masked.at("/contacts/bob@example.com") == nil)
        let keys = ["contacts", "others", "password", "rows", "screen"]
        guard case .object(let root) = masked else { return #expect(masked.isContainer) }
        #expect(root.keys == keys)
    }

    @Test func `The standard rules and added ones apply to what is kept, and no shown key keeps what is not`() throws {
        let redaction = Redaction.only(pointers: "/password", "/rows", "/contacts")
            .masking(keys: "tags").masking(pointers: "/contacts/*/name").showing(keys: "screen")
        var encoder = encoder(redaction)
        let masked = try encoder.tree(of: State())
        for path in ["/password", "/screen", "/rows/0/tags", "/contacts/anna@example.com/name"] {
            #expect(Masks.isMask(masked.at(path)?.string ?? ""), "\(path)")
        }
        #expect(masked.at("/rows/0/name") == "name")
        #expect(
            Array(redaction.rules.prefix(4)) == ["everything", "except /password", "except /rows", "except /contacts"]
        )
        #expect(
            Redaction.only(payloads: "Search/text", "Cart.*").rules.prefix(3) == [
                "everything", "except payload Search/text", "except payload Cart.*",
            ]
        )
        #expect(Redaction.only().rules.first == "everything")
    }

    @Test func `Without a pointer, a state and a payload are one mask each`() throws {
        struct Empty: Codable {}
        var encoder = encoder(.only())
        #expect(Masks.isMask(try encoder.tree(of: State()).string ?? ""))
        #expect(Masks.isMask(encoder.payload(of: Row(id: 1)).tree.string ?? ""))
        #expect(encoder.payload(of: Empty()).tree == Tree(members: []))
        #expect(encoder.payload(of: true).tree != true)
    }

    private enum Cart: Codable {
        case add(Row)
        case remove(id: Int)
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description = "no access for anna@example.com"
    }

    @Test func `Payloads keep what their type's rules list, with the names of the cases`() throws {
        var encoder = encoder(
            .only(payloads: "AllowListTests.Cart.add/add/_0/id", "*Row/tags", "Array<*>/*/id", "Other")
        )
        let add = encoder.payload(of: Cart.add(Row(id: 7)))
        #expect(add.type.hasSuffix("Cart.add"))
        #expect(add.tree.at("/add/_0/id") == 7)
        #expect(Masks.isMask(add.tree.at("/add/_0/name")?.string ?? ""))
        let remove = encoder.payload(of: Cart.remove(id: 7))
        #expect(remove.type.hasSuffix("Cart.remove") && Masks.isMask(remove.tree.string ?? ""))
        let row = encoder.payload(of: Row(id: 7))
        #expect(Masks.isMask(row.tree.at("/id")?.string ?? ""))
        #expect(row.tree.at("/tags")?.isContainer == true)
        let rows = encoder.payload(of: [Row(id: 7)])
        #expect(rows.tree.at("/0/id") == 7 && Masks.isMask(rows.tree.at("/0/tags")?.string ?? ""))
        let error = encoder.text(of: Refusal())
        #expect(error.hasPrefix(TypeName.of(Refusal.self) + ": ‹masked ") && !error.contains("anna"))
    }

    @Test func `No picture is recorded with an allow-list`() throws {
        let folder = TemporaryFolder()
        var options = RecorderOptions()
        options.redaction = .only(pointers: "/screen")
        let recorder = try Recorder<State>(recordingTo: folder.session(), options: options)
        recorder.screenshot(Data("picture".utf8))
        recorder.note("note")
        recorder.close()
        let session = try Timeline(opening: folder.session()).session
        #expect(try session.facts()["redaction"]?.hasPrefix("everything, except /screen, key password") == true)
        #expect(try session.effectCount() == 1)
    }
}
