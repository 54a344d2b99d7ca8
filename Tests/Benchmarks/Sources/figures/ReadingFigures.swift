import Foundation
import RewindAnswers

/// The speed and memory use of reading a session with many actions, in a separate process.
struct ReadingFigures {
    /// The number of random positions for each figure.
    private static let count = 2_000
    private static let pointers: [JSONPointer] = [
        "/isLoading", "/page", "/articleID", "/isStocked", "/articles/57/title",
    ]

    /// A duration, in nanoseconds.
    private struct Sample {
        let wall: Double
        /// The processor time of this thread: on a busy machine, the rest is waiting for a processor.
        let processor: Double
    }

    private let url: URL
    private let last: Int
    private var random = SystemRandomNumberGenerator()
    /// The time to apply the patches from 0 to the middle of the session, in nanoseconds.
    private let replay: Double

    /// Prepares to read the session at `url`.
    init(of url: URL) throws {
        self.url = url
        let session = try Session(opening: url)
        last = session.lastSeq
        replay = try Self.nanoseconds { try PatchReplay.run(session, at: url) } / 2
    }

    /// Returns all figures. `tool` is the path of `rewind`, for those that measure its processes.
    mutating func measure(tool: String?) throws -> [Figure] {
        var figures = try firstValue() + values() + states() + differences() + writes() + watches()
        figures += try memory() + python()
        if let tool { figures += try processes(of: tool) }
        return figures
    }

    /// Returns the time to open a session and read a value, in nanoseconds.
    static func firstValue(of url: URL, seq: Int, _ pointer: String) throws -> Double {
        try nanoseconds { _ = try Session(opening: url).value(at: seq, JSONPointer(validating: pointer)) }
    }

    // MARK: Figures

    private mutating func firstValue() throws -> [Figure] {
        let samples = try (0..<20).map { _ -> Double in
            let pointer = (Self.pointers.randomElement(using: &random) ?? "").description
            return try FirstValueCommand.nanoseconds(of: url, seq: seq(), pointer)
        }
        return [figure("value at a random seq, first in a process, median", samples, 0.5, target: 10)]
    }

    private mutating func values() throws -> [Figure] {
        let session = try Session(opening: url)
        let samples = try samples { seq, _, number in
            _ = try session.value(at: seq, Self.pointer(number))
        }
        return figures("value at a random seq", samples, target: 1)
    }

    private mutating func states() throws -> [Figure] {
        let session = try Session(opening: url)
        let samples = try samples { seq, _, _ in _ = try session.value(at: seq) }
        return figures("full state at a random seq", samples, target: 5)
    }

    private mutating func differences() throws -> [Figure] {
        let session = try Session(opening: url)
        let samples = try samples { seq, other, _ in
            _ = try session.answer(Diff(from: PointInTime(seq: seq), to: PointInTime(seq: other)))
        }
        return figures("diff of two random seqs", samples, target: 10)
    }

    private mutating func writes() throws -> [Figure] {
        let session = try Session(opening: url)
        let blame = try samples { seq, _, number in
            _ = try session.answer(Blame(Self.pointer(number), at: PointInTime(seq: seq)))
        }
        let history = try samples { seq, _, number in
            _ = try session.answer(History(Self.pointer(number), through: PointInTime(seq: seq), limit: 1))
        }
        return figures("blame at a random seq", blame, target: 1)
            + figures("history, latest write", history, target: 1)
    }

    private mutating func watches() throws -> [Figure] {
        let session = try Session(opening: url)
        let conditions = ["at('/isLoading')", "at('/page') % 3 = 0", "at('/articleID') = 'article-3'"]
        let samples = try samples { seq, _, number in
            let from = PointInTime(seq: min(seq + 1, session.lastSeq))
            _ = try session.answer(Watch(conditions[number % conditions.count], from: from, limit: 1))
        }
        return figures("watch on an indexed pointer", samples, target: 1)
    }

    private func memory() throws -> [Figure] {
        [Figure(name: "memory of a process that read all this", value: Memory.largestMB, unit: "MB", target: 100)]
    }

