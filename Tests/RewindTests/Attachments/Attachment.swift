import Foundation
import Rewind
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

/// What the attached apps count and write down.
struct Tasks: Codable, Equatable {
    var open: [String] = []
    var done = 0
}

/// What their users do; the two kinds of actions that apps have, a type each or one enum, stand for the same.
enum TaskAction: Codable, Equatable {
    case add(String)
    case finish(Int)

    /// Enough for arrays to grow, shrink and change in the middle.
    static func some(_ count: Int, seed: UInt64) -> [TaskAction] {
        var random = SplitMix64(seed: seed)
        var open = 0
        return (0..<count).map { number in
            if open > 0, random.below(3) == 0 {
                open -= 1
                return .finish(random.below(open + 1))
            }
            open += 1
            return .add("task \(number)")
        }
    }
}

extension Tasks {
    mutating func apply(_ action: TaskAction) {
        switch action {
        case .add(let title): open.append(title)
        case .finish(let index):
            open.remove(at: index)
            done += 1
        }
    }

    /// The state at the beginning and after each of the actions.
    static func states(after actions: [TaskAction]) -> [Tasks] {
        actions.reduce(into: [Tasks()]) { states, action in
            var next = states[states.count - 1]
            next.apply(action)
            states.append(next)
        }
    }
}

/// A session that an attached app left, for comparison.
struct Recording {
    let records: [ActionRecord]
    private let states: [Tree]
    private let findings: [SessionCheck.Finding]

    init(at url: URL) throws {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        states = try (0...timeline.last).map { try timeline.state(at: $0) }
        records = try (1...max(1, timeline.last)).compactMap { try timeline.session.action($0) }
        findings = try SessionCheck.run(timeline.session).findings
    }

    /// Checks that the session is sound and has exactly these states.
    func expect(_ expected: [some Encodable], sourceLocation: SourceLocation = #_sourceLocation) throws {
        var encoder = TreeEncoder()
        let expected = try expected.map { try encoder.encode($0) }
        #expect(states == expected, sourceLocation: sourceLocation)
        #expect(findings == [], sourceLocation: sourceLocation)
    }
}
