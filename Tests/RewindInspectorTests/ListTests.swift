import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindInspector

@Suite struct ListTests {
    private let folder = TemporaryFolder()

    private func session(
        _ sample: InspectedSample,
        _ presentation: SessionPresentation = SessionPresentation()
    ) async throws -> InspectedSession {
        try sample.write(to: folder.session())
        let app = InspectedApp(presentation: presentation)
        let session = InspectedSession(id: 0, url: folder.session(), file: "a.rewind", app: app)
        try await session.adopt(ColumnReader.reading(folder.session(), of: app))
        return session
    }

    /// A simple implementation of the filters.
    private struct Naive {
        let sample: InspectedSample

        func holds(_ filter: String, _ record: ActionRecord) -> Bool {
            filter.split(separator: " ").allSatisfy { word in
                let isNegated = word.hasPrefix("-")
                let text = String(isNegated ? word.dropFirst() : word)
                let pointers = record.patch?.operations.flatMap(\.changedPointers) ?? []
                let holds: Bool
                if text.hasPrefix("slice:") {
                    holds = pointers.contains { $0.tokens.first?.contains(text.dropFirst(6)) ?? false }
                } else if text.hasPrefix("status:") {
                    let isUnknown = record.patch == nil
                    holds = text == "status:failed" ? record.status == .failed : isUnknown
                } else if text.hasPrefix("payload:") {
                    holds = record.payload?.text.lowercased().contains(text.dropFirst(8)) ?? false
                } else if text.hasPrefix("seq:") {
                    let ends = text.dropFirst(4).components(separatedBy: "..").map { Int($0) }
                    holds = record.seq >= ends[0] ?? 0 && record.seq <= ends.last.flatMap { $0 } ?? 999
                } else {
                    let paths = record.patch?.operations.map(\.path.description) ?? []
                    holds = ([record.type] + paths).contains { $0.lowercased().contains(text) }
                }
                return holds != isNegated
            }
        }
    }

