import ArgumentParser
import Foundation
import Rewind
import RewindStore

/// `figures read-session`: measures reading in a separate process, so that memory from recording does not count.
struct ReadSessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read-session",
        abstract: "Measure how fast a recorded session is read, and print JSON.",
        shouldDisplay: false
    )

    @Argument var file: String
    @Option var tool: String?

    func run() throws {
        var figures = try ReadingFigures(of: URL(fileURLWithPath: file))
        let measured = try figures.measure(tool: tool)
        print(String(decoding: try JSONEncoder().encode(measured), as: UTF8.self))
    }

    /// Records `count` actions on a state of 100 articles, and measures reading them in another process; `tool` is the
    /// path of the `rewind` executable.
    static func measure(actions count: Int, tool: String?) throws -> [Figure] {
        var figures: [Figure] = []
        _ = try Recording.record(.buffered) { recorder in
            let store = Store(
                reducer: Load.reduce,
                state: LoadState(articles: 100),
                middleware: [recorder.middleware()]
            )
            for number in 0..<count { store.dispatch(Load.action(number)) }
        } then: { url in
            let arguments = ["read-session", url.path] + (tool.map { ["--tool", $0] } ?? [])
            let output = try Process.output(of: CommandLine.arguments[0], arguments)
            figures = try JSONDecoder().decode([Figure].self, from: Data(output.utf8))
        }
        return figures
    }
}

/// `figures first-value`: a process that opens a session and reads a value.
struct FirstValueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "first-value",
        abstract: "Print the nanoseconds that it takes to open a session and to read a value.",
        shouldDisplay: false
    )

    @Argument var file: String
    @Argument var seq: Int
    @Argument var pointer: String

    func run() throws {
        print(try ReadingFigures.firstValue(of: URL(fileURLWithPath: file), seq: seq, pointer))
    }

    /// Returns the time that a new process takes for this, in nanoseconds.
    static func nanoseconds(of url: URL, seq: Int, _ pointer: String) throws -> Double {
        let output = try Process.output(of: CommandLine.arguments[0], ["first-value", url.path, String(seq), pointer])
        return Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }
}
