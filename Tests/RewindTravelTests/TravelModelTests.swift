import Foundation
import Rewind
import RewindTravel
import RewindStore
import RewindTree
import TestSupport
import Testing
import RewindTimeline

/// A simple model of a store with undo: all states, their parents, and the current position.
private struct Model {
    var states = [Notebook()]
    var parents = [0]
    var position = 0
    var tip = 0

    var state: Notebook { states[position] }

    mutating func apply(_ action: any Action) {
        states.append(reduceNotebook(action, state))
        parents.append(position)
        (position, tip) = (states.count - 1, states.count - 1)
    }

    /// Returns the seqs on the path from the first state to `seq`.
    func line(to seq: Int) -> [Int] {
        seq == 0 ? [0] : line(to: parents[seq]) + [seq]
    }

    mutating func jump(to seq: Int) {
        position = seq
        guard !line(to: tip).contains(seq) else { return }
        tip = seq
        while let newest = parents.indices.last(where: { parents[$0] == tip && $0 > 0 }) { tip = newest }
    }
}

@Suite struct TravelModelTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: Thoroughness.first(2, of: 0..<10 as Range<UInt64>),
        [false, true]
    )
    func `A store and its session agree with a simple model after every random step`(seed: UInt64, isWrapped: Bool)
        throws
    {
        var random = SplitMix64(seed: seed &* 2 &+ (isWrapped ? 1 : 0))
        var options = TimeTravelOptions()
        options.statesInMemory = [0, 3, 1_000][Int(seed % 3)]
        var recording = RecorderOptions()
        recording.durability = Durability.allCases[Int(seed) % 2]
        let app = try TravelingApp(at: folder.session(), options, recording: recording, isWrapped: isWrapped)
        app.recorder.recordInitialState(Notebook())
        var model = Model()
        var encoder = TreeEncoder()
        for step in 0..<Thoroughness.count(150, orInFull: 500) {
            switch random.below(8) {
            case 0..<3:
                for _ in 0...random.below(3) {
                    let action = action(&random, step)
                    app.store.dispatch(action)
                    model.apply(action)
                }
            case 3, 4:
                let count = 1 + random.below(3)
                let line = model.line(to: model.position)
                guard line.count > 1 else {
                    #expect(throws: TimeTravelError.nothingToUndo) { try app.travel.undo(count) }
                    break
                }
                model.jump(to: line.dropLast(count).last ?? 0)
                #expect(try app.travel.undo(count) == model.position)
            case 5, 6:
                let count = 1 + random.below(3)
                let rest = model.line(to: model.tip).drop { $0 != model.position }.dropFirst()
                #expect(app.travel.canRedo == !rest.isEmpty)
                guard !rest.isEmpty else {
                    #expect(throws: TimeTravelError.nothingToRedo) { try app.travel.redo(count) }
                    break
                }
                model.jump(to: rest.prefix(count).last ?? 0)
                #expect(try app.travel.redo(count) == model.position)
            default:
                let seq = random.below(model.states.count)
                try app.travel.jump(to: seq)
                model.jump(to: seq)
            }
            try #require(app.store.state == model.state, "step \(step)")
            try #require(app.travel.position == model.position)
            #expect(app.recorder.isTraveling == (model.position != model.tip))
            app.recorder.flush(atMost: .seconds(60))
            let timeline = try Timeline(opening: #require(app.recorder.url))
            try #require(timeline.last == model.states.count - 1)
            try #require(try timeline.cursor() == model.position)
            try #require(try timeline.tip() == model.tip)
            #expect(try timeline.parent(of: timeline.last) == model.parents[timeline.last])
            #expect(try timeline.state(at: timeline.cursor()) == encoder.encode(model.state))
            timeline.session.close()
        }
        app.recorder.close()
        let session = try app.session()
        #expect(session.parents == Array(model.parents.dropFirst()))
        #expect(try session.states == model.states.map { try encoder.encode($0) })
        #expect(session.cursor == model.position)
        #expect(session.isSound)
    }

    private func action(_ random: inout SplitMix64, _ step: Int) -> any Action {
        switch random.below(4) {
        case 0: TypeText(text: "text \(step)")
        case 1, 2: AddLine(text: String(repeating: "line \(step) ", count: 1 + random.below(30)))
        default: RemoveLine(index: random.below(4))
        }
    }
}
