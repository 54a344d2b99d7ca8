import Foundation
import TestSupport
import Testing

/// The input for the man pages: the help of all commands, as JSON.
@Suite(.timeLimit(.minutes(10))) struct ManualTests {
    @Test func `Every command has a synopsis and two working examples`() async throws {
        let folder = TemporaryFolder()
        let dump = try await Tool.run("--experimental-dump-help", in: folder)
        let root = try #require(try JSON.object(dump.output)["command"] as? [String: Any])
        let commands = try #require(root["subcommands"] as? [[String: Any]])
        #expect(commands.count > 25)
        for command in commands {
            let name = try #require(command["commandName"] as? String)
            #expect((command["abstract"] as? String)?.isEmpty == false, "\(name)")
            let help = try await Tool.run("help", name, in: folder)
            #expect(help.output.contains("\nUSAGE: rewind \(name)"), "\(name)")
            // The help of the full screen lists its keys, and that of demo its options.
            guard !["demo", "debug", "help"].contains(name) else { continue }
            let examples = (command["discussion"] as? String ?? "").split(separator: "\n")
                .filter { "\($0) ".hasPrefix("  rewind \(name) ") }
            #expect(examples.count >= 2, "\(name)")
        }
    }
}
