import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

@testable import RewindReplay

private struct Tally: Codable, Equatable {
    var count = 0
    var steps = 0
}

private enum Step: Codable {
    case up(by: Int)
    case down
    case refused
}

private struct Refusal: Error, CustomStringConvertible {
    var description: String { "refused" }
}

@Sendable private func reduce(_ step: Step, _ state: Tally?) -> Tally {
    var state = state ?? Tally()
    reduceInPlace(&state, step)
    return state
}

@Sendable private func reduceStateFirst(_ state: Tally, _ step: Step) -> Tally {
    reduce(step, state)
}

@Sendable private func reduceInPlace(_ state: inout Tally, _ step: Step) {
    state.steps += 1
    switch step {
    case .up(let number): state.count += number
    case .down: state.count -= 1
    case .refused: break
    }
}

/// Throws after changing the state.
@Sendable private func refuseInPlace(_ state: inout Tally, _ step: Step) throws -> String {
    reduceInPlace(&state, step)
    if case .refused = step { throw Refusal() }
    return "effect"
}

@Suite struct ReducerShapeTests {
    private static let apps: [String: RegisteredApp] = [
        "action and optional state": RegisteredApp(reducer: reduce, actions: [Step.self]),
        "state and action": RegisteredApp(reducer: reduceStateFirst, actions: [Step.self]),
        "state in place": RegisteredApp(reducer: reduceInPlace, actions: [Step.self]),
        "state in place, with an effect": RegisteredApp(
            reducer: { (state: inout Tally, step: Step) -> Int in
                reduceInPlace(&state, step)
                return state.count
            },
            actions: [Step.self]
        ),
        "throwing": RegisteredApp(
            reducer: { (state: Tally, step: Step) throws -> Tally in reduce(step, state) },
            actions: [Step.self]
        ),
    ]

    private let folder = TemporaryFolder()

    /// Writes a session of steps. If the reducer throws, its changes so far are kept.
    private func timeline(_ steps: [Step], isThrowing: Bool) throws -> Timeline {
        let url = folder.session("\(UUID().uuidString).rewind")
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        var state = Tally()
        var tree: Tree = ["count": 0, "steps": 0]
        try writer.write { transaction in
            try transaction.setInitialState(tree)
            for (index, step) in steps.enumerated() {
                reduceInPlace(&state, step)
                let next: Tree = ["count": .integer(Int64(state.count)), "steps": .integer(Int64(state.steps))]
                var record = ActionRecord(seq: index + 1, parent: index, at: 0, type: "Step")
                switch step {
                case .up(let number):
                    (record.type, record.payload) = ("Step.up", ["up": ["by": .integer(Int64(number))]])
                case .down: (record.type, record.payload) = ("Step.down", ["down": [:]])
                case .refused:
                    (record.type, record.payload) = ("Step.refused", ["refused": [:]])
                    if isThrowing { (record.status, record.error) = (.failed, "refused") }
                }
                record.patch = next.patch(from: tree)
                try transaction.append(record, state: next)
                tree = next
            }
        }
        try writer.close()
        return try Timeline(opening: url)
    }

    @Test(arguments: apps.keys.sorted()) func `A reducer of any shape can be re-run`(shape: String) throws {
        let app = try #require(Self.apps[shape])
        let timeline = try timeline([.up(by: 3), .down, .refused, .up(by: 7)], isThrowing: false)
        var options = Rerun.Options()
        options.findsImpurity = true
        let report = try Rerun(of: timeline, with: app, options: options).run()
        #expect(report.finding == nil)
        #expect(report.agreed == 4)
        #expect(try FitCheck.run(timeline, with: app).verdict == .fine)
    }

    @Test func `An in-place reducer keeps the changes made before it threw`() throws {
        let timeline = try timeline([.up(by: 3), .refused, .up(by: 7)], isThrowing: true)
        let app = RegisteredApp(reducer: refuseInPlace, actions: [Step.self])
        let report = try Rerun(of: timeline, with: app).run()
        #expect(report.finding == nil)
        #expect(report.agreed == 3)
        let other = try Rerun(of: timeline, with: RegisteredApp(reducer: reduce, actions: [Step.self])).run()
        #expect(other.finding?.seq == 2)
    }
}
