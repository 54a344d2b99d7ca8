import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindReplay

@Suite struct WhatIfStepTests {
    private let folder = TemporaryFolder()

    private func steps(of timeline: Timeline, without skipped: Set<Int>, to end: Int? = nil) throws -> [WhatIfStep] {
        var whatIf = WhatIf()
        whatIf.skipped = skipped
        var steps: [WhatIfStep] = []
        _ = try WhatIfRun(whatIf, of: timeline, to: end, with: listApp).run(telling: { steps.append($0) })
        return steps
    }

    @Test(arguments: Thoroughness.first(3, of: 0..<12 as Range<UInt64>))
    func `Each step has the difference of its states and the actions with other effects`(seed: UInt64) throws {
        let count = 80
        let session = ListSession(seed: seed, count: count, branching: .max, reflecting: .max)
        var random = SplitMix64(seed: seed)
        let skipped = Set((0..<1 + random.below(4)).map { _ in 1 + random.below(count) })
        let timeline = try session.timeline(in: folder)
        let steps = try steps(of: timeline, without: skipped)
        // The initial state is made by the reducer and is not a step.
        #expect(steps.map(\.seq) == Array(1...count))
        var state = session.states[0]
        var apart = Patch([])
        for step in steps {
            let before = ListSession.tree(state)
            let record = session.records[step.seq - 1]
            var error: String?
            if !skipped.contains(step.seq) {
                do {
                    state = try listReducer(session.actions[step.seq - 1], state)
                } catch let thrown {
                    error = "\(thrown)"
                }
            }
            apart = step.apart ?? apart
            let (recorded, expected) = (try timeline.state(at: step.seq), ListSession.tree(state))
            #expect(try recorded.applying(apart) == expected, "state \(step.seq)")
            #expect(apart.isEmpty == (recorded == expected))
            #expect(step.type == record.type)
            guard !skipped.contains(step.seq) else {
                #expect(step.outcome == .skipped)
                continue
            }
            let same = record.patch.flatMap { try? before.applying($0) } == expected && record.error == error
            #expect(step.outcome == (same ? nil : .other), "action \(step.seq)")
        }
    }

    @Test func `Actions that cannot be re-run are reported with their recorded effects`() throws {
        var session = ListSession()
        session.dispatch(Insert(item: Item(id: 1, title: "one"), index: 0))
        session.dispatch(Select(id: 1))
        session.dispatch(Insert(item: Item(id: 2, title: "two"), index: 0))
        session.dispatchWithoutEffect(Select(id: 2), status: .dropped)
        let steps = try steps(of: session.timeline(in: folder), without: [3])
        #expect(steps.map(\.outcome) == [nil, .applied, .skipped, .unknown])
    }

    @Test func `Steps follow any branch and can be stopped`() throws {
        var session = ListSession()
        for id in 1...4 { session.dispatch(Insert(item: Item(id: id, title: "item"), index: 0)) }
        session.dispatch(Edit.toggle(id: 1), at: 2)
        let timeline = try session.timeline(in: folder)
        #expect(try steps(of: timeline, without: [1], to: 5).map(\.seq) == [1, 2, 5])
        #expect(try steps(of: timeline, without: [1], to: 4).map(\.seq) == [1, 2, 3, 4])
        #expect(throws: ReplayError.notOnPath(seq: 3, end: 5)) { try steps(of: timeline, without: [3], to: 5) }
        var whatIf = WhatIf()
        whatIf.skipped = [1]
        #expect(throws: CancellationError.self) {
            try WhatIfRun(whatIf, of: timeline, to: 4, with: listApp).run(telling: { step in
                if step.seq == 2 { throw CancellationError() }
            })
        }
    }
}
