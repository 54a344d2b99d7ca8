import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

/// The ways in which a reducer can end the process.
enum Trap: String, CaseIterable, Codable {
    case fatalError, index, overflow, exception, segmentationFault

    func spring() {
        switch self {
        case .fatalError: Swift.fatalError("sprung")
        case .index: blackHole([1, 2, 3][rawValue.utf8.count])
        case .overflow: blackHole(Int8(truncatingIfNeeded: rawValue.utf8.count) + .max)
        case .exception: abort()
        case .segmentationFault: raise(SIGSEGV)
        }
    }

    @inline(never) private func blackHole<T>(_ value: T) {
        withExtendedLifetime(value) {}
    }
}

@Suite struct TrapTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: Trap.allCases,
        [(Durability.crashSafe, true), (.crashSafe, false), (.powerSafe, true)]
    )
    func `An action whose reducer traps is marked as begun, after all previous actions`(
        _ trap: Trap,
        _ kind: (durability: Durability, isWrapped: Bool)
    ) async throws {
        let url = folder.session()
        let (name, isWrapped) = (kind.durability.rawValue, kind.isWrapped)
        await #expect(processExitsWith: .failure) {
            [trap = trap as Trap, path = url.path as String, name = name as String, isWrapped = isWrapped as Bool] in
            var options = RecorderOptions()
            options.durability = try #require(Durability(rawValue: name))
            let recorder = try Recorder<Tally>(recordingTo: URL(filePath: path), options: options)
            let trapping: Reducer<Tally> = { action, state in
                if action is Note { trap.spring() }
                return tallied(action, state)
            }
            let store = Store(
                reducer: isWrapped ? recorder.reducer(wrapping: trapping) : trapping,
                state: Tally(),
                middleware: isWrapped ? [] : [recorder.middleware()]
            )
            for number in 1...50 {
                store.dispatch(Step(thread: 0, number: number, isLarge: false))
                // Some actions are in the file by then, and some are not.
                if number == 25 { recorder.flush(atMost: .seconds(60)) }
            }
            store.dispatch(Note(text: "fatal"))
        }
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 51)
        let fatal = try #require(try timeline.session.action(51))
        #expect(fatal.type == "Note")
        #expect(fatal.payload == ["text": "fatal"])
        #expect(fatal.status == .began)
        var (tally, encoder) = (Tally(), TreeEncoder())
        for number in 1...50 {
            let step = Step(thread: 0, number: number, isLarge: false)
            tally.add(step)
            let record = try #require(try timeline.session.action(number))
            #expect(record.payload == (try encoder.encode(step)))
            #expect(record.status == .done || (number > 25 && record.status == .dropped))
            guard record.status == .done else { continue }
            #expect(try timeline.state(at: number) == encoder.encode(tally))
        }
        #expect(try SessionCheck.run(timeline.session).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }
}
