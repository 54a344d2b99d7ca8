import ArgumentParser
import Foundation
import RewindCommands
import RewindSession
import Subprocess
import TestSupport
import Testing

/// The help of the executable, beyond that of the common commands.
@Suite(.timeLimit(.minutes(10))) struct HelpTests {
    @Test(arguments: [["help", "demo"], ["demo", "--help"], ["demo", "-h"]])
    func `The help of demo is the recorded one`(arguments: [String]) async throws {
        try expectSnapshot(try await answer(to: arguments), "help/demo.txt")
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], []])
    func `The root's help lists demo first`(arguments: [String]) async throws {
        let demo = """
            SUBCOMMANDS:
              demo                    Record a sample session.


            """
        let common = RewindCommand.helpMessage(columns: 80).trimmingCharacters(in: .newlines)
        let first = "VIEWING SUBCOMMANDS:\n"
        let expected = common.replacing(first, with: demo + first) + "\n"
        #expect(expected.contains(demo))
        #expect(try await answer(to: arguments) == expected)
    }

    @Test func `The version is printed`() async throws {
        #expect(try await answer(to: ["--version"]) == SessionFormat.packageVersion + "\n")
    }

    private func answer(to arguments: [String]) async throws -> String {
        let folder = TemporaryFolder()
        let answer = try await Tool.run(arguments, in: folder)
        #expect(answer.status == .exited(0))
        #expect(answer.errors == "")
        return answer.output.replacing(/\n+$/, with: "\n")
    }
}
