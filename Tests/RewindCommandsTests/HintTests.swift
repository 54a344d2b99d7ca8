import ArgumentParser
import TestSupport
import Testing

@testable import RewindCommands

/// The commands that hints say to run are such as the tool takes. `BadInputTests` runs those of many errors.
@Suite struct HintTests {
    @Test(arguments: WordingSample.all)
    func `What a hint says to run is a command with its options`(sample: WordingSample) throws {
        let hint = Wording.hint(try #require(sample.failure.hint), for: "a session.rewind")
        for command in Hint.commands(in: "Hint: \(hint)") {
            let words = Self.words(of: command).dropFirst()
            // The article client's own command.
            if words.first == "demo" { continue }
            #expect(throws: Never.self, "\(command)") { try RewindCommand.parseAsRoot(Array(words)) }
        }
    }

    @Test func `The hints of the table do say what to run`() {
        #expect(WordingSample.all.count { $0.failure.hint?.contains("rewind ") == true } > 40)
    }

    /// The words of a command as a shell takes it apart.
    private static func words(of command: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in command {
            switch character {
            case quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil:
                quote = character
                word = word ?? ""
            case " " where quote == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap(\.self)
    }
}
