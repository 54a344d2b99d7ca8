import Foundation
import Rewind
import RewindSession
import RewindTimeline
import TestSupport
import Testing

/// The random life of a process that records, until it is killed.
private struct Life: Codable {
    enum Event: String, CaseIterable, Codable {
        case action, effect, endEffect, background, foreground, notifiedBackground, notifiedForeground, wait
    }

    enum End: String, CaseIterable, Codable {
        case killed, killedInAction, closed
    }

    let path: String
    let durability: String
    let events: [Event]
    let end: End

    init(at path: String, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.path = path
        durability = random.pick(Durability.allCases).rawValue
        var events = (0..<random.below(12)).map { _ in random.pick(Event.allCases) }
        // Most processes die in the background.
        if random.below(3) > 0 { events += [.background] }
        self.events = events
        end = random.pick(End.allCases + [.killed])
    }

    /// What is true of the end.
    var how: SessionEnding.How {
        if end == .closed { return .closed }
        var (isInBackground, effects) = (false, 0)
        for event in events {
            switch event {
            case .effect: effects += 1
            case .endEffect: effects = max(0, effects - 1)
            case .background, .notifiedBackground: isInBackground = true
            case .foreground, .notifiedForeground: isInBackground = false
            case .action, .wait: break
            }
        }
        // Without the crash log, nothing is known about the action.
        let isInAction = end == .killedInAction && durability != Durability.buffered.rawValue
        return isInBackground && effects == 0 && !isInAction ? .suspended : .crashed
    }

    func run() throws {
        var options = RecorderOptions()
        options.durability = try #require(Durability(rawValue: durability))
        let recorder = try Recorder<Int>(recordingTo: URL(filePath: path), options: options)
        let end = end
        let isDeadly = { (action: String) in action == "die" && end == .killedInAction }
        let reduce = recorder.reducer(
            wrapping: { (action: String, state: Int?) in
                if isDeadly(action) { kill(getpid(), SIGKILL) }
                return (state ?? 0) + 1
            }
        )
        var (state, effects): (Int?, [RunningEffect]) = (nil, [])
        for event in events {
            switch event {
            case .action: state = reduce("act", state)
            case .effect: effects.append(recorder.beginEffect("request"))
            case .endEffect: effects.popLast()?.end()
            case .background: #expect(recorder.enterBackground(atMost: .seconds(60)))
            case .foreground: recorder.enterForeground()
            case .notifiedBackground: Self.post("UIApplicationDidEnterBackgroundNotification")
            case .notifiedForeground: Self.post("UIApplicationWillEnterForegroundNotification")
            case .wait: usleep(30_000)
            }
        }
        // The end of an effect is only certain when it is written.
        recorder.flush(atMost: .seconds(60))
        switch end {
        case .closed: recorder.close()
        case .killedInAction: _ = reduce("die", state)
        case .killed: break
        }
        kill(getpid(), SIGKILL)
    }

    private static func post(_ name: String) {
        NotificationCenter.default.post(name: Notification.Name(name), object: nil)
    }
}

@Suite(.ownThreads) struct BackgroundTests {
    private let folder = TemporaryFolder()

    @Test(arguments: 0..<UInt64(Thoroughness.count(12, orInFull: 500)))
    func `A process that is killed in the background with nothing under way was suspended`(seed: UInt64) async throws {
        let life = Life(at: folder.session().path, seed: seed)
        await #expect(processExitsWith: .signal(SIGKILL)) { [life = life as Life] in try life.run() }
        let url = URL(filePath: life.path)
        let comment = Comment(rawValue: "\(life)")
        #expect(try SessionSummary(of: url).how == life.how, comment)
        let session = try SessionReader(opening: url)
        defer { session.close() }
        #expect(try session.ending().how == life.how, comment)
        #expect(try SessionSummary(of: url).how == life.how, comment)
        #expect(try session.facts()[SessionFact.backgroundKey] == nil)
    }

    @Test func `Flushing ends when time is up`() async throws {
        let gate = Gate()
        let recorder = try Recorder<Gated>(recordingTo: folder.session())
        let reduce = recorder.reducer(
            wrapping: { (_: String, state: Gated?) in Gated(n: (state?.n ?? 0) + 1, gate: gate) }
        )
        gate.set(open: false)
        _ = reduce("act", Gated(n: 0, gate: gate))
        #expect(!recorder.flush(atMost: .milliseconds(20)))
        #expect(!recorder.enterBackground(atMost: .milliseconds(20)))
        gate.set(open: true)
        #expect(await recorder.flush())
        #expect(recorder.flush(atMost: .seconds(Int64.max)))
        recorder.close()
        #expect(recorder.flush(atMost: .zero))
    }
}