    @Test(
        arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>),
        [
            "", "result", "-loading", "slice:more", "status:failed", "-status:unknown home -scroll", "seq:24..47",
            "-seq:..90 seq:..99", "payload:1", "-payload:1 result",
        ]
    )
    func `The list has each matching action once, in order, with the heads of branches`(
        seed: UInt64,
        filter: String
    ) async throws {
        let sample = InspectedSample(seed: seed, count: 120)
        let session = try await session(sample)
        let naive = Naive(sample: sample)
        let expected = sample.records.filter { naive.holds(filter, $0) }.map(\.seq)
        for folds in [false, true] {
            let list = try #require(try await session.entries(ListFilter(filter, hidden: [], foldsNoise: folds)))
            let columns = try #require(await session.columns)
            let shown = list.entries.flatMap { entry -> [Int] in
                switch entry.kind {
                case .branch, .group: []
                case .action: [Int(entry.first)]
                case .fold: expected.filter { $0 >= Int(entry.first) && $0 <= Int(entry.last) }
                }
            }
            #expect(shown == expected)
            #expect(list.actions == expected.count)
            let heads = list.entries.filter { $0.kind == .branch }.map { Int($0.first) }
            #expect(heads == sample.records.filter { $0.parent != $0.seq - 1 }.map(\.seq))
            for entry in list.entries where entry.kind == .fold {
                let held = expected.filter { $0 >= Int(entry.first) && $0 <= Int(entry.last) }
                #expect(folds && held.count == Int(entry.count))
                #expect(held.allSatisfy { SessionPresentation().isNoise(sample.records[$0 - 1].type) })
            }
            for seq in expected.prefix(30) {
                let entry = list.entries[list.index(of: seq, in: columns)]
                #expect(entry.kind != .branch && Int(entry.first) <= seq && seq <= Int(entry.last))
            }
        }
    }

    @Test func `The list folds an app's noise and marks new errors`() async throws {
        var presentation = SessionPresentation()
        presentation.noise = ["Set*"]
        presentation.errorNames = ["loading"]
        let sample = InspectedSample(seed: 1, count: 120)
        let session = try await session(sample, presentation)
        let list = try #require(try await session.entries(ListFilter("", hidden: [], foldsNoise: true)))
        let folded = list.entries.filter { $0.kind == .fold }.flatMap { Int($0.first)...Int($0.last) }
        #expect(!folded.isEmpty)
        #expect(folded.allSatisfy { sample.records[$0 - 1].type == "SetAction" })
        let errors = sample.records.filter { $0.patch?.pointers.contains(["loading"]) == true }.map(\.seq)
        #expect(!errors.isEmpty)
        let marked = try #require(try await session.entries(ListFilter("status:error", hidden: [], foldsNoise: false)))
        #expect(marked.entries.filter { $0.kind == .action }.map { Int($0.first) } == errors)
        for record in sample.records where record.status == .done {
            #expect(try await session.row(record.seq).trouble == (errors.contains(record.seq) ? "error" : nil))
        }
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<10 as Range<UInt64>))
    func `The list is the same whether actions are read at once or as they are recorded`(seed: UInt64) async throws {
        let sample = InspectedSample(seed: seed, count: 90)
        let url = folder.session("live.rewind")
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        let log = try CrashLog(creatingFor: url, medium: .file)
        try writer.write { try $0.setInitialState(sample.states[0]) }
        let live = InspectedSession(id: 0, url: url, file: "live.rewind", app: InspectedApp())
        try await live.adopt(ColumnReader.reading(url, of: InspectedApp()))
        let filters = ["", "-loading", "more"].map { ListFilter($0, hidden: [1], foldsNoise: true) }
        for start in stride(from: 0, to: 90, by: 30) {
            try writer.write { transaction in
                for record in sample.records[start..<start + 30] { try sample.append(record, to: transaction) }
            }
            let isOther = try await live.refresh()
            #expect(!isOther)
            for filter in filters { _ = try await live.entries(filter) }
            _ = await (live.axis(.time), live.axis(.actions))
        }
        await live.close()
        try writer.close()
        log.remove()
        let late = InspectedSession(id: 1, url: url, file: "live.rewind", app: InspectedApp())
        try await late.adopt(ColumnReader.reading(url, of: InspectedApp()))
        for filter in filters {
            let (grown, read) = (try await live.entries(filter), try await late.entries(filter))
            #expect(grown?.entries.map(\.first) == read?.entries.map(\.first))
            #expect(grown?.entries.map(\.count) == read?.entries.map(\.count))
        }
        let (grown, read) = (await live.columns, await late.columns)
        let (grownNames, readNames) = (try await live.slices(), try await late.slices())
        #expect(
            grown.map { Self.changed($0, grownNames) } == read.map { Self.changed($0, readNames) }
        )
        #expect(grown?.flags.map(\.rawValue) == read?.flags.map(\.rawValue))
        let (grownAxis, readAxis) = (await live.axis(.actions), await late.axis(.actions))
        #expect(grownAxis?.total == readAxis?.total)
    }

    @Test(
        arguments: 0..<5 as Range<UInt64>
    )
    func `Each gap has its number of actions and a mark in the timeline`(seed: UInt64) async throws {
        let sample = InspectedSample(seed: seed, count: 300)
        let session = try await session(sample)
        let rows = try await session.actions(from: 1, count: 300).rows
        let shown = rows.map { row in row.gap.map { $0.actions ?? -1 } }
        let recorded = sample.records.map { record -> Int64? in
            guard ["(not recorded)", "(dropped)"].contains(record.type) else { return nil }
            guard case .integer(let count)? = record.payload?[Pointer(["actions"])] else { return -1 }
            return count
        }
        #expect(shown == recorded)
        #expect(recorded.contains { $0.map { $0 > 0 } ?? false } && recorded.contains(-1))
        let filter = ListFilter("", hidden: [], foldsNoise: false)
        let bars = try #require(
            try await session.timeline(.actions, from: nil, to: nil, columnCount: 2_000, filter: filter)
        ).bars
        let marked = bars.filter { $0.flags & 16 != 0 }.map(\.seq)
        #expect(marked == sample.records.map(\.seq).filter { recorded[$0 - 1] != nil })
    }

    @Test func `One pause of years does not flatten the axis of time`() {
        var columns = ActionColumns(after: 0)
        let type = columns.number(ofType: "A")
        let second: Int64 = 1_000_000
        for time in [0, 1_700_000_000, 1_700_000_001, 1_700_000_002, 1_861_000_000] {
            columns.append(parent: columns.lastSeq, at: Int64(time) * second, type: type, duration: nil)
        }
        let axis = TimeAxis(.time, of: columns)
        let places = (1...5).map { axis.place(of: $0, in: columns) }
        #expect(places[2] - places[1] > axis.total / 50 && places[3] - places[2] > axis.total / 50)
    }

    @Test func `The axis of time goes forward where the clock was set back`() {
        var columns = ActionColumns(after: 0)
        let type = columns.number(ofType: "A")
        let second: Int64 = 1_000_000
        for time in [3_600, 3_601, 3_602, 5, 6, 7] as [Int64] {
            columns.append(parent: columns.lastSeq, at: time * second, type: type, duration: nil)
        }
        let axis = TimeAxis(.time, of: columns)
        let places = (1...6).map { axis.place(of: $0, in: columns) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 } && places[5] <= axis.total)
        #expect(axis.indices(of: columns.runs[0], from: places[3], to: places[4], in: columns) == 3..<5)
        #expect(axis.place(after: 3, at: 3_700 * second, in: columns) <= places[3])
    }

    /// Returns the names of the slices that each action changed; an empty one for the whole state.
    private static func changed(_ columns: ActionColumns, _ names: [String]) -> [Set<String>] {
        columns.sliceSetNumbers.map { number in Set(columns.sliceSets[Int(number)].map { $0 < 0 ? "" : names[$0] }) }
    }

    private func shares(of bar: TimelineAnswer.Bar) -> [Int: Int] {
        let pairs = stride(from: 0, to: bar.shares.count, by: 2).map { (bar.shares[$0], bar.shares[$0 + 1]) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private func shares(of indices: [Int], in columns: ActionColumns) -> [Int: Int] {
        indices.reduce(into: [:]) { $0[columns.firstSlice(at: $1), default: 0] += 1 }
    }

    @Test(arguments: Thoroughness.first(5, of: 0..<20 as Range<UInt64>))
    func `The timeline has bars for all actions at any zoom`(seed: UInt64) async throws {
        let sample = InspectedSample(seed: seed, count: 150)
        let session = try await session(sample)
        let filter = ListFilter("", hidden: [], foldsNoise: false)
        var random = SplitMix64(seed: seed)
        for kind in [TimeAxis.Kind.actions, .time] {
            let axis = try #require(await session.axis(kind))
            let columns = try #require(await session.columns)
            for columnCount in [1, 7, 40, 2_000] {
                let whole = try #require(
                    try await session.timeline(kind, from: nil, to: nil, columnCount: columnCount, filter: filter)
                )
                #expect(whole.bars.reduce(0) { $0 + $1.count } == 150)
                #expect(whole.summed == (columnCount < 150))
                // The strip has the actions of all branches.
                let missed = whole.bars.filter { bar in
                    !whole.rate.contains { $0.x - 1e-6 <= bar.x && bar.x <= $0.x + $0.width + 1e-6 }
                }
                #expect(missed.isEmpty)
                guard whole.summed else { continue }
                let isNoise = columns.types.map(SessionPresentation().isNoise)
                let shown = TimelineAnswer(
                    axis,
                    columns,
                    from: nil,
                    to: nil,
                    columnCount: columnCount,
                    mask: nil,
                    isFolded: isNoise
                )
                for (bar, other) in zip(whole.bars, shown.bars) {
                    let isLast = { (index: Int) in
                        Int(axis.place(of: columns.firstSeq + index, in: columns) / (whole.to / Double(columnCount)))
                            == Int(bar.x / (whole.to / Double(columnCount)))
                    }
                    let run = columns.runs[bar.run]
                    let column = (columns.index(of: run.first)...columns.index(of: run.last)).filter(isLast)
                    let counted = column.filter {
                        !isNoise[Int(columns.typeNumbers[$0])] || !columns.flags[$0].isDisjoint(with: .trouble)
                    }
                    #expect(shares(of: bar) == shares(of: column, in: columns))
                    #expect(shares(of: other) == shares(of: counted.isEmpty ? column : counted, in: columns))
                    #expect(other.count == column.count && (other.flags & 4 != 0) == counted.isEmpty)
                    #expect(
                        bar.troubles == column.count { !columns.flags[$0].isDisjoint(with: [.failed, .error, .crash]) }
                    )
                    #expect(bar.duration == column.map { columns.durations[$0] }.max())
                }
            }
            for _ in 0..<20 {
                let from = axis.total * Double(random.below(1_000)) / 1_000
                let to = from + axis.total * Double(random.below(300)) / 1_000
                let part = try #require(
                    try await session.timeline(kind, from: from, to: to, columnCount: 4_000, filter: filter)
                )
                let expected = (1...150).filter { seq in
                    let x = axis.place(of: seq, in: columns)
                    return x >= from && x <= min(to, axis.total)
                }
                #expect(part.bars.map(\.seq).sorted() == expected)
            }
        }
    }
}
