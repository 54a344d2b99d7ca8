import Foundation
import RewindTimeline
import TestSupport
import Testing

@testable import RewindCommands
@testable import RewindTerminal

/// Measures the time from a key to the next frame, at 160 by 48 cells, and prints it. `REWIND_DEBUG_SESSION` names the
/// session, such as one that `rewind demo --actions 1000000` records.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["REWIND_DEBUG_SESSION"] != nil))
struct DebugFiguresTests {
    private static let size = TerminalFrame.Size(columns: 160, rows: 48)
    private static let count = 400

    @Test(arguments: DebugPanes.Pane.allCases) func `A step is drawn in a sixtieth of a second`(pane: DebugPanes.Pane)
        throws
    {
        let path = try #require(ProcessInfo.processInfo.environment["REWIND_DEBUG_SESSION"])
        let clock = ContinuousClock()
        var view: DebugView?
        let first = try clock.measure {
            let session = try DebugSession(try Timeline(opening: URL(fileURLWithPath: path)))
            let new = DebugView(session, file: path, style: TextStyle(isOn: true))
            _ = new.frame(size: Self.size).update(from: nil)
            view = new
        }
        let shown = try #require(view)
        _ = shown.handle(.key(.character(Character(String(pane.rawValue + 1)))))
        var (random, shownFrame) = (SplitMix64(seed: 1), shown.frame(size: Self.size))
        var steps: [Duration] = []
        var jumps: [Duration] = []
        for number in 0..<Self.count {
            let isJump = number.isMultiple(of: 4)
            let seq = random.below(shown.session.timeline.last) + 1
            let key: TerminalEvent.Key = random.below(2) == 0 ? .up : .down
            let duration = try clock.measure {
                if isJump { try shown.session.go(to: seq) } else { _ = shown.handle(.key(key)) }
                let frame = shown.frame(size: Self.size)
                _ = frame.update(from: shownFrame)
                shownFrame = frame
            }
            if isJump { jumps.append(duration) } else { steps.append(duration) }
        }
        print(
            "\(pane.name): first frame \(Self.text(first)); \(Self.text(steps, of: "a step")); \(Self.text(jumps, of: "a jump"))"
        )
        #expect(Self.p90(steps) < .milliseconds(16))
    }

    private static func p90(_ durations: [Duration]) -> Duration {
        durations.sorted()[durations.count * 9 / 10]
    }

    private static func text(_ durations: [Duration], of name: String) -> String {
        let median = durations.sorted()[durations.count / 2]
        return "\(name) median \(text(median)), p90 \(text(p90(durations)))"
    }

    private static func text(_ duration: Duration) -> String {
        duration.formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: 2)))
    }
}
