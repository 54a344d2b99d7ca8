import Foundation
import Rewind
import RewindStore

/// Runs of a store with and without a recorder.
enum Recording {
    /// The durations of single dispatches, in nanoseconds.
    struct Latencies {
        private let sorted: [UInt64]

        init(_ samples: [UInt64]) {
            sorted = samples.sorted()
        }

        func quantile(_ part: Double) -> Double {
            Double(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))])
        }
    }

    /// Returns the latencies of dispatches at a realistic rate: one every `interval` microseconds.
    static func latencies(
        articles: Int,
        count: Int,
        interval: UInt64,
        middleware: [Middleware<LoadState>]
    ) -> Latencies {
        let store = Store(reducer: Load.reduce, state: LoadState(articles: articles), middleware: middleware)
        var samples: [UInt64] = []
        samples.reserveCapacity(count)
        var next = DispatchTime.now().uptimeNanoseconds
        for number in 0..<count {
            let action = Load.action(number)
            next += interval * 1000
            while DispatchTime.now().uptimeNanoseconds < next {}
            let start = DispatchTime.now().uptimeNanoseconds
            store.dispatch(action)
            samples.append(DispatchTime.now().uptimeNanoseconds - start)
        }
        return Latencies(Array(samples.dropFirst(count / 10)))
    }

    /// Records a session with `body`. Returns its size in bytes; `inspect` may read the finished session before it is
    /// deleted.
    static func record(
        _ durability: Durability,
        _ body: (Recorder<LoadState>) -> Void,
        then inspect: (URL) throws -> Void = { _ in }
    ) throws -> Int {
        try record({ $0.durability = durability }, body, then: inspect)
    }

    /// Records a session with custom options.
    static func record<State>(
        _ configure: (inout RecorderOptions) -> Void,
        _ body: (Recorder<State>) -> Void,
        then inspect: (URL) throws -> Void = { _ in }
    ) throws -> Int {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID().uuidString).rewind")
        defer { try? FileManager.default.removeItem(at: url) }
        var options = RecorderOptions()
        options.longestWait = .seconds(3600)
        configure(&options)
        let recorder = try Recorder<State>(recordingTo: url, options: options)
        body(recorder)
        recorder.close()
        try inspect(url)
        return (try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber)?.intValue ?? 0
    }
}
