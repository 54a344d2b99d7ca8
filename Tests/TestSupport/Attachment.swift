import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import Testing

/// The state of the attached apps.
package struct Tasks: Codable, Equatable, Sendable {
    package var open: [String]
    package var done: Int

    package init(open: [String] = [], done: Int = 0) {
        (self.open, self.done) = (open, done)
    }
}

/// The actions of the attached apps' users. An app may have one type per action or one enum.
package enum TaskAction: Codable, Equatable, Sendable {
    case add(String)
    case finish(Int)

    /// Returns random actions that make arrays grow, shrink and change in the middle.
    package static func some(_ count: Int, seed: UInt64) -> [TaskAction] {
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
    package mutating func apply(_ action: TaskAction) {
        switch action {
        case .add(let title): open.append(title)
        case .finish(let index):
            open.remove(at: index)
            done += 1
        }
    }

    /// Returns the initial state and the state after each action.
    package static func states(after actions: [TaskAction]) -> [Tasks] {
        actions.reduce(into: [Tasks()]) { states, action in
            var next = states[states.count - 1]
            next.apply(action)
            states.append(next)
        }
    }
}

/// The session of an attached app, for comparison.
package struct Recording {
    package let records: [ActionRecord]
    private let states: [Tree]
    private let findings: [SessionCheck.Finding]

    package init(at url: URL) throws {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        states = try (0...timeline.last).map { try timeline.state(at: $0) }
        records = try (1...max(1, timeline.last)).compactMap { try timeline.session.action($0) }
        findings = try SessionCheck.run(timeline.session).findings
    }

    /// Checks that the session is sound and has exactly these states.
    package func expect(_ expected: [some Encodable], sourceLocation: SourceLocation = #_sourceLocation) throws {
        var encoder = TreeEncoder()
        expect(try expected.map { try encoder.encode($0) }, sourceLocation: sourceLocation)
    }

    /// Checks that the session is sound and has exactly these states.
    package func expect(_ expected: [Tree], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(states == expected, sourceLocation: sourceLocation)
        #expect(findings == [], sourceLocation: sourceLocation)
    }
}
