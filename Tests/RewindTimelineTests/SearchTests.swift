import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct SearchTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func finds(
        _ text: String,
        _ kinds: Set<TextFind.Kind>,
        limit: Int = .max,
        scan: LogScan = LogScan()
    ) throws -> [TextFind] {
        try finds(TextPattern(text), kinds, limit: limit, scan: scan)
    }

    private func finds(
        _ pattern: TextPattern,
        _ kinds: Set<TextFind.Kind>,
        limit: Int = .max,
        scan: LogScan = LogScan()
    ) throws -> [TextFind] {
        var finds: [TextFind] = []
        try SessionReader(opening: url).forEachFind(of: pattern, kinds: kinds, scan: scan) { find in
            finds.append(find)
            return finds.count < limit
        }
        return finds
    }

    /// Returns the expected finds, from whole payloads and patches without chunks.
    private func expected(_ text: String, _ kinds: Set<TextFind.Kind>, in session: BranchingSession) -> [TextFind] {
        expected(kinds, in: session) { other in
            // Byte by byte: precomposed and decomposed characters differ here.
            let isLower = !text.contains(where: \.isUppercase)
            let (haystack, needle) = isLower ? (other.lowercased(), text.lowercased()) : (other, text)
            return Data(haystack.utf8).range(of: Data(needle.utf8)) != nil
        }
    }

    private func expected(
        _ kinds: Set<TextFind.Kind>,
        in session: BranchingSession,
        where matches: (String) -> Bool
    ) -> [TextFind] {
        func inside(_ tree: Tree, _ seq: Int, _ part: TextFind.Part, _ pointer: Pointer) -> [TextFind] {
            switch tree {
            case .array(let array):
                return array.elements.enumerated().flatMap { inside($1, seq, part, pointer.appending($0)) }
            case .object(let object):
                return zip(object.keys, object.values).flatMap { key, value in
                    let inner = pointer.appending(key)
                    let find = TextFind(seq: seq, part: part, kind: .key, pointer: inner, value: .string(key))
                    return (kinds.contains(.key) && matches(key) ? [find] : []) + inside(value, seq, part, inner)
                }
            case .null: return []
            default:
                var string = tree.text
                if case .string(let text) = tree { string = text }
                guard kinds.contains(.value), matches(string) else { return [] }
                return [TextFind(seq: seq, part: part, kind: .value, pointer: pointer, value: tree)]
            }
        }
        var finds = inside(session.states[0], 0, .state, .root)
        for record in session.records {
            if kinds.contains(.type), matches(record.type) {
                let type = Tree.string(record.type)
                finds.append(TextFind(seq: record.seq, part: .type, kind: .type, pointer: .root, value: type))
            }
            if let payload = record.payload { finds += inside(payload, record.seq, .payload, .root) }
            for operation in record.patch?.operations ?? [] {
                let (path, value): (Pointer, Tree?) =
                    switch operation {
                    case .add(let path, let value), .replace(let path, let value): (path, value)
                    case .remove(let path), .move(_, let path), .copy(_, let path): (path, nil)
                    case .test: (.root, nil)
                    }
                if kinds.contains(.key), let key = path.tokens.last, matches(key) {
                    let key = Tree.string(key)
                    finds.append(TextFind(seq: record.seq, part: .patch, kind: .key, pointer: path, value: key))
                }
                if let value { finds += inside(value, record.seq, .patch, path) }
            }
        }
        return finds
    }

    private static let texts = [
        "a", "id", "1", "x", "LONG", "long é", "É", "é", "\"", "$chunk", "true", "line\nb", "~",
    ]

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...4))
    func `A search finds the same as a look at every value`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 80)
        try session.write(to: url)
        for text in Self.texts {
            for kinds: Set<TextFind.Kind> in [[.key], [.value], [.type], [.key, .value, .type]] {
                let expected = expected(text, kinds, in: session)
                for scan in [LogScan(width: 1), LogScan(width: 3, lengths: 4...16)] {
                    #expect(try finds(text, kinds, scan: scan) == expected, "\(text) in \(kinds)")
                }
            }
        }
    }

    private static let expressions = [
        "a", "^a", "[0-9]+$", "l.ng", "LONG", "lo(ng|st) ?é*", "x{2}", #"\d"#, "i?d", #"é|""#,
        "(?s)line.b",
        "n+g", "tr?ue", #"\u00e9"#, "^[^a-z]*$", "É", "lon?g",
    ]

    @Test(
        arguments: Thoroughness.first(1, of: UInt64(1)...4)
    )
    func `A search for a regular expression agrees with another engine`(seed: UInt64) throws {
        let session = BranchingSession(seed: seed, count: 30)
        try session.write(to: url)
        for text in Self.expressions {
            let ignoresCase = !text.replacing(#/\\./#, with: "").contains(where: \.isUppercase)
            let other = try Regex(text.replacing(#"\u00e9"#, with: "é")).matchingSemantics(.unicodeScalar)
                .ignoresCase(ignoresCase)
            for kinds: Set<TextFind.Kind> in [[.key], [.key, .value, .type]] {
                let found = try finds(TextPattern(RegularExpression(text)), kinds)
                let expected = expected(kinds, in: session) { $0.firstMatch(of: other) != nil }
                // A macro argument would print both values, which are long.
                let isSame = found == expected
                #expect(isSame, "\(text) in \(kinds.map(\.rawValue))")
            }
        }
    }

    @Test func `A search finds reducers' errors and the places of dispatches`() throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState([:])
            var record = ActionRecord(seq: 1, parent: 0, at: 0, type: "A", patch: Patch([]), status: .failed)
            (record.error, record.origin) = ("No such stock", "Stocks.swift:7")
            try transaction.append(record, state: [:])
        }
        try writer.close()
        let error = TextFind(seq: 1, part: .error, kind: .value, pointer: .root, value: "No such stock")
        let origin = TextFind(seq: 1, part: .origin, kind: .origin, pointer: .root, value: "Stocks.swift:7")
        #expect(try finds("stock", [.value, .origin]) == [error, origin])
        #expect(try finds("stock", [.value, .origin], limit: 1) == [error])
        #expect(try finds("stock", TextFind.Kind.usual) == [error])
        #expect(try finds("stock", [.key, .type]) == [])
    }

    @Test func `A search stops when its limit is reached`() throws {
        try BranchingSession(parents: Array(0..<50)).write(to: url)
        #expect(try finds("n", [.key], limit: 3).map(\.seq) == [0, 1, 2])
    }

    @Test func `A search does not follow a cycle of chunks`() throws {
        let big = Tree.string(String(repeating: "t", count: 2_000))
        try BranchingSession(states: [["a": big], ["a": [big]]]).write(to: url)
        try SQL.execute("UPDATE chunk SET body = '[{\"$chunk\":' || id || '}]'", in: url)
        #expect(throws: SessionError.damaged(path: url.path, .chunkCycle(id: 2))) { try finds("t", [.value]) }
    }

    @Test(
        arguments: [
            ("swift", "Swift", true), ("Swift", "swift", false), ("Swift", "a Swift", true), ("é", "É", true),
            ("É", "é", false), ("straße", "STRASSE", false), ("x", "", false), ("k", "\u{212A}", false),
            ("aab", "aaab", true),
        ]
    )
    func `Case matters only if the text has capital letters`(text: String, other: String, isThere: Bool) {
        #expect(TextPattern(text).matches(other) == isThere)
    }

    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `Escapes in JSON do not hide a match`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let letters = ["a", "B", "u", "n", "0", "\\", "\"", "/", "\n", "\t", "\u{1}", "\u{7f}", "é", "🙂"]
        for _ in 0..<300 {
            let text = (0..<12).map { _ in random.pick(letters) }
            let start = random.below(12)
            let needle = text[start..<min(12, start + 1 + random.below(3))].joined()
            let whole = text.joined()
            let all = whole.utf16.map { String(format: "\\u%04x", $0) }.joined()
            for json in [Tree.string(whole).text, "\"\(all)\""] {
                let mayMatch = Array(json.utf8).withUnsafeBytes { TextPattern(needle).mayMatch(json: $0) }
                #expect(mayMatch, "\(needle) in \(json)")
            }
            let nothing = Array(Tree.string(whole).text.utf8).withUnsafeBytes {
                TextPattern("zz").mayMatch(json: $0)
            }
            #expect(!nothing || whole.unicodeScalars.contains { $0.value < 0x20 || $0.value > 0x7E })
        }
    }
}
