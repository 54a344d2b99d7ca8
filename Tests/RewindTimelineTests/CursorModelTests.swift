import Foundation
import RewindSession
import RewindTimeline
import TestSupport
import Testing
@testable import RewindUpkeep

/// A model of undo, redo and goto, with the cursor and its tip as plain numbers.
private struct CursorModel {
    /// The parents of the actions; nil at 0.
    let parents: [Int?]
    var cursor: Int
    var tip: Int

    init(parents: [Int]) {
        self.parents = [nil] + parents
        cursor = parents.count
        tip = parents.count
    }

    func ancestors(of seq: Int) -> [Int] {
        Array(sequence(first: seq) { parents[$0] })
    }

    func children(of seq: Int) -> [Int] {
        parents.indices.filter { parents[$0] == seq }
    }

    mutating func move(to seq: Int) {
        cursor = seq
        guard !ancestors(of: tip).contains(seq) else { return }
        tip = seq
        while let newest = children(of: tip).max() { tip = newest }
    }

    mutating func undo() -> Bool {
        guard let parent = parents[cursor] else { return false }
        move(to: parent)
        return true
    }

    mutating func redo() -> Bool {
        let way = ancestors(of: tip)
        guard let next = way.first(where: { parents[$0] == cursor }) else { return false }
        move(to: next)
        return true
    }
}

@Suite struct CursorModelTests {
    @Test(arguments: Thoroughness.first(2, of: UInt64(1)...12))
    func `Undo, redo and goto agree with a simple model`(seed: UInt64) throws {
        let folder = TemporaryFolder()
        let url = folder.session()
        var random = SplitMix64(seed: seed)
        let session = BranchingSession(seed: seed, count: 20 + random.below(100), branching: 2 + random.below(8))
        try session.write(to: url)
        var model = CursorModel(parents: session.records.map(\.parent))
        for _ in 0..<Thoroughness.count(100, orInFull: 300) {
            try step(url, &model, &random)
            let timeline = try Timeline(opening: url)
            defer { timeline.session.close() }
            try #require(try timeline.cursor() == model.cursor)
            try #require(try timeline.tip() == model.tip)
            #expect(try timeline.state(at: timeline.cursor()) == session.states[model.cursor])
            for steps in 0..<5 {
                let seq = model.ancestors(of: model.cursor).dropFirst(steps).first
                let reference = try PointInTime(parsing: "cursor~\(steps)")
                #expect((try? timeline.seq(of: reference)) == seq)
            }
        }
        let reader = try SessionReader(opening: url)
        #expect(try SessionCheck.run(reader).findings == [])
    }

    /// Performs one random step on both and compares the results.
    private func step(_ url: URL, _ model: inout CursorModel, _ random: inout SplitMix64) throws {
        let timeline = try Timeline(opening: url)
        let count = random.below(4) == 0 ? 1 + random.below(30) : 1 + random.below(3)
        let start = model.cursor
        let target: Int?
        switch random.below(8) {
        case 0...2:
            for _ in 0..<count where model.undo() {}
            target = told(.nothingToUndo) { try timeline.undoTarget(steps: count) }
        case 3...5:
            for _ in 0..<count where model.redo() {}
            target = told(.nothingToRedo) { try timeline.redoTarget(steps: count) }
        case 6:
            let children = model.children(of: start)
            guard let branch = children.randomElement(using: &random) else { return timeline.session.close() }
            model.move(to: branch)
            for _ in 1..<count where model.redo() {}
            target = try timeline.redoTarget(steps: count, branch: branch)
        default:
            let steps = random.below(3)
            let base = random.below(model.parents.count)
            let seq = model.ancestors(of: base).dropFirst(steps).first
            if let seq { model.move(to: seq) }
            target = try? timeline.seq(of: PointInTime(parsing: "\(base)~\(steps)"))
        }
        try #require(target ?? start == model.cursor)
        #expect(target != nil || start == model.cursor)
        guard let target else { return timeline.session.close() }
        let tip = try timeline.tip(movingTo: target)
        timeline.session.close()
        try SessionCursor.move(to: target, tip: tip, in: url)
    }

    /// Returns the result of `body`; nil if it throws `error`.
    private func told(_ error: TimelineError, _ body: () throws -> Int) -> Int? {
        do {
            return try body()
        } catch let thrown {
            #expect(thrown as? TimelineError == error)
            return nil
        }
    }
}
