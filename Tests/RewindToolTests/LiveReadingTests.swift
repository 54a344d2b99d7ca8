import Foundation
import Rewind
import RewindStore
import RewindSession
import RewindTimeline
import RewindTree
import Subprocess
import TestSupport
import Testing

/// A session that is read during its recording, by this process and by others.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct LiveReadingTests {
    private static let looks = 15

    private struct Count: Action, Codable {
        var to: Int
    }

    /// A state with the number of its action in two places, far from each other.
    private struct Counted: Codable {
        struct Inner: Codable {
            var lately: [Int] = []
            var n = 0
        }

        var inner = Inner()
        var n = 0
        var text = String(repeating: "A text that never changes. ", count: 50)

        mutating func count(to number: Int) {
            n = number
            inner.n = number
            inner.lately = (inner.lately + [number]).suffix(10)
        }
    }

    /// Records until there is a file at `end`, or until a limit.
    private static func record(into path: String, until end: String) throws {
        var options = RecorderOptions()
        options.longestWait = .seconds(60)
        let recorder = try Recorder<Counted>(recordingTo: URL(fileURLWithPath: path), options: options)
        var state = Counted()
        recorder.recordInitialState(state)
        var number = 0
        while access(end, F_OK) != 0, number < 1_000_000 {
            for _ in 0..<10 {
                number += 1
                state.count(to: number)
                recorder.record(Count(to: number), resultingIn: state)
            }
            usleep(1_000)
        }
        recorder.close()
    }

    @Test func `Every reading of a live session is consistent`() async throws {
        let folder = TemporaryFolder()
        let (path, end) = (folder.file("a.rewind").path, folder.file("end"))
        async let recording: Void = OwnThreads.run { try Self.record(into: path, until: end.path) }
        // Ends the recording in any case.
        defer { try? Data().write(to: end) }
        var random = SplitMix64(seed: 1)
        var (last, looks, isEnded) = (0, 0, false)
        while !isEnded {
            guard let timeline = try Self.open(folder.file("a.rewind"), isThere: last > 0) else {
                try await Task.sleep(for: .milliseconds(2))
                continue
            }
            #expect(timeline.last >= last)
            last = timeline.last
            isEnded = !timeline.session.isLive
            for seq in [last, last / 2] + (0..<4).map({ _ in random.below(last + 1) }) {
                try Self.check(timeline, at: seq)
            }
            timeline.session.close()
            looks += 1
            if looks == Self.looks { try Data().write(to: end) }
            if looks % 10 == 1 || isEnded { try await Self.checkTool(in: folder, from: last) }
        }
        try await recording
        #expect(looks > Self.looks)
        #expect(try await Tool.run("verify", "a.rewind", in: folder).output.hasPrefix("ok: \(last) actions, "))
        #expect(try folder.files().keys.sorted() == ["a.rewind", "end"])
    }

    @Test func `All commands for the app say the same if it does not travel`() async throws {
        let folder = TemporaryFolder()
        let (path, end) = (folder.file("a.rewind").path, folder.file("end"))
        async let recording: Void = OwnThreads.run { try Self.record(into: path, until: end.path) }
        defer { try? Data().write(to: end) }
        while try Self.open(folder.file("a.rewind"), isThere: false)?.session.close() == nil {
            try await Task.sleep(for: .milliseconds(2))
        }
        let commands = [
            ["undo"], ["redo"], ["goto", "1"], ["dispatch", "Count", "{}"], ["dispatch", "Count", "{}", "--at", "1"],
            ["bookmark", "here", "1"], ["travel", "status"],
        ]
        for arguments in commands {
            let answer = try await Tool.run([arguments[0], "a.rewind"] + arguments.dropFirst(), in: folder)
            #expect(answer.status == .exited(2))
            let sentence = "Error: The app recording a.rewind does not accept travel commands.\n"
            #expect(answer.errors.hasPrefix(sentence), "\(arguments): \(answer.errors)")
        }
        try Data().write(to: end)
        try await recording
    }

    /// Opens the session; nil while it does not exist yet.
    private static func open(_ url: URL, isThere: Bool) throws -> Timeline? {
        do {
            let timeline = try Timeline(opening: url)
            if timeline.last > 0 { return timeline }
            timeline.session.close()
            return nil
        } catch let error as SessionError where !isThere {
            switch error {
            case .notFound, .notASession(_, .empty), .damaged(_, .noInitialState): return nil
            default: throw error
            }
        }
    }

    private static func check(_ timeline: Timeline, at seq: Int) throws {
        let state = try timeline.state(at: seq)
        let number = Tree.integer(Int64(seq))
        #expect(state[["n"]] == number)
        #expect(state[["inner", "n"]] == number)
        #expect(try timeline.value(at: seq, ["inner", "n"]) == number)
        guard seq > 0 else { return }
        #expect(state[["inner", "lately"]] == Tree(elements: (max(1, seq - 9)...seq).map { .integer(Int64($0)) }))
        #expect(try timeline.blame(["n"], at: seq)?.seq == seq)
        #expect(try timeline.session.action(seq)?.payload == ["to": number])
    }

    /// Checks the same with the tool, which may see actions after `last`.
    private static func checkTool(in folder: TemporaryFolder, from last: Int) async throws {
        func run(_ arguments: String...) async throws -> String {
            let answer = try await Tool.run(arguments, in: folder)
            #expect(answer.status == .exited(0), "\(arguments)")
            #expect(answer.errors == "", "\(arguments)")
            return answer.output
        }
        let state = try Tree(parsing: try await run("show", "a.rewind", "end", "--json"))
        guard case .integer(let number)? = state[["n"]] else { throw CocoaError(.coderInvalidValue) }
        #expect(number >= Int64(last))
        #expect(state[["inner", "n"]] == .integer(number))

        let log = try await run("log", "a.rewind", "--reverse", "--limit", "5", "--json").split(separator: "\n")
        let actions = try log.map { try Tree(parsing: String($0)) }
        #expect(actions.count == min(5, Int(number)) || actions.count == 5)
        for action in actions { #expect(action[["payload", "to"]] == action[["seq"]]) }
        if case .integer(let newest)? = actions.first?[["seq"]] { #expect(newest >= number) }

        let patch = try Patch(
            tree: try Tree(parsing: try await run("diff", "a.rewind", "start", "end", "--format", "patch"))
        )
        let first = try Tree(parsing: try await run("show", "a.rewind", "start", "--json"))
        let end = try first.applying(patch)
        #expect(end[["n"]] != nil && end[["n"]] == end[["inner", "n"]])
    }
}
