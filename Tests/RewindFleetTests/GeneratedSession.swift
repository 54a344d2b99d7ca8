#if Fleet

import Foundation
import RewindSession
import RewindTree
import TestSupport

/// A JSON value, with its own reading of pointers and its own comparison, so that a test shares none with the package.
indirect enum GeneratedValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case list([GeneratedValue])
    case object([String: GeneratedValue])

    var tree: Tree {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .integer(Int64(value))
        case .double(let value): .double(value)
        case .text(let text): .string(text)
        case .list(let elements): Tree(elements: elements.map(\.tree))
        case .object(let members): Tree(members: members.map { ($0, $1.tree) })
        }
    }

    func value(at path: some Collection<String>) -> GeneratedValue? {
        guard let token = path.first else { return self }
        let child: GeneratedValue? =
            switch self {
            case .list(let elements): Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            case .object(let members): members[token]
            default: nil
            }
        return child?.value(at: path.dropFirst())
    }

    /// Returns the values at a path in which a number, and `*`, stand for all elements, and for all members with numbers
    /// as keys.
    func values(at path: some Collection<String>) -> [GeneratedValue] {
        guard let token = path.first else { return [self] }
        let children: [GeneratedValue] =
            switch self {
            case .list(let elements) where token == "*" || Int(token) != nil: elements
            case .object(let members) where token == "*" || Int(token) != nil:
                members.filter { Int($0.key) != nil }.sorted { $0.key < $1.key }.map(\.value)
            case .object(let members): members[token].map { [$0] } ?? []
            default: []
            }
        return children.flatMap { $0.values(at: path.dropFirst()) }
    }

    /// Returns the value with another one at a path in objects; with none there for nil.
    func setting(_ path: some Collection<String>, _ value: GeneratedValue?) -> GeneratedValue {
        guard let token = path.first else { return value ?? .null }
        guard case .object(var members) = self else { return self }
        members[token] =
            path.count == 1 ? value : (members[token] ?? .object([:])).setting(path.dropFirst(), value)
        return .object(members)
    }
}

