import ArgumentParser
import Foundation
import Rewind
import RewindStore

/// The processor time that recording adds to an app: on its thread, on the writer thread, and by their effect on each
/// other's caches. Each run is a separate process; runs with and without a recorder alternate.
enum ProcessorFigures {
    private static let repetitions = 5

    struct Run {
        let load: ArticleLoad
        let size: Int
        let count: Int
        /// The target, in microseconds.
        var target: Double?
    }

    private static let runs = [
        Run(load: .field, size: 20, count: 4000, target: 10),
        Run(load: .field, size: 100, count: 4000, target: 12),
        Run(load: .field, size: 1000, count: 4000, target: 50),
        Run(load: .insert, size: 1000, count: 2000),
        Run(load: .append, size: 1000, count: 1000),
        Run(load: .remove, size: 1000, count: 2000),
        Run(load: .sort, size: 1000, count: 100),
        Run(load: .dictionary, size: 1000, count: 4000),
        Run(load: .set, size: 1000, count: 4000),
        Run(load: .nested, size: 1000, count: 4000),
        Run(load: .field, size: 100_000, count: 40),
        Run(load: .dictionary, size: 100_000, count: 40),
    ]

    static func measure() throws -> [Figure] {
        try runs.flatMap { run in
            var added: [Double] = []
            var reflected: [Double] = []
            var bare: [Double] = []
            for _ in 0..<repetitions {
                let without = try microseconds(run, .bare)
                bare.append(without)
                added.append(try microseconds(run, .recorded) - without)
                reflected.append(try microseconds(run, .reflected) - without)
            }
            let median = median(added)
            let name = "processor time, \(run.load.text.replacingOccurrences(of: "N", with: String(run.size)))"
            return [
                Figure(
                    name: name,
                    value: median,
                    unit: "µs/action",
                    target: run.target,
                    ratio: median / Self.median(bare),
                    against: "the app without a recorder"
                ),
                Figure(
                    name: name + ", not Codable",
                    value: Self.median(reflected),
                    unit: "µs/action",
                    target: 3 * median,
                    ratio: Self.median(reflected) / median,
                    against: "the same as Codable"
                ),
            ]
        }
    }

    private static func microseconds(_ run: Run, _ kind: ProcessorTimeCommand.Kind) throws -> Double {
        let arguments = [
            ProcessorTimeCommand.name, run.load.rawValue, String(run.size), String(run.count), kind.rawValue,
        ]
        let output = try Process.output(of: CommandLine.arguments[0], arguments)
        return Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    /// A state that is not `Codable`.
    private struct Reflected {
        var articles: ArticleState
    }

    /// Returns the processor time per action in microseconds, including its share of opening and closing the session.
    static func processorTime(_ run: Run, _ kind: ProcessorTimeCommand.Kind) throws -> Double {
        let state = run.load.state(size: run.size)
        let actions = (0..<run.count).map { run.load.action($0, size: run.size) }
        let reduce = ArticleLoad.reducer(size: run.size)
        func dispatch<State>(
            _ state: State,
            _ middleware: [Middleware<State>],
            _ reducer: @escaping (any Action, State?) -> State
        ) {
            let store = Store(reducer: reducer, state: state, middleware: middleware)
            for action in actions { store.dispatch(action) }
        }
        let start = usage
        switch kind {
        case .bare: dispatch(state, [], reduce)
        case .recorded:
            _ = try Recording.record({ $0.durability = .crashSafe }) { (recorder: Recorder<ArticleState>) in
                dispatch(state, [recorder.middleware()], reduce)
            }
        case .reflected:
            _ = try Recording.record({ $0.durability = .crashSafe }) { (recorder: Recorder<Reflected>) in
                dispatch(Reflected(articles: state), [recorder.middleware()]) { action, state in
                    Reflected(articles: reduce(action, state?.articles))
                }
            }
        }
        return (usage - start) / Double(run.count)
    }

    /// The processor time of all threads of this process, in microseconds.
    static var usage: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}

/// `figures processor-time`: one run.
struct ProcessorTimeCommand: ParsableCommand {
    static let name = "processor-time"
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Print the processor time of an action in microseconds, with or without a recorder."
    )

    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case recorded, reflected, bare
    }

    @Argument(help: "What happens to the state.")
    var load: ArticleLoad

    @Argument(help: "How many articles or other elements the state has.")
    var size: Int

    @Argument(help: "How many actions are dispatched.")
    var count: Int

    @Argument(help: "Whether they are recorded, and whether the state is Codable.")
    var kind: Kind

    func run() throws {
        let run = ProcessorFigures.Run(load: load, size: size, count: count)
        print(try ProcessorFigures.processorTime(run, kind))
    }
}

extension ArticleLoad: ExpressibleByArgument {}
