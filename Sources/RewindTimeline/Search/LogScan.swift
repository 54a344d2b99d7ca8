import Dispatch
import Foundation

/// Scans the log for actions that a fast prefilter does not rule out.
///
/// The prefilter runs on one part of the log at a time; for closed sessions on several parts in parallel, each on its
/// own thread and with its own readers. Results arrive in order, on the caller's thread.
package struct LogScan: Sendable {
    /// A prefilter: returns the actions in a part of the log that it does not rule out, in order. Used from one thread
    /// at a time.
    typealias Prefilter = (ClosedRange<Int>) throws -> [Int]

    /// The maximum number of parallel prefilters.
    private let width: Int
    /// The lengths of the first part and of the largest one: short parts find near results early, long parts need few
    /// rounds.
    private let lengths: ClosedRange<Int>

    package init(
        width: Int = min(ProcessInfo.processInfo.activeProcessorCount, 8),
        lengths: ClosedRange<Int> = 256...16_384
    ) {
        (self.width, self.lengths) = (width, lengths)
    }

    /// Calls `body` with each action in `seqs` that the prefilter does not rule out, until it returns false. `makePrefilter`
    /// creates a prefilter for readers of the `sessions`, in their order. `progress` receives the next seq from time to
    /// time.
    ///
    /// Scans of damaged files, which may contain any seqs, must set `skipsHoles` to skip seqs for which the first
    /// session has no action.
    ///
    /// - Complexity: Linear in the actions.
    /// - Throws: An error of a prefilter, `progress`, or `body`; earlier results have been passed to `body` by then.
    func forEach(
        in seqs: Range<Int>,
        of sessions: [SessionReader],
        skipsHoles: Bool,
        progress: (Int) throws -> Void,
        prefilter makePrefilter: ([SessionReader]) throws -> Prefilter,
        _ body: (Int) throws -> Bool
    ) throws {
        var prefilters = [try makePrefilter(sessions)]
        var canHaveMore = width > 1
        var (length, rest) = (lengths.lowerBound, seqs)
        while !rest.isEmpty {
            if skipsHoles {
                guard let next = try sessions[0].firstAction(from: rest.lowerBound), rest.contains(next) else { return }
                rest = next..<rest.upperBound
            }
            try progress(rest.lowerBound)
            // The first part is scanned alone, as that is often sufficient.
            while canHaveMore, prefilters.count < width, length > lengths.lowerBound,
                rest.count > prefilters.count * length
            {
                let readers = sessions.compactMap { $0.makeParallelReader() }
                canHaveMore = readers.count == sessions.count
                if canHaveMore { prefilters.append(try makePrefilter(readers)) }
            }
            var parts: [ClosedRange<Int>] = []
            while parts.count < prefilters.count, !rest.isEmpty {
                let part = rest.prefix(length)
                parts.append(part.lowerBound...part.upperBound - 1)
                rest = rest.dropFirst(length)
            }
            for found in ParallelScan(parts, prefilters).run() {
                for seq in try found.get() {
                    guard try body(seq) else { return }
                }
            }
            length = min(length * 2, lengths.upperBound)
        }
    }
}

/// Scans several parts in parallel, with a prefilter for each.
///
/// Safe to share because each prefilter is used by one thread only, and the results are accessed under a lock.
private final class ParallelScan: @unchecked Sendable {
    private let parts: [ClosedRange<Int>]
    private let prefilters: [LogScan.Prefilter]
    private let lock = NSLock()
    private var found: [Result<[Int], any Error>]

    init(_ parts: [ClosedRange<Int>], _ prefilters: [LogScan.Prefilter]) {
        (self.parts, self.prefilters) = (parts, prefilters)
        found = parts.map { _ in .success([]) }
    }

    /// Returns the results for the parts, in order.
    func run() -> [Result<[Int], any Error>] {
        DispatchQueue.concurrentPerform(iterations: parts.count) { index in
            let result = Result { try prefilters[index](parts[index]) }
            lock.withLock { found[index] = result }
        }
        return lock.withLock { found }
    }
}
