import RewindCommands
import RewindTimeline

/// The report of a recorded demo, with commands to try.
struct DemoReport: CommandReport {
    private enum CodingKeys: CodingKey { case file, actions, dropped, bytes, seconds }

    let file: String
    let actions, dropped, bytes: Int
    let seconds: Double
    /// True for a random walk, in which no time passes waiting for a server.
    let isWalk: Bool

    func lines(style: TextStyle) -> [String] {
        var lines = ["Recorded \(actions) \(actions == 1 ? "action" : "actions") of the article client in \(file)."]
        if isWalk, actions > 0 {
            lines.append("\(Int(Double(actions) / seconds)) actions/s, \(bytes / actions) bytes per action")
        }
        let file = ShellWord.path(file)
        let seq = min(12, actions)
        return lines
            + NextSteps.lines([
                ("log \(file)", "list the actions"),
                ("show \(file) \(seq) /home/pageNumber", "show a value after action \(seq)"),
                ("diff \(file) \(seq - 1) \(seq)", "show what action \(seq) changed"),
                ("undo \(file) -n 3", "go back three steps, and show the screen"),
                ("replay \(file) --verify", "re-run the reducers, and compare"),
                ("verify \(file)", "check the file"),
            ])
    }
}

/// The report of a recording that a crash ended, with commands to try.
struct CrashReport: CommandReport {
    private enum CodingKeys: CodingKey { case file, reason, actions, ending }

    let file: String
    /// The runtime's error message, if any.
    let reason: String?
    let actions: Int
    let ending: SessionEnding

    init(file: String, reason: String?, ending: SessionEnding) {
        self.file = file
        self.reason = reason
        self.ending = ending
        actions = ending.last
    }

    func lines(style: TextStyle) -> [String] {
        let name = ShellWord.path(file)
        return ["The article client crashed, recorded in \(file)\(reason.map { ": \($0)" } ?? "").", ending.text]
            + NextSteps.lines([
                ("log \(name) \(max(1, actions - 9))..end", "list the last actions"),
                ("show \(name) end --action", "show the action that crashed"),
                ("screen \(name) end", "show the last screen"),
                ("stats \(name)", "summarize the session"),
                ("replay \(name)", "re-run it with a reducer that does not crash"),
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