/// A question, as SQL and as a function of a type and a state, with the three truth values of SQL.
indirect enum GeneratedQuestion {
    enum Sign: String, CaseIterable {
        case less = "<"
        case greater = ">"
        case equal = "="
    }

    case compare([String], Sign, GeneratedValue)
    case isNull([String], Bool)
    case isType(String)
    case and(GeneratedQuestion, GeneratedQuestion)
    case or(GeneratedQuestion, GeneratedQuestion)

    var sql: String {
        func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
        func at(_ path: [String]) -> String {
            let tokens = path.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }
            return "at(\(quoted(tokens.joined())))"
        }
        switch self {
        case .compare(let path, let sign, .text(let text)): return "\(at(path)) \(sign.rawValue) \(quoted(text))"
        case .compare(let path, let sign, .double(let value)): return "\(at(path)) \(sign.rawValue) \(value)"
        case .compare(let path, let sign, .int(let value)): return "\(at(path)) \(sign.rawValue) \(value)"
        case .compare(let path, let sign, _): return "\(at(path)) \(sign.rawValue) NULL"
        case .isNull(let path, let isNull): return "\(at(path)) IS \(isNull ? "" : "NOT ")NULL"
        case .isType(let type): return "type = \(quoted(type))"
        case .and(let one, let other): return "(\(one.sql)) AND (\(other.sql))"
        case .or(let one, let other): return "(\(one.sql)) OR (\(other.sql))"
        }
    }

    func holds(_ type: String?, _ state: GeneratedValue) -> Bool? {
        switch self {
        case .compare(let path, let sign, let literal):
            guard let value = state.value(at: path), value != .null, literal != .null else { return nil }
            let (one, other) = (Self.rank(value), Self.rank(literal))
            let isLess = one.class < other.class || one.class == other.class && one.isLess(other)
            let isGreater = one.class > other.class || one.class == other.class && other.isLess(one)
            return switch sign {
            case .less: isLess
            case .greater: isGreater
            case .equal: !isLess && !isGreater
            }
        case .isNull(let path, let isNull): return ((state.value(at: path) ?? .null) == .null) == isNull
        case .isType(let other): return type.map { $0 == other }
        case .and(let one, let other):
            let results = [one, other].map { $0.holds(type, state) }
            return results.contains(false) ? false : results.contains(nil) ? nil : true
        case .or(let one, let other):
            let results = [one, other].map { $0.holds(type, state) }
            return results.contains(true) ? true : results.contains(nil) ? nil : false
        }
    }

    /// Numbers come before texts. Of the text of a container, the first character decides, as no literal begins with it.
    private struct Rank {
        let number: Double
        let text: [UInt8]?

        var `class`: Int { text == nil ? 0 : 1 }

        func isLess(_ other: Rank) -> Bool {
            guard let text, let more = other.text else { return number < other.number }
            return text.lexicographicallyPrecedes(more)
        }
    }

    private static func rank(_ value: GeneratedValue) -> Rank {
        switch value {
        case .null: Rank(number: 0, text: nil)
        case .bool(let value): Rank(number: value ? 1 : 0, text: nil)
        case .int(let value): Rank(number: Double(value), text: nil)
        case .double(let value): Rank(number: value, text: nil)
        case .text(let text): Rank(number: 0, text: Array(text.utf8))
        case .list: Rank(number: 0, text: Array("[".utf8))
        case .object: Rank(number: 0, text: Array("{".utf8))
        }
    }

    static let paths = [
        ["cart", "total"], ["cart", "total"], ["cart", "currency"], ["cart", "items", "0", "qty"], ["cart"], ["user"],
        ["user", "name"], ["a/b", "c~d"], ["byId", "12", "n"], ["byId", "x", "n"], ["price"], ["price"], ["flag"],
        ["", ""], ["none"],
    ]

    private static let textPaths = [["cart", "currency"], ["user"], ["user", "name"], ["", ""]]

    static func random(_ random: inout SplitMix64, depth: Int = 2) -> GeneratedQuestion {
        if depth > 0, random.below(5) < 2 {
            let (one, other) = (self.random(&random, depth: depth - 1), self.random(&random, depth: depth - 1))
            return random.below(2) == 0 ? .and(one, other) : .or(one, other)
        }
        switch random.below(6) {
        case 0: return .isType(random.pick(GeneratedSession.types + ["None"]))
        case 1: return .isNull(random.pick(paths), random.below(2) == 0)
        default:
            let path = random.pick(paths)
            let literal: GeneratedValue =
                switch random.below(12) {
                case 0: .text(random.pick(GeneratedSession.texts))
                case 1: .null
                case 2: .int(random.pick([-1_000, 0, 1, 5_000]))
                case _ where textPaths.contains(path): .text(random.pick(GeneratedSession.texts))
                case 3, 4: .double(Double(random.pick([0, 8, 60, 480, 496])) / 8)
                // Near the ends, as most sessions reach what is between them.
                default: .int(random.pick([-30, -28, -24, 30, 108, 114, 118]) + random.below(3))
                }
            return .compare(path, random.pick(Sign.allCases), literal)
        }
    }
}

/// A session with all its states, made from a seed.
struct GeneratedSession: Sendable {
    static let types = ["ADD", "CLEAR", "it's \"odd\"", "ログイン", "a/b~c"]
    static let texts = ["", "EUR", "EUR2", "it's", "10", "\"quoted\"", "ä\\b", String(repeating: "long", count: 30)]
    static let versions = ["1.0", "1.1", "2.0-beta", nil]
    static let start: Int64 = 1_790_000_000_000_000

    let id: String
    let app: String
    let version, device, os: String?
    let startedAt: Int64
    let isCrashed: Bool
    /// The state before an action n is that at `parents[n - 1]`, and the one after it `states[n]`.
    let parents: [Int]
    let types: [String]
    let states: [GeneratedValue]
    private let patches: [Patch]

