import ArgumentParser
import Foundation
import Subprocess
import TestSupport
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

@testable import RewindCommands

/// The commands in hints are accepted by the tool and have an effect.
@Suite struct HintTests {
    private static let hints = ErrorSamples.all.compactMap { Wording.failure(for: $0)?.hint }
    private static let commands = Set(
        hints.flatMap { $0.lines(for: "a session.rewind").dropFirst() }.filter { $0.hasPrefix("rewind ") }
    )

    @Test(arguments: commands.sorted())
    func `The command in a hint is valid`(command: String) {
        let words = Self.words(of: command).dropFirst()
        // A command of the article client.
        if words.first == "demo" { return }
        #expect(throws: Never.self) { try RewindCommand.parseAsRoot(Array(words)) }
    }

    @Test func `Most hints have a command`() {
        #expect(Self.hints.count { $0.command != nil } > 40)
        #expect(Self.commands.count > 30)
    }

    /// Commands that need a running app, or wait for the user.
    private static let waiting: Set<String> = ["inspect", "travel", "debug"]

    /// Errors of commands in the table whose arguments do not exist in the sample session.
    private static let madeUp = [
        "No recorded state has a value at ", " is past the end of the session", " is before the start of the session",
        "No action lies between ", "No bookmark named ",
    ]

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: tool.path), "The tool is not built."))
    func `The command in a hint can be run`() async throws {
        let visit = URL(fileURLWithPath: #filePath).appending(path: "../../../Fixtures/sessions/visit.rewind")
            .standardizedFileURL
        for command in Self.commands.sorted() {
            guard let name = Self.words(of: command).dropFirst().first, !Self.waiting.contains(name) else { continue }
            let folder = TemporaryFolder()
            let session = folder.session("a session.rewind")
            try FileManager.default.copyItem(at: visit, to: session)
            let (status, errors) = try await Self.run(command, in: session.deletingLastPathComponent())
            let isMadeUp = status == .exited(2) && Self.madeUp.contains { errors.contains($0) }
            #expect([.exited(0), .exited(1)].contains(status) || isMadeUp, "\(command): \(status) \(errors)")
        }
    }

    /// The tool that was built with these tests.
    private static let tool = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "rewind")

    private static func run(
        _ command: String,
        in folder: URL
    ) async throws -> (status: TerminationStatus, errors: String) {
        let result = try await Subprocess.run(
            .path("/bin/sh"),
            arguments: ["-c", "rewind() { \"\(tool.path)\" \"$@\"; }; \(command) > /dev/null"],
            workingDirectory: FilePath(folder.path),
            output: .discarded,
            error: .string(limit: 1 << 20)
        )
        return (result.terminationStatus, result.standardError)
    }

    /// Splits a command into words, as a shell does.
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