    /// Measures Python for a value in the middle of the session, from a JSON Lines log.
    private func python() throws -> [Figure] {
        let log = url.appendingPathExtension("jsonl")
        defer { try? FileManager.default.removeItem(at: log) }
        try PatchReplay.writeLog(of: Session(opening: url), at: url, to: log, through: last / 2)
        let script = """
            import json, sys
            seq, tokens = int(sys.argv[2]), sys.argv[3].split("/")[1:]
            with open(sys.argv[1]) as log:
                state = json.loads(next(log))
                for line in log:
                    row = json.loads(line)
                    for operation in row["patch"] or []:
                        path = operation["path"].split("/")[1:]
                        if not path:
                            state = operation["value"]
                            continue
                        holder = state
                        for token in path[:-1]:
                            holder = holder[int(token) if isinstance(holder, list) else token]
                        if operation["op"] == "remove":
                            del holder[path[-1]]
                        else:
                            holder[path[-1]] = operation["value"]
                    if row["seq"] == seq:
                        break
            print(json.dumps(state[tokens[0]]))
            """
        var nanoseconds = 0.0
        do {
            nanoseconds = try Self.nanoseconds {
                _ = try Process.output(
                    of: "/usr/bin/env",
                    ["python3", "-c", script, log.path, String(last / 2), "/page"]
                )
            }
        } catch is CocoaError {
            return []
        }
        let own = try Self.firstValue(of: url, seq: last / 2, "/page")
        return [
            Figure(
                name: "value in the middle, once, session closed",
                value: own / 1e6,
                unit: "ms",
                target: 10,
                ratio: own / nanoseconds,
                against: "Python on a JSON Lines log"
            )
        ]
    }

    /// Measures whole processes of the tool.
    private mutating func processes(of tool: String) throws -> [Figure] {
        let shows = try (0..<20).map { _ in
            let seq = String(self.seq())
            return try Self.nanoseconds { try Child.run(tool, ["show", url.path, seq]) }
        }
        let searches = try (0..<3).map { _ in
            try Self.nanoseconds { try Child.run(tool, ["search", url.path, "nothing of that kind"], status: 1) }
        }
        let comparisons = try (0..<3).map { _ in
            try Self.nanoseconds { try Child.run(tool, ["compare", url.path, url.path]) }
        }
        return [
            figure("whole process of rewind show, median", shows, 0.5, target: 60),
            figure("whole process of a search for nothing, median", searches, 0.5),
            figure("whole process of compare with itself, median", comparisons, 0.5),
        ]
    }

    // MARK: Measuring

    private static func pointer(_ number: Int) -> JSONPointer {
        pointers[number % pointers.count]
    }

    private mutating func seq() -> Int {
        Int.random(in: 0...last, using: &random)
    }

    /// Returns the durations of `body` with random seqs, after a warm-up.
    private mutating func samples(_ body: (Int, Int, Int) throws -> Void) throws -> [Sample] {
        try (0..<Self.count + Self.count / 10).map { number in
            let (seq, other) = (seq(), seq())
            let start = Self.processorTime
            let wall = try Self.nanoseconds { try body(seq, other, number) }
            return Sample(wall: wall, processor: Self.processorTime - start)
        }.dropFirst(Self.count / 10).map { $0 }
    }

    private func figures(_ name: String, _ samples: [Sample], target: Double) -> [Figure] {
        [
            figure("\(name), p50", samples.map(\.wall), 0.5),
            figure("\(name), p99", samples.map(\.wall), 0.99, target: target),
            figure("\(name), p99 of processor time", samples.map(\.processor), 0.99, target: target),
        ]
    }

    private func figure(_ name: String, _ samples: [Double], _ part: Double, target: Double? = nil) -> Figure {
        let sorted = samples.sorted()
        let value = sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
        return Figure(
            name: name,
            value: value / 1e6,
            unit: "ms",
            target: target,
            ratio: value / replay,
            against: "a replay of all patches before"
        )
    }

    private static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start)
    }

    /// The processor time of this thread, in nanoseconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
