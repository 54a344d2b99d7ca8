import Foundation
import RewindTimeline

/// The line-by-line debugger: for pipes and for terminals that cannot show the full screen.
struct DebugPrompt {
    private static let prompt = "(rewind) "

    private let commands: DebugCommands
    private var follower: DebugFollower

    init(commands: DebugCommands) {
        (self.commands, follower) = (commands, DebugFollower(of: commands.session))
    }

    /// Reads lines until `quit` or the end of input. Returns true if a line failed.
    ///
    /// If the input is not a terminal, each line is echoed before its output, so that the output can be read without
    /// the input.
    ///
    /// - Throws: `CancellationError` at Ctrl-C if the input is not a terminal; `Output.WriteError`.
    mutating func run() throws -> Bool {
        if Terminal.isAble { return try runOnTerminal() }
        let isTyped = isatty(STDIN_FILENO) == 1
        var hasFailed = false
        try printPosition()
        while true {
            if isTyped { Output.text(Self.prompt) }
            try Output.finish()
            follower.pause()
            guard let line = readLine() else { break }
            if !isTyped, !line.allSatisfy(\.isWhitespace) { Output.line(Self.prompt + TerminalText.line(line)) }
            let (outcome, isFine) = try perform(line, isScript: !isTyped)
            hasFailed = hasFailed || !isFine
            if outcome == .quit { break }
        }
        try Output.finish()
        return hasFailed && !isTyped
    }

    /// Reads lines with editing, history and completion.
    private mutating func runOnTerminal() throws -> Bool {
        let terminal = Terminal(.line)
        let history = DebugHistory()
        var field = LineField(history: history.lines())
        var last = ""
        try printPosition()
        try Output.finish()
        try terminal.run {
            while let line = try read(terminal, &field) {
                // As in gdb, an empty line repeats the last one.
                let isAgain = line.allSatisfy(\.isWhitespace)
                if !isAgain {
                    if line != last { history.add(line) }
                    last = line
                }
                let (outcome, _) = try terminal.working { try perform(isAgain ? last : line, isScript: false) }
                try Output.finish()
                if outcome == .quit { return }
            }
        }
        return false
    }

    private func printPosition() throws {
        try commands.printCurrent()
        printNotes()
    }

    private func printNotes() {
        commands.session.states.takeNotes().forEach(Output.message)
    }

    private mutating func perform(_ line: String, isScript: Bool) throws -> (
        outcome: DebugCommands.Effect, isFine: Bool
    ) {
        defer { printNotes() }
        do {
            _ = try follower.resume()
            return (try commands.perform(line), true)
        } catch is CancellationError where !isScript {
            _ = Interruption.shared.reset()
            Output.message(DebugText.interrupted)
        } catch {
            guard let failure = Wording.failure(for: error) else { throw error }
            // Flushes first, so that the error comes after the earlier output.
            try Output.finish()
            Output.failure(failure, file: commands.session.timeline.session.url.relativePath)
        }
        return (.done, false)
    }

    /// Returns a typed line; nil at the end of input.
    private func read(_ terminal: Terminal, _ field: inout LineField) throws -> String? {
        while true {
            try show(field, on: terminal)
            follower.pause()
            switch try terminal.wait(milliseconds: -1) {
            case .ended:
                try terminal.write("\n")
                return nil
            case .timeout, .redraw: break
            case .events(let events):
                for (index, event) in events.enumerated() {
                    switch event {
                    case .key(.enter, _):
                        // Enter may have arrived in one read with the end of this line and the beginning of the next.
                        try show(field, on: terminal)
                        terminal.putBack(events[(index + 1)...])
                        let line = field.take()
                        try terminal.write("\n")
                        return line
                    case .key(.control("d"), _) where field.text.isEmpty:
                        try terminal.write("quit\n")
                        return nil
                    case .key(.control("c"), _):
                        field.clear()
                        try terminal.write("^C\n")
                    case .key(.control("z"), _): try terminal.suspend()
                    case .key(.control("l"), _): try terminal.write("\u{1B}[2J\u{1B}[H")
                    case .key(let key, _):
                        var candidates: [String] = []
                        _ = field.press(key) { text in
                            candidates = DebugCompletion(session: commands.session).completions(of: text)
                            return candidates
                        }
                        if candidates.count > 1 { try terminal.write("\n\(DebugText.candidates(candidates))\n") }
                    case .pasted(let text): field.insert(text)
                    case .mouse: break
                    }
                }
            }
        }
    }

    private func show(_ field: LineField, on terminal: Terminal) throws {
        let (text, caret) = field.shown(in: max(1, terminal.size.columns - Cells.count(Self.prompt) - 1))
        try terminal.write("\r\u{1B}[K\(Self.prompt)\(text)\r\u{1B}[\(Cells.count(Self.prompt) + caret)C")
    }
}
