import Foundation
import RewindReplay
import RewindTree

/// A re-run with changed actions, as far as it has progressed, shown as a second track next to the recording. Of its
/// states, only the differences from the recorded ones are kept.
///
/// Safe to share because state that the re-run's thread changes is only accessed under the lock.
final class WhatIfTrack: @unchecked Sendable {
    enum Progress: Sendable {
        case running
        case done
        /// The re-run ended early; the results up to there are valid.
        case stopped(FailureAnswer)
    }

    /// The difference between the states from an action on.
    private struct Stretch {
        let seq: Int
        /// The patch from the recorded state to that of the re-run, as JSON; empty if they are equal.
        let patch: [UInt8]
    }

    /// The maximum number of bytes of differences.
    private static let mostBytes = 64 << 20

    let question: WhatIfRunner.Question
    private let lock = NSLock()
    private var progress = Progress.running
    private var isWanted = true
    private var at = 0
    private var bytes = 0
    /// The differences, in the order of the branch.
    private var stretches: [Stretch] = []
    private var marks: [(seq: Int, outcome: WhatIfStep.Outcome)] = []

    init(_ question: WhatIfRunner.Question) {
        self.question = question
    }

    /// Cancels the re-run.
    func cancel() {
        lock.withLock { isWanted = false }
    }

    var isRunning: Bool {
        lock.withLock {
            if case .running = progress { return true }
            return false
        }
    }

    /// Re-runs the branch on a new thread.
    func start(_ runner: WhatIfRunner, describe: @escaping @Sendable (any Error) -> FailureAnswer) {
        Thread {
            let end: Progress
            do {
                try runner.run(self.question) { self.take($0) }
                end = .done
            } catch {
                end = .stopped(describe(error))
            }
            self.lock.withLock {
                guard case .running = self.progress else { return }
                self.progress = end
                if case .done = end { self.at = self.question.end }
            }
        }.start()
    }

    private func take(_ step: WhatIfStep) -> Bool {
        let patch = step.apart.map { $0.isEmpty ? [] : Array($0.tree.text.utf8) }
        return lock.withLock {
            guard isWanted else { return false }
            at = step.seq
            if let outcome = step.outcome { marks.append((step.seq, outcome)) }
            guard let patch else { return true }
            bytes += patch.count + MemoryLayout<Stretch>.stride
            guard bytes <= Self.mostBytes else {
                progress = .stopped(
                    FailureAnswer(
                        "At action \(step.seq), the states have become too different to be kept.",
                        hint: "The results before it are valid."
                    )
                )
                return false
            }
            stretches.append(Stretch(seq: step.seq, patch: patch))
            return true
        }
    }

    // MARK: Answers

    /// Returns the difference from the recorded state after action `seq`, empty if the states are equal; nil if the
    /// re-run has not reached the action.
    ///
    /// - Complexity: O(log *n*), and linear in the difference.
    func difference(at seq: Int) -> Patch? {
        let text: [UInt8]? = lock.withLock {
            guard seq <= at else { return nil }
            let next = stretches.partitioningIndex { $0.seq > seq }
            return next > 0 ? stretches[next - 1].patch : []
        }
        guard let text, !text.isEmpty else { return text.map { _ in Patch([]) } }
        return try? Patch(tree: Tree(parsing: text))
    }

    /// Returns the next action with another outcome, or at which the difference between the states changes.
    ///
    /// - Complexity: Logarithmic in their number.
    func next(from seq: Int, isReversed: Bool) -> Int? {
        func next<Element>(in elements: [Element], _ seqOf: (Element) -> Int) -> Int? {
            let index =
                isReversed
                ? elements.partitioningIndex { seqOf($0) >= seq } - 1
                : elements.partitioningIndex { seqOf($0) > seq }
            return elements.indices.contains(index) ? seqOf(elements[index]) : nil
        }
        let found = lock.withLock { [next(in: marks, \.seq), next(in: stretches, \.seq)].compactMap(\.self) }
        return isReversed ? found.max() : found.min()
    }

    func answer() -> WhatIfAnswer {
        lock.withLock {
            var apart: [WhatIfAnswer.Apart] = []
            for stretch in stretches {
                switch (stretch.patch.isEmpty, apart.last) {
                case (true, _?): apart[apart.count - 1].again = stretch.seq
                case (false, let last) where last == nil || last?.again != nil:
                    apart.append(.init(from: stretch.seq))
                default: break
                }
            }
            return WhatIfAnswer(end: question.end, at: at, progress: progress, apart: apart, marks: marks)
        }
    }
}

/// The comparison of a re-run with the recording.
struct WhatIfAnswer: Encodable, Sendable {
    /// A range of actions after which the states differ.
    struct Apart: Encodable, Sendable {
        let from: Int
        var again: Int?
    }

    struct Mark: Encodable, Sendable {
        let seq: Int
        let outcome: String
    }

    /// The maximum number of marks and ranges; if there are more, they are sampled evenly.
    private static let mostMarks = 2_000

    let end, at: Int
    let state: String
    let error, hint: String?
    /// The first action after which the states differ, and the one from which on they are equal to the end.
    let parts, meets: Int?
    let other, applied, unknown: Int
    let apart: [Apart]
    let marks: [Mark]

    init(
        end: Int,
        at: Int,
        progress: WhatIfTrack.Progress,
        apart: [Apart],
        marks: [(seq: Int, outcome: WhatIfStep.Outcome)]
    ) {
        (self.end, self.at) = (end, at)
        switch progress {
        case .running: (state, error, hint) = ("running", nil, nil)
        case .done: (state, error, hint) = ("done", nil, nil)
        case .stopped(let failure): (state, error, hint) = ("stopped", failure.error, failure.hint)
        }
        parts = apart.first?.from
        meets = apart.last?.again
        other = marks.count { $0.outcome == .other }
        applied = marks.count { $0.outcome == .applied }
        unknown = marks.count { $0.outcome == .unknown }
        self.apart = Self.some(of: apart)
        self.marks = Self.some(of: marks).map { Mark(seq: $0.seq, outcome: $0.outcome.rawValue) }
    }

    private static func some<Element>(of all: [Element]) -> [Element] {
        guard all.count > mostMarks else { return all }
        return (0..<mostMarks).map { all[$0 * all.count / mostMarks] }
    }
}

/// Holds the current what-if of a session: only the last one requested is kept.
actor WhatIfStore {
    private var track: WhatIfTrack?

    /// Returns the re-run for a question. Starts a new one unless the question is the same as before.
    func track(
        _ question: WhatIfRunner.Question,
        _ runner: WhatIfRunner,
        describe: @escaping @Sendable (any Error) -> FailureAnswer
    ) -> WhatIfTrack {
        if let track, track.question == question { return track }
        track?.cancel()
        let next = WhatIfTrack(question)
        track = next
        next.start(runner, describe: describe)
        return next
    }

    /// Cancels a running re-run; the next request starts it again.
    func interrupt() {
        if let track, track.isRunning { end() }
    }

    /// Cancels and discards the re-run.
    func end() {
        track?.cancel()
        track = nil
    }
}
