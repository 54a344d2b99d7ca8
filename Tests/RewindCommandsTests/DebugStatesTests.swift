import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands
@testable import RewindTerminal

/// The display of unknown states, of which only those on screen are recovered.
@Suite struct DebugStatesTests {
    /// A view of a session, and one of the same session with all states recovered.
    private struct Pair {
        let view: DebugView
        let whole: DebugView

        init(_ sample: DebugSample) throws {
            view = DebugView(try sample.open(), file: "a.rewind", style: TextStyle(isOn: false))
            let timeline = try Timeline(opening: sample.url)
            let all = [timeline.first...timeline.last]
            timeline.recovery = StateRecoverer(write: { _ in }).recover
            let hasRecovered = try timeline.know(allIn: all)
            #expect(hasRecovered == (RegisteredApp.current != nil))
            whole = DebugView(try DebugSession(timeline), file: "a.rewind", style: TextStyle(isOn: false))
        }

        /// Returns the frames without the message line.
        func frames(_ size: TerminalFrame.Size) -> [[String]] {
            [view, whole].map { view in
                var lines = view.frame(size: size).lines
                lines.remove(at: size.rows - 2)
                return lines
            }
        }

        func handle(_ event: TerminalEvent) {
            _ = (view.handle(event), whole.handle(event))
        }

        func perform(_ line: String) -> [String] {
            [view, whole].map { view in
                var lines: [String] = []
                let commands = DebugCommands(view.session, style: TextStyle(isOn: false), width: nil) {
                    lines.append($0)
                }
                do {
                    _ = try commands.perform(line)
                } catch {
                    lines.append(Wording.failure(for: error)?.message ?? "\(error)")
                }
                return lines.joined(separator: "\n")
            }
        }
    }

    private static let lines = [
        "goto 41", "goto 420", "goto 700", "goto end", "goto 0", "rc", "c", "search 日本 1", "reverse-search 日本 2",
        "blame /text", "blame /n",
        "blame /list", "history /text", "history /list/0/id", "history /n", "print", "print 530", "diff 120..250",
        "diff 360", "list", "list 600", "action 633", "next 3", "rn", "back 5", "step 2", "undo", "redo", "screen",
        "display /n",
    ]

    @Test(
        arguments: Thoroughness.first(2, of: 0..<5 as Range<UInt64>),
        [true, false]
    )
    func `Recovering states lazily gives the same as recovering all at once`(seed: UInt64, hasApp: Bool) throws {
        try RegisteredApp.$current.withValue(hasApp ? DebugSample.app : nil) {
            let sample = try DebugSample(seed: seed, count: 900, losing: 12)
            var random = SplitMix64(seed: seed)
            let pair = try Pair(sample)
            let first = random.pick(["watch /text", "watch at('/n') = 2", "break Rename", "watch /list/0"])
            #expect(Set(pair.perform(first)).count == 1)
            let keys: [TerminalEvent.Key] =
                [.up, .down, .left, .right, .pageUp, .home, .end, .enter] + "12345nNcCuU[].".map { .character($0) }
            for _ in 0..<60 {
                if random.below(3) == 0 {
                    let line = random.pick(Self.lines)
                    let answers = pair.perform(line)
                    #expect(answers[0] == answers[1], "\(line)")
                } else {
                    pair.handle(.key(random.pick(keys)))
                }
                #expect(pair.view.session.at == pair.whole.session.at)
                #expect(pair.view.session.pointer == pair.whole.session.pointer)
                let frames = pair.frames(.init(columns: 110, rows: 20))
                #expect(frames[0] == frames[1])
                let sessions = [pair.view.session, pair.whole.session]
                let states = try sessions.map { try $0.timeline.state(at: $0.at) }
                #expect(states[0] == states[1])
            }
        }
    }

    @Test func `Only visible states are recovered`() throws {
        try RegisteredApp.$current.withValue(DebugSample.app) {
            let sample = try DebugSample(seed: 4, count: 3_000, branches: false, losing: 20)
            let view = DebugView(try sample.open(), file: "a.rewind", style: TextStyle(isOn: false))
            let all = try view.session.timeline.seqsOfUnknownEffects(in: [1...3_000])
            #expect(all.count > 100)
            _ = view.frame(size: .init(columns: 100, rows: 30))
            let left = try view.session.timeline.seqsOfUnknownEffects(in: [1...3_000])
            #expect(all.filter { $0 < 2_000 } == left.filter { $0 < 2_000 })
            #expect(all.count > left.count)
        }
    }

    @Test func `A replacement for an unknown state is marked`() throws {
        let session = try DebugSession(try ListSession().open())
        let view = DebugView(session, file: "list.rewind", style: TextStyle(isOn: false))
        _ = view.handle(.key(.up))
        _ = view.handle(.key(.up))
        let text = view.frame(size: .init(columns: 100, rows: 20)).lines.joined(separator: "\n")
        #expect(text.contains(" 3 of 5  (unknown; showing the state at 2)"))
        #expect(view.message?.hasPrefix("Note: the effect of action 3 is unknown; showing the state at 2") == true)
    }
}
