import Foundation
import Rewind
import RewindSession
import RewindTimeline
import RewindTree

/// A replay of recorded flows: supplies the recorded outcomes of effects, each where it was in the recording.
///
/// Safe to share because its state is only used on `queue`, which runs no code of the app and waits for nothing.
package final class FlowReplay: @unchecked Sendable {
    /// What a call of an effect gets.
    enum Answer: Sendable {
        case outcome(OutcomeRecord)
        /// The effect was under way when the recording ended.
        case open
        /// The app itself has begun the root.
        case alreadyBegun
        case unrecorded(UnrecordedEffect)
    }

    private typealias Continuation = CheckedContinuation<Answer?, Never>

    private enum ItemState {
        case expected
        case waiting(id: Int?, Continuation)
        case past
    }

    package let recording: FlowRecording
    let options: ReplayOptions
    private let folder: URL
    private let queue = DispatchQueue(label: "rewind.replay", qos: .userInitiated)
    /// Where calls continue. The runtime may hold a task's lock while a cancellation handler waits for `queue`, and takes
    /// this lock to continue the task.
    private let continuing = DispatchQueue(label: "rewind.replay.continuing", qos: .userInitiated)

    private var matcher: EffectMatcher
    private let schedule: ReplaySchedule
    private var states: [ItemState]
    /// The index of the item of each recorded effect that has one, and of each root.
    private let positions: [ReplaySchedule.Event: Int]
    /// The first item that is not past, and the first effect that has not begun.
    private var (nextItem, nextBegin) = (0, 0)
    private var begun: Set<Int> = []
    /// The items of the effects that wait, by the effects' numbers.
    private var waitingEffects: [Int: Int] = [:]
    /// The effects whose tasks are canceled.
    private var canceledEffects: Set<Int> = []
    private var causes: [Int: CauseReference] = [:]
    /// The number of flows without a cause that have begun in the replay, and in the schedule, by name.
    private var begunFlows: [String: Int] = [:]
    private var scheduledFlows: [String: Int] = [:]
    /// The number of actions in the replay, and the number to add for those that a different flow left out.
    private var (actionCount, shift) = (0, 0)
    /// The item that has been released and has not led to anything yet, with its effect.
    private var released: (item: Int, id: Int?)?
    private var lastEvent = DispatchTime.now()
    /// The point of the last release, and the item that is released a moment after it because it has the same point.
    private var lastPoint: ReplaySchedule.Point?
    private var spacedItem: Int?
    private var isWatching = false
    /// The number of calls and roots that wait.
    private var waitingCount = 0
    private var isFinished = false
    private var patience: TimeInterval
    private var noted = Notes()

    /// What went wrong in a replay.
    struct Notes {
        /// Sentences about calls that did not get a recorded outcome.
        var failures: [String] = []
        /// Sentences about effects that ended although the replay had not come to that point.
        var stalls: [String] = []
        /// The number of actions when effects ended that did not end in the recording; nil if none has.
        var end: Int?
    }

    /// Creates a replay. With `drivesRoots`, effects wait until the roots before them have begun, too.
    init(_ recording: FlowRecording, _ options: ReplayOptions, in folder: URL, drivesRoots: Bool) {
        (self.recording, self.options, self.folder) = (recording, options, folder)
        patience = options.patience / .seconds(1)
        matcher = EffectMatcher(recording)
        let schedule = ReplaySchedule(recording, drivesRoots: drivesRoots)
        self.schedule = schedule
        states = schedule.items.map { _ in .expected }
        positions = Dictionary(uniqueKeysWithValues: schedule.items.indices.map { (schedule.items[$0].event, $0) })
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The events that begin outside the app, in order.
    var steps: [ReplaySchedule.Event] { schedule.steps }

    /// What went wrong so far.
    var notes: Notes { queue.sync { noted } }

    /// The number of actions that the replay has left out so far, or of more actions if negative.
    var missing: Int { queue.sync { shift } }

    /// The time since the last event in seconds.
    var idleTime: TimeInterval { queue.sync { timeSinceLastEvent } }

    /// Notes a failure.
    func noteFailure(_ sentence: String) {
        queue.async { self.noted.failures.append(sentence) }
    }

    /// Waits until it is the turn of an event. Returns false if the app itself has begun it.
    func turn(of event: ReplaySchedule.Event) async -> Bool {
        guard let item = positions[event] else { return false }
        let answer = await withCheckedContinuation { continuation in
            queue.async {
                self.add(item, nil, continuation)
                self.wait(item)
            }
        }
        return if case .alreadyBegun = answer { false } else { true }
    }

    /// Notes that the event whose turn it was has begun.
    func didBegin() {
        queue.async {
            guard let released = self.released, released.id == nil else { return }
            self.released = nil
            self.proceed()
        }
    }

    /// Ends the effects that did not end in the recording, and lets those that begin later end at once.
    func finish() {
        queue.async {
            self.isFinished = true
            for item in self.states.indices { self.release(item) }
        }
    }

    // MARK: On the queue

    private func add(_ item: Int, _ id: Int?, _ continuation: Continuation) {
        states[item] = .waiting(id: id, continuation)
        waitingCount += 1
        if let id { waitingEffects[id] = item }
    }

    private func wait(_ item: Int) {
        if isFinished { release(item) }
        proceed()
    }

    /// Returns the item for a call of an effect; nil if the app ends the effect, or its closure is one in another effect's.
    private func take(_ id: Int, _ input: Tree?) throws(UnrecordedEffect) -> (index: Int, item: Int?) {
        let index = try matcher.take(id, cause: causes[id], input: input)
        begun.insert(index)
        return (index, positions[.outcome(index)])
    }

    /// Lets an effect wait. Returns its call if it is to continue at once.
    private func begin(_ effect: Int, _ input: Tree?, _ continuation: Continuation) -> (Answer?, Continuation)? {
        do throws(UnrecordedEffect) {
            let (index, item) = try take(effect, input)
            guard let item else { return (answer(index), continuation) }
            add(item, effect, continuation)
            if canceledEffects.contains(effect), let call = cancel(effect) { return call }
            wait(item)
            return nil
        } catch {
            note(error)
            return (.unrecorded(error), continuation)
        }
    }

    /// Notes a call that was not recorded, unless it comes after the end of the recording.
    private func note(_ error: UnrecordedEffect) {
        if !isFinished { noted.failures.append(error.description) }
    }

    private func answer(_ index: Int) -> Answer {
        recording.effects[index].outcome.map { .outcome($0) } ?? .open
    }

    /// Releases what is due.
    private func proceed() {
        lastEvent = .now()
        skipPast()
        while released == nil, nextItem < states.count, case .waiting = states[nextItem], isDue(nextItem),
            isSpaced(nextItem)
        {
            release(nextItem)
            skipPast()
        }
        watch()
    }

    private func skipPast() {
        while nextBegin < schedule.begins.count, begun.contains(schedule.begins[nextBegin].index) { nextBegin += 1 }
        while nextItem < states.count, case .past = states[nextItem] { nextItem += 1 }
    }

    /// Returns true if an item can be released at once. One that leads to the same as the last one, as parallel requests
    /// do, waits a moment, so that the code after the first continues before that after the second.
    private func isSpaced(_ item: Int) -> Bool {
        guard schedule.items[item].point == lastPoint, spacedItem != item else { return true }
        spacedItem = item
        queue.asyncAfter(deadline: .now() + Self.spacing) { [weak self] in self?.proceed() }
        return false
    }

    private static let spacing: TimeInterval = 0.05

    private var seq: Int { recording.first + actionCount + shift }

    private func isDue(_ item: Int) -> Bool {
        let point = schedule.items[item].point
        guard seq >= point.seq else { return false }
        guard nextBegin >= schedule.begins.count || schedule.begins[nextBegin].point >= point else { return false }
        // What was canceled in the recording waits until the app cancels it, too.
        guard case .waiting(let id?, _) = states[item], wasCanceled(item) else { return true }
        return canceledEffects.contains(id)
    }

    private func release(_ item: Int) {
        guard let (answer, continuation) = take(item) else { return }
        resume(continuation, answer)
    }

    private func resume(_ continuation: Continuation, _ answer: Answer?) {
        continuing.async { continuation.resume(returning: answer) }
    }

    /// Notes that an effect's task is canceled. Returns its call if it is to continue at once.
    private func cancel(_ effect: Int) -> (Answer?, Continuation)? {
        canceledEffects.insert(effect)
        skipPast()
        guard released == nil, waitingEffects[effect] == nextItem, wasCanceled(nextItem), isDue(nextItem) else {
            return nil
        }
        return take(nextItem)
    }

    private func wasCanceled(_ item: Int) -> Bool {
        guard case .outcome(let index) = schedule.items[item].event else { return false }
        return recording.effects[index].outcome?.status == .canceled
    }

    /// Returns the call of an item that waits, to continue it.
    private func take(_ item: Int) -> (Answer?, Continuation)? {
        guard case .waiting(let id, let continuation) = states[item] else { return nil }
        states[item] = .past
        waitingCount -= 1
        if let id { waitingEffects[id] = nil }
        lastPoint = schedule.items[item].point
        var answer: Answer?
        switch schedule.items[item].event {
        case .outcome(let index):
            answer = self.answer(index)
            if recording.effects[index].effect.id == recording.edited {
                patience = min(patience, Self.patienceAfterEdit)
            }
        case .root(let root): answer = hasBegun(root) ? .alreadyBegun : nil
        case .travel, .end: break
        }
        switch answer {
        case .open: noted.end = noted.end ?? actionCount
        case .alreadyBegun: break
        case .outcome, .unrecorded, nil: released = (item, id)
        }
        return (answer, continuation)
    }

    /// Returns true if the app has begun a root before its turn, as it does when it is launched.
    private func hasBegun(_ root: CauseReference) -> Bool {
        switch root {
        case .action(let seq): return self.seq >= seq
        case .effect(let id):
            let name = recording.effect(id)?.effect.name ?? ""
            defer { scheduledFlows[name, default: 0] += 1 }
            return begunFlows[name, default: 0] > scheduledFlows[name, default: 0]
        }
    }

    // MARK: Stalls

    /// The time in seconds without an event after which a replay with an edited outcome proceeds: there, the recorded
    /// order no longer holds.
    private static let patienceAfterEdit: TimeInterval = 0.3
    /// The part of the time after which effects may end where they did, although nothing that followed has come.
    private static let earlyPart = 0.1

    private func watch() {
        guard !isWatching, released != nil || waitingCount > 0 else { return }
        isWatching = true
        queue.asyncAfter(deadline: .now() + patience * Self.earlyPart) { [weak self] in
            guard let self else { return }
            isWatching = false
            let idle = timeSinceLastEvent
            if idle >= patience {
                stall()
            } else if idle >= patience * Self.earlyPart, released == nil, let item = firstWaiting(where: isPossible) {
                release(item)
                proceed()
            } else {
                watch()
            }
        }
    }

    private var timeSinceLastEvent: TimeInterval {
        TimeInterval(DispatchTime.now().uptimeNanoseconds - lastEvent.uptimeNanoseconds) / 1e9
    }

    private func isPossible(_ item: Int) -> Bool {
        seq >= schedule.items[item].earliest
    }

    private func firstWaiting(where condition: (Int) -> Bool = { _ in true }) -> Int? {
        states.indices.dropFirst(nextItem).first { item in
            if case .waiting = states[item] { condition(item) } else { false }
        }
    }

    /// Releases the first call that waits, although what was recorded before it has not come.
    private func stall() {
        released = nil
        guard let item = firstWaiting() else { return proceed() }
        let point = schedule.items[item].point
        if point.seq != .max {
            noted.stalls.append(stallText(item, point))
            if seq < point.seq { shift += point.seq - seq }
            for index in nextItem..<item { if case .expected = states[index] { states[index] = .past } }
            for begin in schedule.begins where begin.point < point { begun.insert(begin.index) }
        }
        release(item)
        proceed()
    }

    private func stallText(_ item: Int, _ point: ReplaySchedule.Point) -> String {
        let subject =
            switch schedule.items[item].event {
            case .outcome(let index): "the end of \(recording.effects[index].effect.name)"
            case .root(let root): recording.name(of: root) ?? "a root"
            case .travel(let seq): "the move to the state before action \(seq)"
            case .end: "the end of the replay"
            }
        var missing = "what began before it in the recording"
        if seq < point.seq, let action = recording.action(seq + 1) {
            missing = "action \(action.seq), \(action.type)"
        } else if nextBegin < schedule.begins.count {
            let effect = recording.effects[schedule.begins[nextBegin].index].effect
            missing = "effect \(effect.id), \(effect.name)"
        }
        return "After action \(actionCount), nothing happened for \(patience) s: \(subject) waited for \(missing)."
    }
}

extension FlowReplay: EffectReplay {
    package func began(_ effect: EffectRecord) {
        queue.async {
            self.causes[effect.id] = effect.cause
            if effect.kind == .flow, effect.cause == nil { self.begunFlows[effect.name, default: 0] += 1 }
            self.matcher.note(.effect(effect.id), effect.name, cause: effect.cause)
        }
    }

    package func ended(_ effect: Int) {
        queue.async {
            guard self.released?.id == effect else { return }
            self.released = nil
            self.proceed()
        }
    }

    package func numbered(_ seq: Int, type: String, cause: CauseReference?) {
        queue.async {
            self.matcher.note(.action(seq), type, cause: cause)
            self.actionCount = seq
            self.proceed()
        }
    }

    package func leaveToApp(_ effect: Int, input: Tree?) {
        queue.async {
            guard let item = try? self.take(effect, input).item else { return }
            self.states[item] = .past
            self.proceed()
        }
    }

    package func outcome<Value, Failure: Error>(
        of effect: Int,
        input: Tree?,
        isolation: isolated (any Actor)?
    ) async -> Result<Value, Failure>? {
        // A canceled call continues before the app does anything else, as in the recording.
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                let call = queue.sync { begin(effect, input, continuation) }
                if let (answer, continuation) = call { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let call = queue.sync { cancel(effect) }
            if let (answer, continuation) = call { continuation.resume(returning: answer) }
        }
        let result: Result<Value, Failure>? = if let answer { self.result(of: answer) } else { nil }
        if result == nil { ended(effect) }
        return result
    }

    package func outcome<Value, Failure: Error>(of effect: Int, input: Tree?) -> Result<Value, Failure>? {
        let answer = queue.sync { () -> Answer in
            do throws(UnrecordedEffect) {
                let (index, item) = try self.take(effect, input)
                if let item { self.states[item] = .past }
                self.proceed()
                return self.answer(index)
            } catch {
                self.note(error)
                return .unrecorded(error)
            }
        }
        return result(of: answer)
    }
}
