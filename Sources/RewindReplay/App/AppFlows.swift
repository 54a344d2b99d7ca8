import Foundation
import Rewind
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

extension RegisteredApp {
    /// Returns a copy of the app whose whole sessions can be run again: from the actions and flows that nothing caused, such
    /// as taps, with the recorded outcomes of requests.
    ///
    /// ```swift
    /// let app = RegisteredApp(reducer: articleReducer, actions: actions).runningFlows(
    ///     ["tap": { app, name in await app.tap(try name.decode()) }],
    ///     in: { recorder, state in ArticleApp(repository: NoNetwork(), recordedBy: recorder, state: state) },
    ///     dispatch: { app, action in app.store.dispatch(action) }
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - flows: What to run for a flow, by its name. Receives the app and the recorded input, which is null if there is
    ///     none. It must record the flow under this name again.
    ///   - launch: Creates the app with a recorder that replays the effects, and with the state to start in; nil if
    ///     the recorded app started without one.
    ///   - dispatch: Dispatches an action.
    ///   - options: The options of replays, with the types of errors and the redaction of the app.
    ///   - travel: Moves the app to the state at a seq, where the recorded one went back.
    public func runningFlows<State: Decodable, Action, App>(
        _ flows: [String: @MainActor (App, RecordedValue) async throws -> Void],
        options: ReplayOptions = ReplayOptions(),
        in launch: @escaping @MainActor (Recorder<State>, State?) throws -> App,
        dispatch: @escaping @MainActor (App, Action) -> Void,
        travel: (@MainActor (App, Int) throws -> Void)? = nil
    ) -> RegisteredApp {
        var copy = self
        let runner = self.runner
        var registered = options
        registered.recorder.userInfo.merge(userInfo) { given, _ in given }
        copy.flowRunner = { [registered] recording, options, progress in
            let options = options ?? registered
            let recorder = try Recorder<State>(replaying: recording, options: options, drivesRoots: true)
            let types = try runner?.actionTypes(Action.self, userInfo: options.recorder.userInfo)
            let run = try FlowRun(recording, recorder)
            let app = try launch(recorder, recording.launchState(userInfo: options.recorder.userInfo))
            try await run.run(progress: progress) { step throws in
                switch step {
                case .travel(let parent, let seq):
                    guard let travel else { throw ReplayError.noTravel(to: parent, before: seq) }
                    return .now { try travel(app, parent - recording.first - run.missing) }
                case .flow(let name, let input):
                    if let flow = flows[name] {
                        return .task { try await flow(app, RecordedValue(input ?? .null)) }
                    }
                    guard let action = try types?.action(named: name, input ?? .null) else {
                        throw ReplayError.unknownFlow(name)
                    }
                    return .now { dispatch(app, action) }
                case .action(let seq, let name, let payload):
                    guard let types else { throw ReplayError.noReducer }
                    guard let action = try types.action(named: name, payload ?? .null, seq: seq) else {
                        throw ReplayError.unknownType(name)
                    }
                    return .now { dispatch(app, action) }
                }
            }
            return try run.report()
        }
        return copy
    }

    /// Runs the flows of a session again with the recorded outcomes of its effects.
    ///
    /// - Throws: `ReplayError`, `SessionError`, or an error of the app or of `progress`.
    @MainActor
    package func runFlows(
        of recording: FlowRecording,
        options: ReplayOptions? = nil,
        progress: @escaping @MainActor (Int) throws -> Void = { _ in }
    ) async throws -> FlowReport {
        guard let flowRunner else { throw ReplayError.noFlows }
        return try await flowRunner(recording, options, progress)
    }
}

extension Session {
    /// Runs the flows of the session again in an app, and checks that it dispatches the same actions, with the same resulting
    /// states. The options are by default those registered with the flows.
    ///
    /// - Throws: ``FlowDifference`` for the first difference; another error if the session cannot be read, or if the app
    ///   cannot run one of its flows.
    @MainActor
    public func expectSameActions(from app: RegisteredApp, options: ReplayOptions? = nil) async throws {
        let report = try await app.runFlows(of: FlowRecording(of: timeline), options: options)
        if let difference = report.difference { throw difference }
    }
}

/// The result of running the flows of a session again.
package struct FlowReport: Sendable {
    /// The number of actions in the recording and in the replay.
    package let recorded, replayed: Int
    /// The number of recorded outcomes.
    package let effects: Int
    /// The first difference; nil if there is none.
    package let difference: FlowDifference?
    /// The closed recording of the replay, which is removed with `owner`.
    package let url: URL
    /// Keeps the recording.
    package let owner: any Sendable & AnyObject
}

