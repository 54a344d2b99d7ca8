#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// The input line at the bottom, and the handling of its text.
extension DebugView {
    func ask(_ other: Question) {
        question = other
        var text = ""
        if other == .export {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            text = name.replacing(".rewind", with: "") + "\(session.at)Tests.swift"
        }
        fields[other, default: LineField()].text = text
    }

    func answer(_ question: Question, _ key: TerminalEvent.Key) throws -> Effect {
        var field = fields[question, default: LineField()]
        defer { fields[question] = field }
        switch key {
        case .escape, .control("c"): self.question = nil
        case .backspace where field.text.isEmpty: self.question = nil
        case .enter:
            self.question = nil
            let text = field.take()
            // A leading colon is kept, as it begins the REF of a bookmark.
            return try take(text, for: question)
        default:
            _ = field.press(key) { text in
                switch question {
                case .verb: commands.completions(of: text)
                case .dispatch:
                    commands.completions(of: question.prompt + text).map { String($0.dropFirst(question.prompt.count)) }
                default: []
                }
            }
        }
        return .none
    }

    func take(_ text: String, for question: Question) throws -> Effect {
        guard !text.isEmpty else {
            if question == .search || question == .watch { try goToHit(.forward) }
            return .none
        }
        switch question {
        case .search:
            target = .text(text)
            try goToHit(.forward)
        case .watch:
            var kind: DebugStop.Kind?
            try working {
                let work = ProgressReporter()
                kind = try commands.kind(watching: text, work)
            }
            guard let kind else { return .none }
            target = .stop(kind, text: text)
            _ = session.add(kind)
            try goToHit(.forward)
        case .bookmark: return try say("bookmark \(text)")
        case .dispatch: return try say("dispatch \(text)")
        case .export: return try say("export \(text)" + (markedStart.map { " \($0)" } ?? ""))
        case .verb: return try say(text)
        }
        return .none
    }

    /// Runs a verb and shows its output: one line in the status line, more in an overlay.
    func say(_ line: String) throws -> Effect {
        let name = String(line.prefix { !$0.isWhitespace })
        if DebugVerb(named: name) == .run { return .verb(line) }
        let (before, reading) = (session.at, ObjectIdentifier(timeline))
        lines.all = []
        var outcome = DebugCommands.Effect.done
        try working { outcome = try commands.perform(line) }
        if reading != ObjectIdentifier(timeline) { refresh() }
        if session.at != before { moved() }
        if outcome == .quit { return .quit }
        let texts = lines.all.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        // The new position is visible in the list, so its log line is not repeated.
        if session.at != before {
            message = texts.dropLast().last
        } else if texts.count == 1 {
            message = texts[0]
        } else if !texts.isEmpty {
            overlay = .text(title: line, texts, scroll: 0)
        }
        return .none
    }

    /// Clears the caches after the session was read again.
    func refresh() {
        log.forget()
        drawing.forget()
    }
}

#endif
