import Foundation
import Rewind
import RewindStore

/// The process in which reading is measured: what recording left in the memory of this one is not to be counted.
enum ReadingProcess {
    private static let reading = "--read"
    private static let firstValue = "--first-value"

    /// Records so many actions on a state of 100 articles, and measures how another process reads them; `tool` is where
    /// the `rewind` executable is.
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
            let arguments = [reading, url.path] + [tool].compactMap { $0 }
            let output = try Process.output(of: CommandLine.arguments[0], arguments)
            figures = try JSONDecoder().decode([Figure].self, from: Data(output.utf8))
        }
        return figures
    }

    /// The nanoseconds that a process of its own takes to open a session and read a value.
    static func firstValue(of url: URL, seq: Int, _ pointer: String) throws -> Double {
        let output = try Process.output(of: CommandLine.arguments[0], [firstValue, url.path, String(seq), pointer])
        return Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    /// Does the work of such a process, when the arguments are for one; gives whether they were.
    static func answer(_ arguments: [String]) throws -> Bool {
        switch arguments.first {
        case reading where arguments.count >= 2:
            var figures = try ReadingFigures(of: URL(fileURLWithPath: arguments[1]))
            let measured = try figures.measure(tool: arguments.dropFirst(2).first)
            print(String(decoding: try JSONEncoder().encode(measured), as: UTF8.self))
        case firstValue where arguments.count == 4:
            let url = URL(fileURLWithPath: arguments[1])
            print(try ReadingFigures.firstValue(of: url, seq: Int(arguments[2]) ?? 0, arguments[3]))
        default: return false
        }
        return true
    }
}
