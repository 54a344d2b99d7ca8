@testable import ArticleClient
import Foundation
import Rewind
import RewindStore
import RewindTravel
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing
import RewindTimeline

@testable import RewindTool

/// The main guarantee: the state at n is the state that the store had right after action n.
@Suite(.timeLimit(.minutes(10))) struct TruthTests {
    @MainActor
    @Test(arguments: Thoroughness.first(1, of: Durability.allCases))
    func `Every recorded state of the scripted visit is the store's`(durability: Durability) async throws {
        let folder = TemporaryFolder()
        let truth = Truth<AppState>(
            { action, state in (try? linkedAppReducer(action: action, state: state)) ?? state ?? AppState() },
            initial: Language.english.initialState,
            restored: { ($0 as? Restoration<AppState>)?.seq }
        )
        let recorder = try Self.recorder(in: folder, durability)
        let clock = VisitClock(startingAt: Date(timeIntervalSince1970: 0))
        _ = try await ScriptedVisit.run(
            recorder: recorder,
            clock: clock,
            language: .english,
            middleware: [truth.middleware]
        )
        recorder.close()
        #expect(truth.states.count >= 60)
        #expect(truth.stored == truth.states.last)
        try Self.compare(folder, truth, initial: Language.english.initialState)
        for seq in stride(from: 1, through: truth.states.count, by: 13) {
            let shown = try await Tool.run("show", "a.rewind", "\(seq)", "--json", in: folder)
            let isEqual = try JSON.equal(shown.output, JSONEncoder().encode(truth.states[seq - 1]))
            #expect(isEqual, "\(seq)")
        }
    }

    @MainActor
    @Test(arguments: Thoroughness.pairs([false, true], Durability.allCases))
    func `States are exact if a subscriber dispatches inside newState`(
        hasInitial: Bool,
        durability: Durability
    ) async throws {
        let folder = TemporaryFolder()
        let initial = hasInitial ? AppState() : nil
        let truth = Truth(appReducer, initial: initial)
        let recorder = try Self.recorder(in: folder, durability)
        let store = Store(
            reducer: appReducer,
            state: initial,
            middleware: [recorder.middleware(), truth.middleware]
        )
        let echo = Echo(store)
        store.subscribe(echo)
        var random = SplitMix64(seed: 42)
        for number in 1...300 {
            if Bool.random(using: &random) {
                store.dispatch(HomeRefreshAction(isRefresh: Bool.random(using: &random), pageNumber: number))
            } else {
                store.dispatch(ArticleDetailIdAction(articleId: "article \(number)"))
            }
        }
        recorder.close()
        withExtendedLifetime(echo) {}
        // The nested dispatches are the purpose of this test.
        #expect(truth.states.count > 400)
        #expect(store.state == truth.states.last)
        try Self.compare(folder, truth, initial: initial)
        #expect(try await Tool.run("verify", "a.rewind", in: folder).status == .exited(0))
    }

    @MainActor
    private static func recorder(in folder: TemporaryFolder, _ durability: Durability) throws -> Recorder<AppState> {
        var options = RecorderOptions()
        // The articles mention tokens; another test covers masking.
        options.redaction = .none
        options.durability = durability
        return try Recorder(recordingTo: folder.file("a.rewind"), options: options)
    }

    /// Compares the session with the truth: decoded, and as the JSON that Foundation encodes.
    private static func compare(_ folder: TemporaryFolder, _ truth: Truth<AppState>, initial: AppState?) throws {
        let timeline = try Timeline(opening: folder.file("a.rewind"))
        defer { timeline.session.close() }
        #expect(timeline.last == truth.states.count)
        #expect(try timeline.state(at: 0) == initial.map { try encoded($0) } ?? .null)
        var random = SplitMix64(seed: 7)
        // Each state in order, then in random order, so that no neighbor helps.
        for seq in Array(1...timeline.last) + (1...timeline.last).shuffled(using: &random) {
            let decoded = try TreeDecoder().decode(AppState.self, from: try timeline.state(at: seq))
            let isEqual = decoded == truth.states[seq - 1]
            #expect(isEqual, "\(seq)")
        }
        for seq in stride(from: 1, through: timeline.last, by: 5) {
            let isEqual = try JSON.equal(timeline.state(at: seq).text, JSONEncoder().encode(truth.states[seq - 1]))
            #expect(isEqual, "\(seq)")
        }
        try timeline.session.forEachAction { record in
            let action = truth.actions[record.seq - 1]
            #expect(record.type == String(describing: type(of: action)))
            let isRefused = (action as? ArticleDetailIdAction)?.articleId.isEmpty == true
            #expect(record.status == (isRefused ? .failed : .done))
            #expect(record.coder == .codable)
            let coded = try #require(action as? any Codable)
            let isEqual = try JSON.equal(record.payload?.text ?? "", JSONEncoder().encode(coded))
            #expect(isEqual, "payload of \(record.seq)")
            return true
        }
    }

    private static func encoded(_ state: AppState) throws -> Tree {
        var encoder = TreeEncoder()
        return try encoder.encode(state)
    }
}
