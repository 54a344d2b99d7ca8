import Foundation

/// Prints what was measured: a table, or JSON Lines with `--json`.
@main
enum Figures {
    static func main() throws {
        let asJSON = CommandLine.arguments.contains("--json")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for figure in try DispatchFigures.measure() + SustainedFigures.measure() + MemoryFigures.measure() {
            print(asJSON ? String(decoding: try encoder.encode(figure), as: UTF8.self) : figure.line)
        }
    }
}
