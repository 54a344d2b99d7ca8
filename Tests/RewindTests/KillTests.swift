import Foundation
import Rewind
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite(.ownThreads) struct KillTests {
    /// With eight ways of dispatching, 200 moments for each durability.
    private static let rounds = Thoroughness.count(3, orInFull: 25)

    private let folder = TemporaryFolder()

    @Test(arguments: Durability.allCases, Dispatching.allCases)
    func `A kill at a random moment loses nothing that was promised`(durability: Durability, way: Dispatching)
        async throws
    {
        var random = SplitMix64(seed: UInt64(durability.rawValue.count * 100 + way.rawValue.count))
        for round in 0..<Self.rounds {
            let app = KilledApp(
                path: folder.session("\(round).rewind").path,
                durability: durability.rawValue,
                way: way,
                microseconds: UInt32(random.below(way == .fromTheStart ? 8_000 : 30_000))
            )
            await #expect(processExitsWith: .signal(SIGKILL)) { [app = app as KilledApp] in try app.run() }
            try check(app, durability)
        }
        // Each session is a single file; the progress files remain.
        let sideFiles = try folder.contents.filter { $0.contains("-") }
        #expect(sideFiles == [])
    }

    private func check(_ app: KilledApp, _ durability: Durability) throws {
        let promised = app.promised
        let comment = Comment(rawValue: "\(app.microseconds) µs, \(promised) promised")
        let timeline: Timeline
        do {
            timeline = try Timeline(opening: URL(filePath: app.path))
        } catch SessionError.notFound, SessionError.notASession(_, .empty) {
            // Killed before the file was created, or before it was marked as a session.
            #expect(app.way == .fromTheStart && promised == [0, 0, 0, 0], comment)
            try StoredSession(reading: URL(filePath: app.path)).remove()
            return
        }
        defer { timeline.session.close() }
        #expect(try SessionCheck.run(timeline.session).findings == [], comment)
        var (tally, encoder, isKnown, began) = (Tally(), TreeEncoder(), true, 0)
        for seq in 0..<timeline.last {
            let record = try #require(try timeline.session.action(seq + 1))
            let step = try #require(Step(recorded: record.payload), comment)
            // In order and without gaps, and therefore without duplicates.
            #expect(step.number == tally.counts[step.thread] + 1, comment)
            let text = Step.text(thread: step.thread, number: step.number, isLarge: app.way == .large)
            #expect(step.text == text, comment)
            tally.add(step)
            switch record.status {
            case .done:
                #expect(isKnown, "a state after one that was lost, \(comment)")
                guard app.way != .unlocked else { break }
                let expected = try encoder.encode(tally)
                #expect(try timeline.state(at: seq + 1) == expected, comment)
            case .began: began += 1
            case .dropped, .failed: isKnown = false
            }
        }
        #expect(began <= app.way.underWay, comment)
        for (count, promised) in zip(tally.counts, promised) {
            #expect(count >= promised, comment)
            if durability != .buffered { #expect(count <= promised + 1, comment) }
        }
    }

    @Test func `A session is finished even if the process that finishes it is killed`() async throws {
        var random = SplitMix64(seed: 7)
        for round in 0..<Self.rounds {
            let app = KilledApp(
                path: folder.session("\(round).rewind").path,
                durability: Durability.crashSafe.rawValue,
                way: .large,
                microseconds: 20_000
            )
            await #expect(processExitsWith: .signal(SIGKILL)) { [app = app as KilledApp] in try app.run() }
            let microseconds = UInt32(random.below(10_000))
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = app.path as String, microseconds = microseconds as UInt32] in
                Thread {
                    usleep(microseconds)
                    Foundation.kill(getpid(), SIGKILL)
                }.start()
                while true { try SessionReader(opening: URL(filePath: path)).close() }
            }
            try check(app, .crashSafe)
        }
        let sideFiles = try folder.contents.filter { $0.contains("-") }
        #expect(sideFiles == [])
    }
}

extension Step {
    init?(recorded payload: Tree?) {
        guard case .object(let members) = payload, case .integer(let thread) = members["thread"],
            case .integer(let number) = members["number"], case .string(let text) = members["text"]
        else { return nil }
        self.init(thread: Int(thread), number: Int(number), isLarge: false)
        self.text = text
    }
}
