import ArgumentParser
import Foundation
import PatchTree

/// `figures differences`.
struct DifferencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "differences",
        abstract: "Compare Rewind's patches with those of other tools, as far as they are installed.",
        discussion: """
            Each cell has the operations, the bytes, and the median microseconds of a patch; a wrong patch, which does \
            not lead to the second value, is marked. Of Python's packages, jsonpatch, jsondiff and deepdiff are compared.
            """
    )

    private struct Case {
        let name: String
        let from, to: Tree
    }

    /// The difference of one case.
    private struct Result: Decodable {
        let correct: Bool
        let operations, bytes: Int
        let microseconds: Double

        var text: String {
            let time = microseconds < 10 ? String(format: "%.1f", microseconds) : String(Int(microseconds.rounded()))
            return "\(correct ? "" : "wrong: ")\(operations), \(bytes) B, \(time) µs"
        }
    }

    private struct Peer: Decodable {
        let tool: String
        let results: [Result]
    }

    @Option(help: ArgumentHelp("The folder of the benchmarks.", valueName: "folder"))
    var folder = "Tests/Benchmarks"

    @Option(help: ArgumentHelp("The Python that has the other tools.", valueName: "program"))
    var python = "/usr/bin/python3"

    func run() throws {
        let file = "\(folder)/differences.json"
        let cases = try Self.cases(Data(contentsOf: URL(fileURLWithPath: file)))
        var peers = [Peer(tool: "Rewind", results: try cases.map(Self.measure))]
        let lines = (try? Process.output(of: python, ["\(folder)/differences.py", file])) ?? ""
        for line in lines.split(separator: "\n") {
            peers.append(try JSONDecoder().decode(Peer.self, from: Data(line.utf8)))
        }
        print("| Change | \(peers.map(\.tool).joined(separator: " | ")) |")
        print("|---|\(String(repeating: "---|", count: peers.count))")
        for (index, name) in cases.map(\.name).enumerated() {
            print("| \(name) | \(peers.map { $0.results[index].text }.joined(separator: " | ")) |")
        }
    }

    private static func cases(_ data: Data) throws -> [Case] {
        guard case .array(let elements) = try Tree(parsing: Array(data)) else { throw CocoaError(.fileReadCorruptFile) }
        return try elements.elements.map { element in
            guard case .object(let members) = element, case .string(let name)? = members["name"],
                let from = members["from"], let to = members["to"]
            else { throw CocoaError(.fileReadCorruptFile) }
            return Case(name: name, from: from, to: to)
        }
    }

    private static func measure(_ change: Case) throws -> Result {
        var times: [Duration] = []
        var patch = Patch([])
        for _ in 0..<1_000 {
            times.append(ContinuousClock().measure { patch = change.to.patch(from: change.from) })
        }
        return Result(
            correct: try change.from.applying(patch) == change.to,
            operations: patch.operations.count,
            bytes: patch.tree.text.utf8.count,
            microseconds: times.sorted()[times.count / 2] / .microseconds(1)
        )
    }
}
