import Foundation
import Rewind
import RewindStore
import RewindSession
import RewindTree
import TestSupport
import Testing
import RewindTimeline

/// States and actions whose conformances to `Encodable` are isolated to the main actor.
@Suite(.ownThreads, .serialized) struct IsolatedStateTests {
    @MainActor private struct Counter: @MainActor Codable {
        var count = 0
        var names = ["b", "a"]

        enum CodingKeys: CodingKey {
            case count, names
        }

        init(count: Int = 0) { self.count = count }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(count, forKey: .count)
            // Off the actor, the closure traps.
            try container.encode(names.sorted { $0 < $1 }, forKey: .names)
        }
    }

    @MainActor private struct Step: Action, @MainActor Codable {
        var amount = 1
    }

    // A value passed to another thread.
    // Safe because the values in these tests are not changed.
    private struct Passed<Value>: @unchecked Sendable {
        let value: Value
    }

    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    /// Returns options with a long wait for the main thread, as other tests may keep it busy.
    private static func patient(_ durability: Durability = .crashSafe) -> RecorderOptions {
        var options = RecorderOptions(durability)
        options.longestWaitForMainThread = 600
        return options
    }

    /// Returns the states of a session, and the coder of each action; for an unknown state, the last known one.
    private func recorded() throws -> [String] {
        let timeline = try Timeline(opening: url)
        var lines = [try timeline.state(at: 0).text]
        try timeline.session.forEachAction { record in
            let state = try? timeline.state(at: record.seq).text
            lines.append("\(record.coder) \(record.payload?.text ?? "-") \(record.status) \(state ?? "unknown")")
            return true
        }
        return lines
    }

    private static func state(_ count: Int) -> String { #"{"count":\#(count),"names":["a","b"]}"# }

    @Test(arguments: Durability.allCases)
    func `An isolated state from another thread is encoded once the main thread is free`(durability: Durability)
        async throws
    {
        let recorder = try Recorder<Counter>(recordingTo: url, options: Self.patient(durability))
        let values = await MainActor.run {
            Passed(value: (1...3).map { (action: Step(amount: $0) as Any, state: Counter(count: $0)) })
        }
        await MainActor.run { recorder.recordInitialState(Counter()) }
        try Threads(1) { _ in
            for value in values.value { recorder.record(value.action, resultingIn: value.state) }
            recorder.flush(atMost: .seconds(60))
            recorder.close()
        }.wait()
        let rows = (1...3).map { #"codable {"amount":\#($0)} done "# + Self.state($0) }
        #expect(try recorded() == [Self.state(0)] + rows)
        #expect(recorder.droppedCount == 0)
    }

    @Test(arguments: [false, true])
    func `An isolated state from another thread is encoded while the main thread waits`(closes: Bool) async throws {
        let recorder = try Recorder<Counter>(recordingTo: url, options: Self.patient())
        let value = await MainActor.run { Passed(value: (action: Step() as Any, state: Counter(count: 1))) }
        await MainActor.run {
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                recorder.record(value.value.action, resultingIn: value.value.state)
                done.signal()
            }
            done.wait()
            if closes { recorder.close() } else { recorder.flush(atMost: .seconds(60)) }
        }
        recorder.close()
        #expect(try recorded() == ["null", #"codable {"amount":1} done "# + Self.state(1)])
    }

    @Test
    func `Without the main thread, an isolated state is recorded as unknown and reported`()
        async throws
    {
        let problems = Problems()
        var options = RecorderOptions()
        options.onProblem = { problems.tell($0) }
        let recorder = try Recorder<Counter>(recordingTo: url, options: options)
        let values = await MainActor.run {
            Passed(value: (1...2).map { (action: Step(amount: $0) as Any, state: Counter(count: $0)) })
        }
        await MainActor.run {
            recorder.recordInitialState(Counter())
            // The main thread waits for a thread that waits for the recorder.
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                recorder.record(values.value[0].action, resultingIn: values.value[0].state)
                recorder.flush(atMost: .seconds(60))
                done.signal()
            }
            done.wait()
            recorder.record(values.value[1].action, resultingIn: values.value[1].state)
        }
        recorder.close()
        #expect(
            try recorded() == [
                Self.state(0), #"reflected {"amount":1} dropped "# + Self.state(0),
                #"codable {"amount":2} done "# + Self.state(2),
            ]
        )
        #expect(problems.wait { $0 == .stateNotEncodable(seq: 1) })
        for name in ["IsolatedStateTests.Counter", "IsolatedStateTests.Step"] {
            #expect(problems.wait { if case .isolatedConformance(name, _) = $0 { true } else { false } })
        }
    }

    @Test
    func `An isolated state can flush and close the recorder while it is encoded`()
        async throws
    {
        let deed = Deed()
        let recorder = try Recorder<Busy>(recordingTo: url, options: Self.patient())
        deed.body = { [unowned recorder] in
            recorder.flush(atMost: .seconds(60))
            recorder.close()
        }
        let state = await MainActor.run { Passed(value: Busy(deed: deed)) }
        try Threads(1) { _ in
            recorder.record(Add(amount: 1), resultingIn: state.value)
            recorder.flush(atMost: .seconds(60))
            recorder.close()
        }.wait()
        #expect(try recorded() == ["null", #"codable {"amount":1} done 7"#])
    }

    // Work that a state performs while it is encoded.
    // Safe to share because it is set before other threads are started.
    private final class Deed: @unchecked Sendable {
        var body: () -> Void = {}
    }

    @MainActor private struct Busy: @MainActor Encodable {
        let deed: Deed

        func encode(to encoder: any Encoder) throws {
            deed.body()
            try 7.encode(to: encoder)
        }
    }
}
