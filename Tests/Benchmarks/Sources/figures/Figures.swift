import Foundation

/// Prints what was measured: a table, or JSON Lines with `--json`.
///
/// With `--reading`, only the figures of reading, on a session of `--actions` actions that is recorded for it;
/// `--tool` is where the `rewind` executable is, whose whole process is measured too.
@main
enum Figures {
    static func main() throws {
        if let arguments = values(of: "--first-value", count: 3) {
            let url = URL(fileURLWithPath: arguments[0])
            print(try ReadingFigures.firstValue(of: url, seq: Int(arguments[1]) ?? 0, arguments[2]))
        } else if let path = values(of: "--read", count: 1)?[0] {
            var figures = try ReadingFigures(of: URL(fileURLWithPath: path))
            try show(figures.measure(tool: values(of: "--tool", count: 1)?[0]))
        } else {
            if !CommandLine.arguments.contains("--reading") {
                try show(DispatchFigures.measure() + SustainedFigures.measure() + MemoryFigures.measure())
            }
            let actions = values(of: "--actions", count: 1).flatMap { Int($0[0]) } ?? 1_000_000
            // What recording left in this process's memory is not to be counted.
            try ReadingSession.record(actions: actions) { url in
                let own = CommandLine.arguments.dropFirst().filter { $0 != "--reading" }
                let output = try Process.output(of: CommandLine.arguments[0], ["--read", url.path] + own)
                print(output, terminator: "")
            }
        }
    }

    private static func show(_ figures: [Figure]) throws {
        let asJSON = CommandLine.arguments.contains("--json")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for figure in figures {
            print(asJSON ? String(decoding: try encoder.encode(figure), as: UTF8.self) : figure.line)
        }
    }

    private static func values(of option: String, count: Int) -> [String]? {
        guard let index = CommandLine.arguments.firstIndex(of: option) else { return nil }
        let values = Array(CommandLine.arguments.dropFirst(index + 1).prefix(count))
        return values.count == count ? values : nil
    }
}
