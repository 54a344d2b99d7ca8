import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// A part of a session as a test: a source file for Swift Testing.
package struct TestExport {
    /// The scope of the test, and the names that it needs to compile.
    package struct Options: Sendable {
        /// The seqs of the starting state and of the last action.
        package var from: Int
        package var to: Int
        /// The values to compare; if empty, the whole state.
        package var pointers: [Pointer]
        /// The expression for the app's reducer.
        package var reducer: String
        /// The app's module; nil for the module of its state.
        package var module: String?
        /// The text that names the suite; nil for the session's name.
        package var name: String?

        package init(from: Int, to: Int, pointers: [Pointer], reducer: String, module: String?, name: String? = nil) {
            self.from = from
            self.to = to
            self.pointers = pointers
            self.reducer = reducer
            self.module = module
            self.name = name
        }
    }

    let options: Options
    /// The file name of the session.
    let session: String
    let start: Tree
    private(set) var steps: [RecordedStep] = []
    /// The action types that the test runs.
    private(set) var types: Set<SourceName> = []
    /// The app's module, if known.
    let module: String?
    let isOnMainActor: Bool
    /// The expression for the app's `userInfo`; nil for none.
    let userInfo: String?

    /// The number of actions.
    package var count: Int { steps.count }

    /// The actions that the test does not run: it takes their recorded effects.
    package var takenSteps: [(seq: Int, type: String)] {
        steps.filter { $0.payload == nil }.map { ($0.seq, $0.type) }
    }

    /// The pointers at which no state has a value, so that a test cannot compare anything.
    package var emptyPointers: [Pointer] {
        options.pointers.filter { pointer in
            start[pointer] == nil && !steps.contains { $0.values.contains { $0.pointer == pointer && $0.value != nil } }
        }
    }

    /// Reads the actions and values of the test. `progress` receives each seq.
    ///
    /// - Complexity: Linear in the actions, which are kept in memory.
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`, or an error of `progress`.
    package init(
        of timeline: Timeline,
        with app: RegisteredApp,
        _ options: Options,
        progress: (Int) throws -> Void = { _ in }
    ) throws {
        self.options = options
        guard let runner = app.runner else { throw ReplayError.noReducer }
        (isOnMainActor, userInfo) = (runner.isOnMainActor, app.userInfoName)
        session = timeline.session.url.lastPathComponent
        module = options.module ?? SourceName(runner.state).module
        try timeline.know(options.from)
        if let gap = try timeline.gap(endingWith: options.from) {
            throw ReplayError.stateNotKnown(seq: options.from, lastKnown: try timeline.parent(of: gap.first))
        }
        start = try timeline.state(at: options.from)
        let path = try timeline.path(from: options.from, to: options.to)
        guard path.count > 1 else { throw ReplayError.noActions(from: options.from, to: options.to) }
        let reducer = try ReducerRun(of: app)
        let known = Dictionary(runner.actions.map { (TypeName.of($0), SourceName($0)) }) { $1 }
        var state = start
        for index in 1..<path.count {
            let seq = path[index]
            try progress(seq)
            let record = try timeline.action(seq)
            let type = Self.runnableType(of: record, in: reducer)
            guard type != nil || record.patch != nil else {
                throw ReplayError.effectNotKnown(seq: seq, type: record.type)
            }
            if let name = type.flatMap({ known[$0] }) {
                guard name.isReachable else { throw ReplayError.unreachableType(name.name) }
                types.insert(name)
            }
            let next = try record.patch.flatMap { try? state.applying($0) } ?? timeline.state(at: seq)
            steps.append(self.step(record, isRun: type != nil, from: state, to: next))
            state = next
        }
    }

    /// Returns the registered type of an action that the test can run; nil for others, including ready actions, for
    /// which the test would need an expression from the app.
    private static func runnableType(of record: ActionRecord, in reducer: ReducerRun) -> String? {
        guard !reducer.store.isReady(record.type), reducer.obstacle(to: record) == nil else { return nil }
        return (try? reducer.take(record)).flatMap { reducer.store.registeredType(of: record.type) }
    }

    private func step(_ record: ActionRecord, isRun: Bool, from old: Tree, to new: Tree) -> RecordedStep {
        var step = RecordedStep(seq: record.seq, type: record.type, payload: isRun ? record.payload : nil)
        step.error = record.thrown
        step.isUnknown = record.patch == nil
        // After an unknown effect, the recorded patch applies to the last known state, not to the state of the test.
        let isAnew = steps.last?.isUnknown == true
        if options.pointers.isEmpty || !isRun {
            step.patch = isAnew ? record.patch.map { _ in Patch([.replace(.root, new)]) } : record.patch
        }
        if !step.isUnknown {
            step.values = options.pointers.filter { isAnew || old[$0] != new[$0] }.map { ($0, new[$0]) }
        }
        return step
    }
}
