import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@testable import RewindCommands

@Suite struct LogGraphTests {
    /// Returns the graph of a session whose actions have these parents, with seqs in place of log lines.
    private static func picture(
        parents: [Int],
        first: Int = 0,
        limit: BranchLayout.Column = 12,
        isReversed: Bool = false
    ) -> [String] {
        let last = first + parents.count
        let actions = zip((first + 1)..., parents)
        let layout = BranchLayout(
            of: actions.filter { $0 != $1 + 1 }.map { (seq: $0, parent: $1) },
            first: first,
            last: last,
            limit: limit
        )
        var graph = LogGraph(layout, isReversed: isReversed)
        let seqs = Array(zip((first + 1)..., parents).map(\.0))
        return (isReversed ? seqs.reversed() : seqs).flatMap { seq in
            graph.advance(to: seq) + ["\(graph.cell(mark: "*")) \(seq)"]
        }
    }

    private static let pictures: [([Int], String)] = [
        ([0, 1, 2], "* 1\n* 2\n* 3"), ([], ""),
        // An undo of two actions, then new ones.
        (
            [0, 1, 2, 3, 2, 5],
            """
            *   1
            *   2
            |\\
            | * 3
            | * 4
            *   5
            *   6
            """
        ),
        // An undo back to the start.
        (
            [0, 1, 0],
            """
            |\\
            | * 1
            | * 2
            *   3
            """
        ),
        // Three branches from one state.
        (
            [0, 1, 1, 1, 4],
            """
            *   1
            |\\
            | * 2
            |\\
            | * 3
            *   4
            *   5
            """
        ),
        // An older branch continues, and a column ends to the left of one that stays.
        (
            [0, 1, 2, 2, 4, 3, 0],
            """
            |\\
            | *   1
            | *   2
            | |\\
            | | * 3
            | * | 4
            | * | 5
            |  /
            | *   6
            *     7
            """
        ),
        // A branch to the left of two others.
        (
            [0, 1, 2, 2, 1, 4, 3],
            """
            *     1
            |\\
            | *   2
            | |\\
            | | * 3
            | * | 4
            * | | 5
             / /
            * |   6
             /
            *     7
            """
        ),
    ]

    @Test(arguments: pictures) func `The graph is drawn as in git`(parents: [Int], expected: String) {
        let lines = expected.isEmpty ? [] : expected.split(separator: "\n").map(String.init)
        #expect(Self.picture(parents: parents) == lines)
    }

    @Test(arguments: Thoroughness.first(50, of: UInt64(1)...200)) func `The lines of a graph lead to the parents`(
        seed: UInt64
    ) throws {
        let parents = Self.parents(seed: seed)
        let picture = Self.picture(parents: parents, limit: 100)
        #expect(try Self.read(picture) == parents)
    }

    @Test(arguments: Thoroughness.first(12, of: UInt64(1)...50))
    func `With the latest action first, the graph is upside down`(seed: UInt64) {
        let parents = Self.parents(seed: seed)
        for limit in [BranchLayout.Column(3), 100] {
            let picture = Self.picture(parents: parents, limit: limit)
            let mirrored = picture.reversed().map { line in
                String(line.map { $0 == "/" ? "\\" : $0 == "\\" ? "/" : $0 })
            }
            // In the reversed log, lines above the first action may follow the last one, where the log ends.
            let below = mirrored.count - (mirrored.lastIndex { $0.hasSuffix(" 1") } ?? 0) - 1
            #expect(Self.picture(parents: parents, limit: limit, isReversed: true) == mirrored.dropLast(below))
        }
    }

