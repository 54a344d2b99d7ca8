import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct MemoryTests {
    /// The figures of a burst, from its process.
    private struct Figures: Codable {
        /// The memory of the recording without that of the app, in bytes.
        var growth: Int
        var recorded: Int
        var dropped: Int
        var joined: Int
        /// The longest wait for the queue, in nanoseconds.
        var longestWait: UInt64
    }

    private let folder = TemporaryFolder()

    /// Dispatches in this process as fast as possible, first without a recorder.
    private static func burst(_ count: Int, articles: Int, durability: String, to path: String) throws -> Figures {
        let state = Catalog(articles: articles)
        let bare = Store(reducer: Catalog.reduce, state: state, middleware: [])
        for number in 1...count { bare.dispatch(Like(number: number)) }
        let before = peakMemory()
        var options = RecorderOptions()
        options.durability = Durability(rawValue: durability) ?? .crashSafe
        let recorder = try Recorder<Catalog>(recordingTo: URL(filePath: path), options: options)
        let store = Store(reducer: Catalog.reduce, state: state, middleware: [recorder.middleware()])
        for number in 1...count { store.dispatch(Like(number: number)) }
        recorder.close()
        return Figures(
            growth: peakMemory() - before,
            recorded: recorder.dispatchedCount,
            dropped: recorder.droppedCount,
            joined: recorder.mergedCount,
            longestWait: recorder.waits.longest
        )
    }

    @Test(arguments: Thoroughness.first(1, of: [Durability.crashSafe, .buffered]))
    func `The memory of a burst is bounded, and nothing is lost`(durability: Durability) async throws {
        let (path, name, report) = (folder.session().path, durability.rawValue, folder.session("figures").path)
        // Without joining, the states would take 120 or 370 MB.
        let (count, articles) = (Thoroughness.count(500, orInFull: 1_500), 1_000)
        await #expect(processExitsWith: .success) {
            [
                path = path as String, name = name as String, report = report as String,
                count = count as Int, articles = articles as Int
            ] in
            let figures = try Self.burst(count, articles: articles, durability: name, to: path)
            try JSONEncoder().encode(figures).write(to: URL(filePath: report))
        }
        let figures = try JSONDecoder().decode(Figures.self, from: Data(contentsOf: URL(filePath: report)))
        #expect(figures.growth <= (Sanitizer.isOn ? 200 : 100) << 20, "\(figures)")
        #expect(figures.dropped == 0)
        #expect(figures.recorded == count)
        #expect(figures.longestWait <= 50_000_000)
        try check(count, articles: articles, joined: figures.joined)
    }

    /// Checks that each action is there with its payload, that each known state is correct, and that all others follow
    /// from the payloads.
    private func check(_ count: Int, articles: Int, joined: Int) throws {
        let timeline = try Timeline(opening: folder.session())
        defer { timeline.session.close() }
        #expect(timeline.last == count)
        var (state, encoder, unknown) = (Catalog(articles: articles), TreeEncoder(), 0)
        for seq in 1...timeline.last {
            let record = try #require(try timeline.session.action(seq))
            #expect(record.payload == ["number": .integer(Int64(seq))], "seq \(seq)")
            state.apply(Like(number: seq))
            if record.status == .dropped, record.patch == nil {
                unknown += 1
            } else {
                #expect(record.status == .done, "seq \(seq)")
                #expect(try timeline.state(at: seq) == (try encoder.encode(state)), "seq \(seq)")
            }
        }
        #expect(unknown == joined)
        #expect(try timeline.session.action(timeline.last)?.status == .done)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test(arguments: [Durability.crashSafe, .buffered], [false, true])
    func `The memory of large actions is bounded`(durability: Durability, isReflected: Bool) throws {
        let (gate, problems) = (Gate(), Problems())
        var options = RecorderOptions(durability)
        (options.queueByteLimit, options.longestWait, options.onProblem) = (1 << 20, .zero, problems.tell)
        let recorder = try Recorder<Gated>(recordingTo: folder.session(), options: options)
        let text = String(repeating: "x", count: 100_000)
        func dispatch(_ number: Int) {
            let action: any Action = isReflected ? LargeOpaque(text: text) : Note(text: text)
            recorder.record(action, resultingIn: Gated(n: number, gate: gate))
        }
        dispatch(1)
        recorder.flush(atMost: .seconds(60))
        gate.set(open: false)
        dispatch(2)
        gate.waitForVisitor()
        for number in 3...52 { dispatch(number) }
        // Of fifty, at most eleven fit; with the memory of their trees, five.
        #expect((39...47).contains(recorder.droppedCount), "\(recorder.droppedCount)")
        gate.set(open: true)
        recorder.close()
        let first = 53 - recorder.droppedCount
        #expect(problems.wait { $0 == .dropped(seqs: first...52) })
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.last == 52)
        #expect(try timeline.state(at: 52) == ["n": 52])
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}

/// Not `Codable`.
private struct LargeOpaque: Action {
    var text: String
}
