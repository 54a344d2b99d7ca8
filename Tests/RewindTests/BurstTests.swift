import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite struct BurstTests {
    enum Pace: CaseIterable { case fast, slow, stopped }

    /// A list beside a number, as in many apps, whose encoding speed the test controls.
    private struct Shelf: Encodable {
        struct Item: Codable {
            var id: Int
            var title: String
            var likes = 0
        }

        var page = 0
        var items: [Item] = []
        var note: String?
        let gate: Gate
        let delay: UInt32

        private enum CodingKeys: CodingKey { case page, items, note }

        func encode(to encoder: any Encoder) throws {
            gate.pass()
            if delay > 0 { usleep(delay) }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(page, forKey: .page)
            try container.encode(items, forKey: .items)
            try container.encode(note, forKey: .note)
        }
    }

    private enum Step: Action, Codable {
        case load([Shelf.Item])
        case like(Int)
        case page(Int, comment: String)
        case note(String)
    }

    /// Not `Codable`.
    private struct Opaque: Action {
        var text: String
    }

    private let folder = TemporaryFolder()
    private let gate = Gate()

    @Test func `Of a burst, only as many states are queued as can be written in the time that the options allow`()
        throws
    {
        var options = RecorderOptions(.buffered)
        (options.longestBacklog, options.longestWait) = (.milliseconds(100), .zero)
        let recorder = try Recorder<Shelf>(recordingTo: folder.session(), options: options)
        var shelf = Shelf(items: [Shelf.Item(id: 0, title: "")], gate: gate, delay: 10_000)
        func dispatch(_ count: Int) {
            for number in 1...count {
                let step = Step.like(number)
                recorder.recordDispatch(of: step, state: { shelf }) { Self.reduce(step, &shelf) }
            }
        }
        dispatch(5)
        recorder.flush(atMost: .seconds(60))
        dispatch(1_000)
        recorder.close()
        // Without the limit, all are queued, which takes ten seconds to write.
        #expect(recorder.mergedCount > 500)
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 1_005)
        #expect(try timeline.state(at: 1_005)[["items", "0", "likes"]] == 1_005)
    }

    private static func reduce(_ action: any Action, _ shelf: inout Shelf) {
        switch action as? Step {
        case .load(let items): shelf.items = items
        case .like(let number): shelf.items[number % shelf.items.count].likes += 1
        case .page(let page, _): shelf.page = page
        case .note(let text): shelf.note = text
        case nil: shelf.page += 1
        }
    }

    /// Returns a store with a recorder that never waits, and the recorder.
    private func store(
        _ durability: Durability,
        _ pace: Pace,
        byteLimit: Int? = nil
    ) throws -> (Store<Shelf>, Recorder<Shelf>) {
        var options = RecorderOptions(durability)
        (options.longestWait, options.longestBacklog) = (.zero, .seconds(3_600))
        if let byteLimit { options.queueByteLimit = byteLimit }
        let recorder = try Recorder<Shelf>(recordingTo: folder.session(), options: options)
        let start = Shelf(gate: gate, delay: pace == .slow ? 100 : 0)
        let store = Store<Shelf>(
            reducer: { action, state in
                var shelf = state ?? start
                Self.reduce(action, &shelf)
                return shelf
            },
            state: start,
            middleware: [recorder.middleware()]
        )
        return (store, recorder)
    }

    /// Runs dispatches while the writer has this pace, and waits for the writer.
    private func at(_ pace: Pace, _ store: Store<Shelf>, _ recorder: Recorder<Shelf>, _ body: () throws -> Void)
        rethrows
    {
        if pace == .stopped {
            gate.set(open: false)
            store.dispatch(Step.page(1, comment: ""))
            gate.waitForVisitor()
        }
        defer {
            gate.set(open: true)
            recorder.flush(atMost: .seconds(60))
        }
        try body()
    }

    private func checkIsWhole(_ recorder: Recorder<Shelf>, sourceLocation: SourceLocation = #_sourceLocation) throws {
        recorder.close()
        let timeline = try Timeline(opening: #require(recorder.url))
        defer { timeline.session.close() }
        #expect(timeline.last == recorder.dispatchedCount, sourceLocation: sourceLocation)
        let statuses = try (1..<timeline.last + 1).map { try timeline.session.action($0)?.status }
        #expect(statuses.allSatisfy { $0 == .done }, sourceLocation: sourceLocation)
    }

    private static func items(_ count: Int) -> [Shelf.Item] {
        (0..<count).map { Shelf.Item(id: $0, title: String(repeating: "title \($0) ", count: 200)) }
    }

    @Test(arguments: [Durability.buffered, .crashSafe], Pace.allCases)
    func `A burst after a large payload keeps each action and each effect`(durability: Durability, pace: Pace) throws {
        let (store, recorder) = try store(durability, pace)
        // About 2 MB.
        store.dispatch(Step.load(Self.items(1_000)))
        if pace != .fast { recorder.flush(atMost: .seconds(60)) }
        at(pace, store, recorder) {
            for number in 0..<Thoroughness.count(600, orInFull: 1_500) {
                // Each like copies the array, 40 KB, so that all copies must fit.
                store.dispatch(number % 3 == 0 ? Step.like(number) : .page(number, comment: "number \(number)"))
            }
        }
        #expect(recorder.droppedCount == 0)
        #expect(recorder.mergedCount == 0)
        try checkIsWhole(recorder)
    }

    @Test(arguments: [Durability.buffered, .crashSafe], Pace.allCases)
    func `A burst within the byte limit drops and merges nothing, whatever the sizes`(
        durability: Durability,
        pace: Pace
    ) throws {
        for seed in 0..<UInt64(Thoroughness.count(2, orInFull: 20)) {
            var random = SplitMix64(seed: seed)
            let byteLimit = 1 << 18
            let (store, recorder) = try store(durability, pace, byteLimit: byteLimit)
            store.dispatch(Step.load(Self.items(50)))
            recorder.flush(atMost: .seconds(60))
            for round in 0..<4 {
                at(pace, store, recorder) {
                    store.dispatch(Step.note(String(repeating: "large", count: 12_500)))
                    var bytes = 2 * (62_500 + 1_024)
                    while true {
                        let (action, size) = Self.action(&random)
                        bytes += size
                        guard bytes <= byteLimit else { break }
                        store.dispatch(action)
                        guard recorder.droppedCount == 0, recorder.mergedCount == 0 else { break }
                    }
                }
                #expect(recorder.droppedCount == 0, "seed \(seed), round \(round)")
                #expect(recorder.mergedCount == 0, "seed \(seed), round \(round)")
            }
            try checkIsWhole(recorder)
            try FileManager.default.removeItem(at: #require(recorder.url))
        }
    }

    /// Returns an action and the number of bytes that the recorder holds for it until it is written: its texts, the
    /// storage that its state does not share, and the overhead of each entry.
    private static func action(_ random: inout SplitMix64) -> (any Action, Int) {
        let length = [20, 20, 20, 200, 200, 1_250, 12_500][random.below(7)]
        let text = String(repeating: "x", count: random.below(length))
        let entry = text.utf8.count + 1_024
        return switch random.below(4) {
        case 0: (Step.page(random.below(100), comment: text), entry)
        case 1: (Step.note(text), entry + text.utf8.count + 32)
        case 2: (Opaque(text: text), entry)
        default: (Step.like(random.below(50)), 1_024 + 50 * MemoryLayout<Shelf.Item>.stride)
        }
    }

    @Test func `The memory of large actions that the writer has not seen is bounded`() throws {
        let (store, recorder) = try store(.buffered, .stopped, byteLimit: 1 << 20)
        at(.stopped, store, recorder) {
            for _ in 0..<300 { store.dispatch(Opaque(text: String(repeating: "x", count: 100_000))) }
        }
        // Ten fit. The recorder notices their size when it measures one in 64.
        #expect((300 - 64 - 16...300 - 10).contains(recorder.droppedCount), "\(recorder.droppedCount)")
        recorder.close()
        #expect(recorder.dispatchedCount == 301)
    }
}