/// A run of the flows of a recording.
@MainActor
struct FlowRun<State> {
    /// Something to do in the app.
    enum Step {
        case travel(to: Int, before: Int)
        case flow(String, input: Tree?)
        case action(Int, String, payload: Tree?)
    }

    /// How to do it.
    enum Work {
        case now(() throws -> Void)
        case task(@MainActor () async throws -> Void)
    }

    private let recording: FlowRecording
    private let recorder: Recorder<State>
    private let replay: FlowReplay
    private let tasks = Tasks()

    /// The flows that run.
    private final class Tasks {
        var all: [Task<Void, Never>] = []
        var running = 0
        var error: (any Error)?
    }

    /// The time in seconds without an event after which flows that still run wait for something outside the recording.
    private static var settlingTime: TimeInterval { 0.2 }

    init(_ recording: FlowRecording, _ recorder: Recorder<State>) throws {
        guard let replay = recorder.replay else { throw ReplayError.noFlows }
        (self.recording, self.recorder, self.replay) = (recording, recorder, replay)
    }

    /// The number of actions that the replay has left out so far.
    var missing: Int { replay.missing }

    /// Runs all roots in order, or those before the first one that cannot run because the replay differs. `work` returns
    /// what to do.
    func run(progress: @MainActor (Int) throws -> Void, _ work: @MainActor (Step) throws -> Work) async throws {
        defer { for task in tasks.all { task.cancel() } }
        for event in replay.steps {
            let step = step(event)
            guard await replay.turn(of: event), let step else { continue }
            if let error = tasks.error { throw error }
            try progress(recorder.dispatchedCount)
            do {
                switch try work(step) {
                case .now(let body): try body()
                case .task(let body): start(body)
                }
            } catch {
                // The report explains why.
                if replay.notes.stalls.isEmpty { throw error }
                break
            }
            replay.didBegin()
        }
        _ = await replay.turn(of: .end)
        while tasks.running > 0, replay.idleTime < Self.settlingTime { try await Task.sleep(for: .milliseconds(5)) }
        replay.finish()
        while tasks.running > 0, replay.idleTime < Self.settlingTime { try await Task.sleep(for: .milliseconds(5)) }
        if let error = tasks.error { throw error }
    }

    private func start(_ body: @escaping @MainActor () async throws -> Void) {
        let tasks = tasks
        tasks.running += 1
        tasks.all.append(
            Task {
                do { try await body() } catch { tasks.error = error }
                tasks.running -= 1
            }
        )
    }

    private func step(_ event: ReplaySchedule.Event) -> Step? {
        switch event {
        case .travel(let seq): recording.action(seq).map { .travel(to: $0.parent, before: seq) }
        case .root(.action(let seq)): recording.action(seq).map { .action(seq, $0.type, payload: $0.payload) }
        case .root(.effect(let id)): recording.effect(id).map { .flow($0.effect.name, input: $0.effect.input) }
        case .outcome, .end: nil
        }
    }

    /// Ends the replay and compares it with the recording.
    func report() throws -> FlowReport {
        recorder.close()
        var difference: FlowDifference?
        do {
            try recording.expectSameActions(as: recorder)
        } catch let found as FlowDifference {
            difference = found
        }
        return FlowReport(
            recorded: recording.actions.count,
            replayed: recorder.dispatchedCount,
            effects: recording.effects.count { $0.effect.kind == .effect && $0.outcome != nil },
            difference: difference,
            url: try recorder.session,
            owner: replay
        )
    }
}

extension FlowRecording {
    /// Returns the state in which the app is to start; nil if the recorded app started without one.
    fileprivate func launchState<State: Decodable>(userInfo: [CodingUserInfoKey: any Sendable]) throws -> State? {
        guard first > 0 || start != .null else { return nil }
        do {
            return try TreeDecoder(userInfo: userInfo).decode(State.self, from: start)
        } catch {
            throw ReplayError.stateNotDecodable(seq: first, DecodingFailure(error, in: start))
        }
    }
}

extension RegisteredApp.Runner {
    fileprivate func actionTypes<Action>(
        _: Action.Type,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) throws(ReplayError) -> ActionTypes<Action> {
        do {
            return try ActionTypes(actions.compactMap { $0 as? any Decodable.Type }, userInfo: userInfo)
        } catch {
            throw .ambiguousType(error.name)
        }
    }
}

extension ActionTypes {
    /// Decodes a recorded action; returns nil if its type is not registered.
    fileprivate func action(named name: String, _ payload: Tree, seq: Int = 0) throws(ReplayError) -> Action? {
        guard let type = type(of: name), let make = maker(named: type) else { return nil }
        do {
            return try make(payload)
        } catch {
            throw .actionNotDecodable(seq: seq, type: type, DecodingFailure(error, in: payload))
        }
    }
}
