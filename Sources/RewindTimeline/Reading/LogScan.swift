import Dispatch
import Foundation
import RewindSession

/// Goes through the log for the actions that a quick look does not rule out.
///
/// The quick look goes part by part; of closed sessions at several parts at a time, each on a thread and with readers of
/// its own. What it found comes in order, on the thread of the caller.
package struct LogScan: Sendable {
    /// Gives the actions in a part of the log that it does not rule out, in order. It is used from one thread at a time.
    typealias Look = (ClosedRange<Int>) throws -> [Int]

    /// How many parts are looked at at a time, where that can be done.
    private let width: Int
    /// How many actions the first part has, and the largest: what is near is found soon, and what is far in few rounds.
    private let lengths: ClosedRange<Int>

    package init(
        width: Int = min(ProcessInfo.processInfo.activeProcessorCount, 8),
        lengths: ClosedRange<Int> = 256...16_384
    ) {
        (self.width, self.lengths) = (width, lengths)
    }

    /// Calls `body` with each action in `seqs` that a look does not rule out, until it gives false. `makeLook` makes
    /// one for readers of the `sessions`, in their order. `progress` is told from time to time which action is next.
    ///
    /// Only what leaves out numbers that the first session has no action for can go over a damaged file with any numbers.
    ///
    /// - Complexity: linear in the actions.
    /// - Throws: what a look, `progress` or `body` throws; what is before it was given to `body`.
    func forEach(
        in seqs: Range<Int>,
        of sessions: [SessionReader],
        skipsHoles: Bool,
        progress: (Int) throws -> Void,
        look makeLook: ([SessionReader]) throws -> Look,
        _ body: (Int) throws -> Bool
    ) throws {
        var looks = [try makeLook(sessions)]
        var canHaveMore = width > 1
        var (length, rest) = (lengths.lowerBound, seqs)
        while !rest.isEmpty {
            if skipsHoles {
                guard let next = try sessions[0].firstAction(from: rest.lowerBound), rest.contains(next) else { return }
                rest = next..<rest.upperBound
            }
            try progress(rest.lowerBound)
            // The first one is looked at alone: often it is enough.
            while canHaveMore, looks.count < width, length > lengths.lowerBound, rest.count > looks.count * length {
                let twins = sessions.compactMap { $0.twin() }
                canHaveMore = twins.count == sessions.count
                if canHaveMore { looks.append(try makeLook(twins)) }
            }
            var parts: [ClosedRange<Int>] = []
            while parts.count < looks.count, !rest.isEmpty {
                let part = rest.prefix(length)
                parts.append(part.lowerBound...part.upperBound - 1)
                rest = rest.dropFirst(length)
            }
            for found in Round(parts, looks).run() {
                for seq in try found.get() {
                    guard try body(seq) else { return }
                }
            }
            length = min(length * 2, lengths.upperBound)
        }
    }
}

/// Looks at several parts at a time, a look for each.
///
/// Sound to share because each look is used by one thread alone, and what they found under a lock.
private final class Round: @unchecked Sendable {
    private let parts: [ClosedRange<Int>]
    private let looks: [LogScan.Look]
    private let lock = NSLock()
    private var found: [Result<[Int], any Error>]

    init(_ parts: [ClosedRange<Int>], _ looks: [LogScan.Look]) {
        (self.parts, self.looks) = (parts, looks)
        found = parts.map { _ in .success([]) }
    }

    /// What was found in each of the parts, in order.
    func run() -> [Result<[Int], any Error>] {
        DispatchQueue.concurrentPerform(iterations: parts.count) { index in
            let result = Result { try looks[index](parts[index]) }
            lock.withLock { found[index] = result }
        }
        return lock.withLock { found }
    }
}
