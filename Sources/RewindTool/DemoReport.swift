#if os(macOS) || os(Linux)

import RewindCommands
import RewindTimeline

/// The report of a recorded demo, with commands to try.
struct DemoReport: Report {
    private enum CodingKeys: CodingKey { case file, actions, dropped, bytes, seconds }

    let file: String
    let actions, dropped, bytes: Int
    let seconds: Double
    /// True for a random walk, in which no time passes waiting for a server.
    let isWalk: Bool

    func lines(style: Style) -> [String] {
        var lines = ["Recorded \(actions) actions of the article client in \(file)."]
        if isWalk, actions > 0 {
            lines.append("\(Int(Double(actions) / seconds)) actions/s, \(bytes / actions) bytes an action")
        }
        let file = ShellWord.text(file)
        let seq = min(12, actions)
        return lines
            + NextSteps.lines([
                ("log \(file)", "what happened"),
                ("show \(file) \(seq) /home/pageNumber", "a value after action \(seq)"),
                ("diff \(file) \(seq - 1) \(seq)", "what action \(seq) changed"),
                ("undo \(file) -n 3", "three steps back, and the screen there"),
                ("replay \(file) --verify", "that the reducers lead there again"),
                ("verify \(file)", "that all of it is sound"),
            ])
    }
}

/// The report of a recording that a crash ended, with commands to try.
struct CrashReport: Report {
    private enum CodingKeys: CodingKey { case file, reason, actions, ending }

    let file: String
    /// The runtime's error message, if any.
    let reason: String?
    let actions: Int
    let ending: EndingReport

    init(file: String, reason: String?, ending: SessionEnding) {
        (self.file, self.reason, actions, self.ending) = (file, reason, ending.last, EndingReport(ending))
    }

    func lines(style: Style) -> [String] {
        let name = ShellWord.text(file)
        return ["The article client came to its end in \(file)\(reason.map { ", with: \($0)" } ?? "").", ending.text]
            + NextSteps.lines([
                ("log \(name) \(max(1, actions - 9))..end", "what led there"),
                ("show \(name) end --action", "the action it died of"),
                ("screen \(name) end", "what its user saw last"),
                ("stats \(name)", "how it ended, and what is there"),
                ("replay \(name)", "that another reducer gets over it"),
            ])
    }
}

/// The suggested commands at the end of a report.
private enum NextSteps {
    static func lines(_ steps: [(command: String, purpose: String)]) -> [String] {
        let width = steps.map(\.command.count).max() ?? 0
        return ["\nTry next:"]
            + steps.map { command, purpose in
                "  rewind \(command)\(String(repeating: " ", count: width - command.count + 5))\(purpose)"
            }
    }
}

#endif
