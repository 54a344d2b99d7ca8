import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

private struct Work: Codable, Hashable { var thread, number: Int }

/// An app that begins and ends effects on three threads until it is killed. It records what returned in files that only
/// grow: one byte for each begin, one for each end.
private struct KilledEffects: Codable {
    let path: String
    let durability: String
    let microseconds: UInt32

    static let threads = 3
    /// With `.buffered`, only flushed effects are guaranteed.
    static let flushInterval = 16

    func progress(_ event: String, of thread: Int) -> String { "\(path).\(event)\(thread)" }

    /// Returns the number of begins or ends of a thread that returned.
    func promised(_ event: String, of thread: Int) -> Int {
        (try? Data(contentsOf: URL(filePath: progress(event, of: thread))).count) ?? 0
    }

    func run() throws {
        var options = RecorderOptions()
        options.durability = Durability(rawValue: durability) ?? .crashSafe
        let recorder = try Recorder<Tally>(recordingTo: URL(filePath: path), options: options)
        recorder.recordInitialState(Tally())
        let microseconds = microseconds
        Thread {
            usleep(microseconds)
            Foundation.kill(getpid(), SIGKILL)
        }.start()
        for thread in 1..<Self.threads { Thread { [self] in go(on: thread, recorder) }.start() }
        go(on: 0, recorder)
    }

    private func go(on thread: Int, _ recorder: Recorder<Tally>) {
        let files = ["began", "ended"].map { open(progress($0, of: thread), O_WRONLY | O_CREAT | O_APPEND, 0o600) }
        let isBuffered = durability == Durability.buffered.rawValue
        let bytes = [UInt8](repeating: UInt8(ascii: "."), count: Self.flushInterval)
        var number = 0
        while true {
            number += 1
            let work = Work(thread: thread, number: number)
            let effect = recorder.beginEffect("work", input: work)
            if !isBuffered { write(files[0], bytes, 1) }
            if number % 3 == 0 { effect.cause.run { recorder.note("note", work) } }
            effect.end(returning: Step.text(thread: thread, number: number, isLarge: number % 7 == 0))
            if !isBuffered {
                write(files[1], bytes, 1)
            } else if number % Self.flushInterval == 0 {
                recorder.flush(atMost: .seconds(60))
                for file in files { write(file, bytes, Self.flushInterval) }
            }
        }
    }
}

@Suite(.ownThreads) struct KilledEffectsTests {
    /// 200 moments in all.
    private static let rounds = Thoroughness.count(4, orInFull: 67)

    private let folder = TemporaryFolder()

    @Test(arguments: Durability.allCases)
    func `After a kill, effects are under way exactly if they had not ended`(durability: Durability) async throws {
        var random = SplitMix64(seed: UInt64(durability.rawValue.count))
        for round in 0..<Self.rounds {
            let app = KilledEffects(
                path: folder.session("\(round).rewind").path,
                durability: durability.rawValue,
                microseconds: UInt32(random.below(30_000))
            )
            await #expect(processExitsWith: .signal(SIGKILL)) { [app = app as KilledEffects] in try app.run() }
            try check(app, durability)
        }
    }

    private func check(_ app: KilledEffects, _ durability: Durability) throws {
        let comment = Comment(rawValue: "\(app.microseconds) µs, \(app.path)")
        let session = try SessionReader(opening: URL(filePath: app.path))
        #expect(try SessionCheck.run(session).findings == [], comment)
        session.close()
        let rows = try RecordedEffects(at: URL(filePath: app.path)).rows
        var (began, ended) = ([0, 0, 0], [0, 0, 0])
        var effects: [Int: Work] = [:]
        for row in rows {
            let work = try #require(row.effect.input.flatMap(Self.work), comment)
            guard row.effect.kind == .effect else {
                guard case .effect(let id) = row.effect.cause else {
                    Issue.record("a note without its effect, \(comment)")
                    continue
                }
                #expect(effects[id] == work, comment)
                continue
            }
            // In order and without gaps, and therefore without duplicates.
            began[work.thread] += 1
            #expect(work.number == began[work.thread], comment)
            effects[row.effect.id] = work
            guard let outcome = row.outcome else { continue }
            ended[work.thread] += 1
            #expect(work.number == ended[work.thread], comment)
            let text = Step.text(thread: work.thread, number: work.number, isLarge: work.number % 7 == 0)
            #expect(outcome.type == nil || outcome.value == .string(text), comment)
        }
        for thread in 0..<KilledEffects.threads {
            let promised = (app.promised("began", of: thread), app.promised("ended", of: thread))
            #expect(began[thread] >= promised.0 && ended[thread] >= promised.1, comment)
            if durability != .buffered {
                #expect(began[thread] <= promised.0 + 1 && ended[thread] <= promised.1 + 1, comment)
            }
        }
    }

    private static func work(_ input: Tree) -> Work? {
        guard let thread = input.child("thread")?.int, let number = input.child("number")?.int else { return nil }
        return Work(thread: thread, number: number)
    }
}
