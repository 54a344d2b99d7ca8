import ArgumentParser
import Foundation
import RewindTimeline
import RewindTree

/// The verbs that run a command of the tool on the session.
struct DebugQuestions {
    private static let countInList = 11
    private static let countInHistory = 20

    let session: DebugSession
    let arguments: DebugArguments
    let style: TextStyle
    let write: (String) -> Void

    /// Lists the actions around a seq, or runs `log` with the given words.
    func list(_ text: String) throws {
        let words = arguments.words(of: text)
        guard words.count <= 1, let middle = try words.isEmpty ? session.at : seq(named: words[0]) else {
            return try ask(LogCommand.self, words)
        }
        let timeline = session.timeline
        let first = max(timeline.first, min(middle - Self.countInList / 2, timeline.last - Self.countInList + 1))
        try session.states.recover(listed: first...min(timeline.last, first + Self.countInList - 1))
        try ask(LogCommand.self, ["--around", String(middle), "-n", String(Self.countInList)])
    }

    /// Returns the seq that a word stands for; nil if the word is an option, a range or a POINTER.
    private func seq(named word: String) throws -> Int? {
        guard let first = word.first, !"/-".contains(first), !ReferenceRange.isMeant(by: word) else { return nil }
        return try arguments.seq(word)
    }

    /// Prints a value. Without arguments, prints the selected value, or else only the slices of the state.
    func print(_ text: String) throws {
        guard text.isEmpty else { return try ask(ShowCommand.self, arguments.words(of: text)) }
        guard let pointer = session.pointer else {
            try ask(ShowCommand.self, ["--depth", "1"])
            return write(style.faint(DebugText.shortState))
        }
        try ask(ShowCommand.self, [pointer.description])
    }

    func history(_ text: String) throws {
        let words = withPointer(text)
        let isPlain = !words.contains { $0.hasPrefix("-") }
        try ask(HistoryCommand.self, words + (isPlain ? ["--reverse", "-n", String(Self.countInHistory)] : []))
    }

    func blame(_ text: String) throws {
        try ask(BlameCommand.self, withPointer(text))
    }

    func ask<Question: QuestionCommand>(_ question: Question.Type, _ text: String, _ option: String...) throws {
        try ask(question, arguments.words(of: text) + option)
    }

    /// Returns the words with a POINTER: if they have none, the selected value's is appended.
    private func withPointer(_ text: String) -> [String] {
        let words = arguments.words(of: text)
        let isThere = words.contains { $0.isEmpty || $0.hasPrefix("/") }
        return isThere ? words : words + (session.pointer.map { [$0.description] } ?? [])
    }

    private func ask<Question: QuestionCommand>(_ question: Question.Type, _ words: [String]) throws {
        let file = session.timeline.session.url.path
        let command: Question
        do {
            command = try Question.parse([file] + NegativeNumber.replaced(in: words))
        } catch {
            guard Question.exitCode(for: error) != .success else { return write(Question.fullMessage(for: error)) }
            throw Wording.failure(for: error) ?? CommandError(message: Question.message(for: error), hint: nil)
        }
        let isJSON = command.output.json
        let context = Context(session.timeline, here: session.at, style: style, isJSON: isJSON, write: write)
        do {
            try command.answer(in: context)
        } catch is ExitCode {
            // The command has printed its result.
        }
        let pointer = words.last { $0.isEmpty || $0.hasPrefix("/") }
        if let pointer = try pointer.map(LazyArgument<Pointer>.init)?.value { session.pointer = pointer }
    }
}
