import Foundation
import RewindSession
import RewindTimeline
import TestSupport
import Testing
@testable import Rewind
@testable import RewindUpkeep

/// The random life of a process that records, until it is killed.
private struct Life: Codable {
    enum Event: String, CaseIterable, Codable {
        case action, effect, endEffect, background, foreground, notifiedBackground, notifiedForeground, wait
        /// The clock is set back by an hour.
        case clockBack
    }

    enum End: String, CaseIterable, Codable {
        case killed, killedInAction, closed
    }

    /// 2026-11-23 20:15:03 UTC, in microseconds since 1970.
    static let start: Int64 = 1_795_464_903_999_999

    let folder: String
    let durability: String
    let events: [Event]
    let end: End

    init(in folder: URL, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.folder = folder.path
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
            case .action, .wait, .clockBack: break
            }
        }
        // Without the crash log, nothing is known about the action.
        return isInBackground && effects == 0 && !endsInKnownAction ? .suspended : .crashed
    }

    private var endsInKnownAction: Bool { end == .killedInAction && durability != Durability.buffered.rawValue }

    /// The number of actions that must be found.
    var actionCount: Int { events.count { $0 == .action } + (endsInKnownAction ? 1 : 0) }

    /// The number of effects that must be found.
    var effectCount: Int { events.count { $0 == .effect } }

    /// The options of a recorder at the time of the start, and a function that sets its clock back.
    static func options() -> (RecorderOptions, setBack: () -> Void) {
        let clock = LifeClock(now: start)
        var options = RecorderOptions()
        options.now = { clock.now }
        return (options, { clock.setBack() })
    }

    static func sessions(in folder: String) -> SessionFolder {
        SessionFolder(URL(filePath: folder), keeping: 10, isEnabled: true, environment: [:], arguments: [])
    }

    func run() throws {
        var (options, setBack) = Self.options()
        options.durability = try #require(Durability(rawValue: durability))
        let recorder = Recorder<Int>(in: Self.sessions(in: folder), options: options)
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
            case .clockBack: setBack()
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

/// A clock that can be set back.
///
/// Safe to share because its state is only used under `lock`.
private final class LifeClock: @unchecked Sendable {
    private let lock = NSLock()
    private var time: Int64

    init(now: Int64) {
        time = now
    }

    var now: Int64 {
        lock.withLock {
            time += 1_000
            return time
        }
    }

    func setBack() {
        lock.withLock { time -= 3_600_000_000 }
    }
}

@Suite(.ownThreads) struct BackgroundTests {
    private let folder = TemporaryFolder()

    @Test(arguments: 0..<UInt64(Thoroughness.count(12, orInFull: 500)))
    func `A process that is killed in the background with nothing under way was suspended`(seed: UInt64) async throws {
        let sessions = Life.sessions(in: folder.url.path)
        // Another process records into the same folder, and has taken the name of this second.
        let other = Recorder<Int>(in: sessions, options: Life.options().0)
        let life = Life(in: folder.url, seed: seed)
        await #expect(processExitsWith: .signal(SIGKILL)) { [life = life as Life] in try life.run() }
        let comment = Comment(rawValue: "\(life)")
        let (newest, oldest) = try #require(sessions.sessions().first.map { ($0, sessions.sessions().last) })
        #expect(oldest?.url == other.url && oldest?.ending == .live, comment)
        #expect(newest.ending?.rawValue == life.how.rawValue, comment)
        let copy = folder.session("copy.rewind")
        try newest.export(to: copy)
        for url in [newest.url, copy] {
            let session = try SessionReader(opening: url)
            defer { session.close() }
            #expect(try session.ending().how == life.how, comment)
            #expect(try session.facts()[SessionFact.backgroundKey] == nil)
            #expect(try session.lastSeq() == life.actionCount, comment)
            #expect(try SQL.rows("SELECT * FROM effect", in: url).count == life.effectCount, comment)
            #expect(try SessionCheck.run(session).findings == [], comment)
        }
        for table in ["session", "action", "effect", "outcome", "snapshot"] {
            let sql = "SELECT * FROM \(table) ORDER BY 1"
            #expect(try SQL.rows(sql, in: copy) == SQL.rows(sql, in: newest.url), comment)
        }
        #expect(try StoredSession(at: copy).ending?.rawValue == life.how.rawValue, comment)
        #expect(!FileManager.default.fileExists(atPath: copy.path + "-wal"))
        other.close()
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
