import Foundation

/// Prints what was measured: a table, or JSON Lines with `--json`; of the groups that are named, or of all.
///
/// Reading is measured on a session of `--actions` actions that is recorded for it; `--tool` is where the `rewind`
/// executable is, whose whole process is measured too.
@main
enum Figures {
    private static var groups: KeyValuePairs<String, () throws -> [Figure]> {
        [
            "dispatch": DispatchFigures.measure,
            "sustained": SustainedFigures.measure,
            "processor": ProcessorFigures.measure,
            "memory": MemoryFigures.measure,
            "reading": { try ReadingProcess.measure(actions: actions, tool: option("--tool")) },
        ]
    }

    private static let options = ["--actions", "--tool"]

    static func main() throws {
        let own = Array(CommandLine.arguments.dropFirst())
        if try ReadingProcess.answer(own) || ProcessorFigures.answer(own) { return }
        let arguments = CommandLine.arguments.dropFirst()
        let asJSON = arguments.contains("--json")
        let wanted = zip(CommandLine.arguments, arguments)
            .filter { $1 != "--json" && !options.contains($0) && !options.contains($1) }.map(\.1)
        guard actions > 0, wanted.allSatisfy({ name in groups.contains { $0.key == name } }) else {
            let names = groups.map(\.key).joined(separator: " | ")
            let usage = "Usage: figures [--json] [--actions <count>] [--tool <rewind>] [\(names)]…\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (name, measure) in groups where wanted.isEmpty || wanted.contains(name) {
            for figure in try measure() {
                print(asJSON ? String(decoding: try encoder.encode(figure), as: UTF8.self) : figure.line)
            }
        }
    }

    /// How many actions the session has that is read; 0 when the option makes no sense.
    private static var actions: Int {
        option("--actions").map { Int($0) ?? 0 } ?? 1_000_000
    }

    private static func option(_ name: String) -> String? {
        zip(CommandLine.arguments, CommandLine.arguments.dropFirst()).first { $0.0 == name }?.1
    }
}
