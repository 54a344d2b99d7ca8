import Foundation
import RewindStore
import RewindTimeline
import RewindTravel
import RewindTree
import TestSupport
import Testing
@testable import Rewind
@testable import RewindUpkeep

@Suite struct KeptStateTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: [false, true]) func `Travel to a state in memory does not read the session`(isKept: Bool) throws {
        let recorder = try Recorder<Notebook>(recordingTo: url)
        let store = Store(
            reducer: recorder.travelingReducer(wrapping: reduceNotebook),
            state: Notebook(),
            middleware: [recorder.middleware()]
        )
        var options = TimeTravelOptions()
        options.statesInMemory = isKept ? 100 : 0
        var trees: [Tree] = []
        let travel = TimeTravel(recorder, options: options) {
            trees.append($0.tree)
            store.dispatch($0)
        }
        for text in ["a", "b", "c"] { store.dispatch(AddLine(text: text)) }
        for seq in [2, 3, 2] { try travel.jump(to: seq) }
        store.dispatch(AddLine(text: "d"))
        recorder.flush(atMost: .seconds(60))
        let timeline = try Timeline(opening: url)
        #expect(try trees == [2, 3, 2].map { try timeline.state(at: $0) })
        #expect(try SessionCheck.run(timeline.session).findings == [])
        // A state that is read from the file is a new tree each time.
        #expect(trees[0].isSame(as: trees[2]) == isKept)
    }

    @Test func `All states that fit in the memory are kept, and the newest in any case`() throws {
        struct Picture {
            var pixels = Data()
        }
        for (bytes, kept) in [(1 << 30, 0...0), (3 << 20, 1...199), (0, 200...200)] {
            let recorder = try Recorder<Picture>(recordingTo: folder.session("\(bytes).rewind"))
            var options = TimeTravelOptions()
            (options.statesInMemory, options.bytesInMemory) = (.max, bytes)
            var state = Picture()
            let travel = TimeTravel(recorder, options: options) { state = $0.state }
            recorder.recordInitialState(state)
            for number in 1...200 {
                recorder.record(number, resultingIn: Picture(pixels: Data(repeating: UInt8(number), count: 30_000)))
            }
            recorder.flush(atMost: .seconds(60))
            let oldest = (0...200).first { recorder.dispatches.recentState($0) != nil }
            #expect(oldest.map { kept.contains($0) } == true)
            try travel.jump(to: 200)
            #expect(state.pixels.first == 200)
            guard oldest != 0 else {
                try travel.jump(to: 0)
                #expect(state.pixels.isEmpty)
                continue
            }
            let error = #expect(throws: TimeTravelError.self) { try travel.jump(to: 0) }
            #expect(error?.description.hasSuffix("that `bytesInMemory` keeps.") == true)
        }
    }

    @Test func `A state from before travel was prepared says so`() throws {
        struct Plain { var count = 0 }
        let recorder = try Recorder<Plain>(recordingTo: url)
        for count in 1...3 { recorder.record("count", resultingIn: Plain(count: count)) }
        let travel = TimeTravel(recorder) { _ in }
        let error = #expect(throws: TimeTravelError.self) { try travel.jump(to: 2) }
        #expect(
            error?.description == "The state 2 cannot be restored: its type is not Decodable, and it is older than the "
                + "`TimeTravel`, which keeps only later states."
        )
    }

    @Test func `An action after travel continues from the recorded state if the kept one differs`() throws {
        let recorder = try Recorder<Fragile>(recordingTo: url)
        var state = Fragile()
        let travel = TimeTravel(recorder) { state = $0.state }
        recorder.recordInitialState(state)
        for count in 1...3 {
            state.count = count
            recorder.record("count", resultingIn: state)
        }
        try travel.jump(to: 2)
        #expect(state.count == 2)
        state.note = "branch"
        state.count = 4
        recorder.record("count", resultingIn: state)
        recorder.close()
        let timeline = try Timeline(opening: url)
        #expect(try timeline.state(at: 2) == ["count": 1, "note": ""])
        #expect(try timeline.state(at: 4) == ["count": 4, "note": "branch"])
        #expect(try timeline.parent(of: 4) == 2)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}

/// A state that cannot be encoded if its count is two.
private struct Fragile: Codable {
    var count = 0
    var note = ""

    private struct Broken: Error {}
    private enum CodingKeys: CodingKey { case count, note }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decode(Int.self, forKey: .count)
        note = try container.decode(String.self, forKey: .note)
    }

    func encode(to encoder: any Encoder) throws {
        guard count != 2 else { throw Broken() }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try container.encode(note, forKey: .note)
    }
}

extension Tree {
    fileprivate func isSame(as other: Tree) -> Bool {
        guard case .object(let node) = self, case .object(let other) = other else { return false }
        return node === other
    }
}