    @Test func `Columns that do not fit are merged`() {
        let picture = """
            |\\
            | *   1
            | |\\
            | | * 2
            | | * 3
            | | * 4
            | | * 5
            | | * 6
            | *   7
            *     8
            """
        #expect(Self.picture(parents: [0, 1, 2, 3, 3, 2, 1, 0], limit: 2).joined(separator: "\n") == picture)
        #expect(
            Self.picture(parents: [0, 1, 0, 2], limit: 1) == ["|\\", "| * 1", "| * 2", "* : 3", " /", "*   4"]
        )
    }

    @Test func `A branch in the merged column names its parent`() throws {
        var graph = LogGraph(
            BranchLayout(of: [(5, 3), (6, 2), (7, 1), (8, 0)], first: 0, last: 8, limit: 2),
            isReversed: false
        )
        let lines = LogLines(
            style: TextStyle(isOn: false),
            cursor: 6,
            last: 8,
            columns: .init(width: nil, typeWidth: 1)
        )
        let ends = [0, 1, 2, 3, 3, 2, 1, 0].enumerated().map { index, parent in
            _ = graph.advance(to: index + 1)
            let record = ActionRecord(seq: index + 1, parent: parent, at: 0, type: "A", patch: Patch([]))
            return lines.line(for: record, in: graph).split(separator: "  A  ").map(String.init)
        }
        let time = TimeText().time(0)
        let notes = ends.map { $0[1] }.filter { $0 != "(no change)" }
        #expect(notes == ["(after 3)  (no change)", "(after 2)  (no change)"])
        #expect(ends[3][0] == "| | *   4  \(time)")
        #expect(ends[5][0] == "| | >   6  \(time)")
        #expect(ends[6][0] == "| *     7  \(time)")
    }

    private static let marks: [(ActionRecord.Status, Int, String)] = [
        (.done, 0, "*  "), (.done, 1, ">  "), (.began, 0, "* !"), (.began, 1, "> !"), (.failed, 0, "* !"),
        (.dropped, 1, "> ?"),
    ]

    @Test(arguments: marks) func `The cursor's mark replaces the action's, and the status mark follows`(
        status: ActionRecord.Status,
        cursor: Int,
        marks: String
    ) {
        var graph = LogGraph(BranchLayout(of: [], first: 0, last: 1, limit: 2), isReversed: false)
        #expect(graph.advance(to: 1) == [])
        let lines = LogLines(
            style: TextStyle(isOn: false),
            cursor: cursor,
            last: 1,
            columns: .init(width: nil, typeWidth: 1)
        )
        let record = ActionRecord(seq: 1, parent: 0, at: 0, type: "A", patch: Patch([]), status: status)
        #expect(lines.line(for: record, in: graph) == "\(marks) 1  \(TimeText().time(0))  A  (no change)")
    }

    @Test(arguments: [0, 1, 2]) func `The graph of a hostile session is narrow and takes little time`(kind: Int) {
        let count = Thoroughness.count(20_000, orInFull: 100_000)
        let parents = (1...count).map { seq in
            switch kind {
            // First, each action is undone immediately; then each state gets another branch, from the end back; then
            // parents vary.
            case 0: 0
            case 1: seq <= count / 2 ? seq - 1 : count - seq
            default: seq * 7_919 % seq
            }
        }
        for isReversed in [false, true] {
            let picture = Self.picture(parents: parents, isReversed: isReversed)
            #expect(picture.allSatisfy { $0.count <= 25 + 7 })
            #expect(picture.count <= 3 * count)
        }
    }

    @Test func `A branch from a pruned action has no origin`() {
        #expect(
            Self.picture(parents: [10, 11, 4, 13, 12], first: 10) == ["*   11", "*   12", "| * 13", "| * 14", "*   15"]
        )
    }

    private static func parents(seed: UInt64) -> [Int] {
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let branching = 2 + random(8)
        return (1...(2 + random(60))).map { random(branching) == 0 ? random($0) : $0 - 1 }
    }

    /// Reads the parents from a graph, by following its lines up from each action.
    private static func read(_ picture: [String]) throws -> [Int] {
        let rows = picture.map { Array($0) }
        func sign(_ row: Int, _ place: Int) -> Character {
            row >= 0 && rows[row].indices.contains(place) ? rows[row][place] : " "
        }
        func seq(_ row: Int) -> Int? { picture[row].split(separator: " ").last.flatMap { Int($0) } }
        return try rows.indices.filter { seq($0) != nil }.map { row in
            var row = row
            var place = try #require(rows[row].firstIndex(of: "*"))
            while row > 0 {
                row -= 1
                let ways = [(0, "|"), (0, "*"), (-1, "\\"), (1, "/")].filter { step, stroke in
                    sign(row, place + step) == Character(stroke)
                }
                try #require(ways.count == 1, "\(picture[row])")
                if ways[0].1 == "*" { return try #require(seq(row)) }
                place += 2 * ways[0].0
            }
            return 0
        }
    }
}