    init(_ random: inout SplitMix64) {
        let (one, other) = (String(random.next() | 1 << 63, radix: 16), String(random.next() | 1 << 63, radix: 16))
        id = "\(one.prefix(8))-\(one.dropFirst(8).prefix(4))-4\(one.suffix(3))-8\(other.prefix(3))-\(other.suffix(12))"
        app = random.pick(["Shop", "Shop", "Admin"])
        version = random.pick(Self.versions)
        device = random.pick(["iPhone15,1", "iPad14,3", nil])
        os = random.pick(["iOS 18.1", "iOS 17.0"])
        startedAt = Self.start + Int64(random.below(1_000_000)) * 1_000_000
        isCrashed = random.below(6) == 0
        var states: [GeneratedValue] = [
            .object([
                "cart": .object(["total": .int(0), "currency": .text("EUR"), "items": .list([])]),
                "price": .double(1.5), "a/b": .object(["c~d": .int(1)]), "byId": .object([:]),
                "": .object(["": .text("it's")]),
            ])
        ]
        var (parents, types, patches): ([Int], [String], [Patch]) = ([], [], [])
        for seq in 1...3 + random.below(45) {
            let parent = random.below(12) == 0 ? random.below(seq) : seq - 1
            var state = states[parent]
            for _ in 0..<random.below(3) { state = Self.edited(state, &random) }
            parents.append(parent)
            types.append(random.pick(Self.types))
            patches.append(Self.patch(states[parent], state, &random))
            states.append(state)
        }
        (self.parents, self.types, self.states, self.patches) = (parents, types, states, patches)
    }

    private static func edited(_ state: GeneratedValue, _ random: inout SplitMix64) -> GeneratedValue {
        let number = GeneratedValue.int(random.below(150) - 30)
        switch random.below(11) {
        case 0, 1, 2: return state.setting(["cart", "total"], number)
        case 3:
            let items = (0..<random.below(4)).map { _ in
                GeneratedValue.object(["qty": .int(random.below(5)), "name": .text(random.pick(texts))])
            }
            return state.setting(["cart", "items"], .list(items))
        case 4:
            let member = GeneratedValue.object(["name": .text(random.pick(texts))])
            return state.setting(["user"], random.pick([nil, .null, .text("guest"), member]))
        case 5: return state.setting(["a/b", "c~d"], random.pick([number, .text(random.pick(texts)), .null, nil]))
        case 6:
            let key = random.pick(["12", "7", "0", "x"])
            return state.setting(["byId", key], random.below(3) == 0 ? nil : .object(["n": .int(random.below(40))]))
        case 7: return state.setting(["price"], .double(Double(random.below(500)) / 8))
        case 8: return state.setting(["flag"], random.pick([.bool(true), .bool(false), nil]))
        case 9: return state.setting(["", ""], random.pick([.text(random.pick(texts)), number]))
        default:
            return state.setting(["cart"], .object(["total": number, "currency": .text(random.pick(texts))]))
        }
    }

    /// Returns a patch of the smallest values, of all members of the state, or of the whole state.
    private static func patch(_ old: GeneratedValue, _ new: GeneratedValue, _ random: inout SplitMix64) -> Patch {
        switch (random.below(3), old, new) {
        case (0, _, _): return Patch([.replace(.root, new.tree)])
        case (1, .object(let before), .object(let after)) where before.keys == after.keys:
            return Patch(after.sorted { $0.key < $1.key }.map { .replace([$0.key], $0.value.tree) })
        default: return new.tree.patch(from: old.tree)
        }
    }

    func write(to url: URL) throws {
        var facts = [SessionFact.idKey: id, "app": app, "started_at": String(startedAt)]
        facts["app_version"] = version
        facts["device"] = device
        facts["os"] = os
        if isCrashed { facts[SessionFact.endedByKey] = SessionFact.endedByCrash }
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0].tree)
            for (index, patch) in patches.enumerated() {
                let record = ActionRecord(
                    seq: index + 1,
                    parent: parents[index],
                    at: startedAt + Int64(index),
                    type: types[index],
                    patch: patch
                )
                try transaction.append(record, state: states[index + 1].tree)
            }
        }
        try writer.close()
    }
}

#endif
