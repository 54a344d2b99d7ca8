import Foundation
import Rewind
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// The first difference between the actions of a replay and the recorded ones.
public struct FlowDifference: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the action in the recording; nil if the actions are the same, but an effect did not get its recorded
    /// outcome.
    public let seq: Int?
    /// The difference, the causes of the action, and the calls that did not get a recorded outcome.
    public let description: String
}

extension Session {
    /// Checks that the app has dispatched the same actions in a replay of this session, with the same resulting states.
    /// Times and masks are not compared.
    ///
    /// - Complexity: Linear in the actions.
    /// - Throws: ``FlowDifference`` for the first difference; another error if a session cannot be read.
    public func expectSameActions<State>(as recorder: Recorder<State>) throws {
        let recording = try recorder.replay?.recording ?? FlowRecording(of: timeline)
        try recording.expectSameActions(as: recorder)
    }
}

extension FlowRecording {
    /// Checks that a replay has the same actions.
    ///
    /// - Throws: `FlowDifference`, `ReplayError`, `SessionError`, `TimelineError`.
    func expectSameActions<State>(as recorder: Recorder<State>) throws {
        recorder.flush(atMost: .seconds(60))
        let notes = recorder.replay?.notes ?? FlowReplay.Notes()
        let replayed = try FlowRecording(of: Timeline(opening: recorder.session))
        if let difference = try difference(from: replayed, notes) { throw difference }
        guard let failure = notes.failures.first else { return }
        throw FlowDifference(seq: nil, description: "The actions are the same, but not all effects: \(failure)")
    }

    /// Returns the first difference of a replay from this recording.
    private func difference(from replay: FlowRecording, _ notes: FlowReplay.Notes) throws -> FlowDifference? {
        // The states of both after each action from which a later one may start. None after an unknown effect.
        var states = [first: (start, replay.start)]
        let forks = Set(actions.lazy.filter { $0.parent != $0.seq - 1 }.map(\.parent))
        if let text = Self.difference(start, replay.start) {
            return FlowDifference(seq: first, description: "The initial state differs: \(text)")
        }
        // What an effect leads to that ends only here has nothing to be compared with.
        let compared = min(replay.actions.count, max(actions.count, notes.end ?? .max))
        for index in 0..<max(actions.count, compared) {
            guard index < actions.count else {
                return difference(at: first + index + 1, replay, notes, "was not recorded")
            }
            let recorded = actions[index]
            guard index < compared else { return difference(at: recorded.seq, replay, notes, "is missing") }
            let action = replay.actions[index]
            if recorded.type != action.type {
                return difference(at: recorded.seq, replay, notes, "is \(action.type) in the replay")
            }
            if let payload = recorded.payload, let other = action.payload,
                let text = Self.difference(payload, other)
            {
                return difference(at: recorded.seq, replay, notes, "has another payload: \(text)")
            }
            guard MaskedText.agree(recorded: recorded.thrown, rerun: action.thrown) else {
                let (was, now) = (recorded.thrown ?? "nothing", action.thrown ?? "nothing")
                return difference(at: recorded.seq, replay, notes, "throws \(now), and threw \(was)")
            }
            if action.parent - replay.first != recorded.parent - first {
                return difference(at: recorded.seq, replay, notes, "follows another action")
            }
            let before = states[recorded.parent]
            if !forks.contains(recorded.seq - 1) { states[recorded.seq - 1] = nil }
            guard let (expected, state) = before, let patch = recorded.patch, let other = action.patch else { continue }
            let next = (try expected.applying(patch), try state.applying(other))
            states[recorded.seq] = next
            if patch != other, let text = Self.difference(next.0, next.1) {
                return difference(at: recorded.seq, replay, notes, "leads to another state: \(text)")
            }
        }
        return nil
    }

    private static func difference(_ recorded: Tree, _ replayed: Tree) -> String? {
        guard recorded != replayed else { return nil }
        return RecordedDifference.text(from: recorded.withEqualMasks, to: replayed.withEqualMasks)
    }

    private func difference(
        at seq: Int,
        _ replay: FlowRecording,
        _ notes: FlowReplay.Notes,
        _ text: String
    ) -> FlowDifference {
        let index = seq - first
        let type = action(seq)?.type ?? replay.action(index)?.type ?? ""
        var lines = ["Action \(seq), \(type), \(text)."]
        func add(_ label: String, _ recording: FlowRecording, _ seq: Int) {
            guard let action = recording.action(seq) else { return }
            let names = recording.chain(from: action.cause).map { link in
                let name = recording.name(of: link) ?? "unknown"
                return switch link {
                case .action(let seq): "\(name) (\(seq))"
                case .effect(let id): "\(name) (effect \(id))"
                }
            }
            lines.append("\(label): \(([action.type] + names).joined(separator: " ← "))")
        }
        add("recorded", self, seq)
        add("replayed", replay, index)
        if action(seq) != nil, isInEffect(.action(seq)) {
            lines.append(
                "It was dispatched in the closure of an effect, which a replay does not run: record that as a flow."
            )
        }
        lines += (notes.failures + notes.stalls).prefix(3)
        return FlowDifference(seq: seq, description: lines.joined(separator: "\n"))
    }
}

extension Recorder {
    /// The location of the session.
    ///
    /// - Throws: `FlowDifference` if nothing is recorded.
    var session: URL {
        get throws {
            if let url { return url }
            throw FlowDifference(seq: nil, description: "The recorder does not record.")
        }
    }
}
