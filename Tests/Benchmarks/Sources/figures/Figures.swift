import Foundation

/// Prints what was measured: a table, or JSON Lines with `--json`; of the groups that are named, or of all.
@main
enum Figures {
    private static var groups: KeyValuePairs<String, () throws -> [Figure]> {
        [
            "dispatch": DispatchFigures.measure,
            "sustained": SustainedFigures.measure,
            "memory": MemoryFigures.measure,
        ]
    }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let asJSON = arguments.contains("--json")
        let wanted = arguments.filter { $0 != "--json" }
        guard wanted.allSatisfy({ name in groups.contains { $0.key == name } }) else {
            let names = groups.map(\.key).joined(separator: " | ")
            FileHandle.standardError.write(Data("Usage: figures [--json] [\(names)]…\n".utf8))
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
}
