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

/// The commands that the inspector's page prints.
@Suite struct PageCommandTests {
    private static let node = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Prints the words of each command, with names and texts that need quotes.
    private static let script = """
        const { commands } = await import(process.argv[1]);
        const file = "it's a file.rewind";
        const given = {
            history: ['/a b/~1', 3, 9], whatIf: [{ skip: '2,5', edit: ['3:{"a":"it\\'s"}'], insert: ['0:{"type":"A"}'], reorder: ['7:4'] }, 9], compare: ['b.rewind'], diff: [3, 9], state: [3], action: [3],
            raw: [3], blame: ["/it's", 3], goTo: [3], bookmark: ['a name', 3, '-a note'],
            dispatch: ['{"type":"A","payload":{"a":"it\\'s"}}'], cut: [3, 9, 'c.rewind'],
            export: ['html', 3, 9, 'c.html'], story: [[3, 9], 'c.html', '-a title', ['3:a note', '9:-b\\nc']],
        };
        const all = Object.entries(commands).map(([name, words]) => words(file, ...given[name] ?? []).map(String));
        all.push(['diff', file, '3'], ['export', 'test', file, '3..9', '--output', 'Tests.swift']);
        console.log(JSON.stringify(all));
        """

    @Test(.enabled(if: node != nil, "Node.js is not installed."))
    func `Each kind of command that the page prints is accepted by the tool`() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/RewindInspectorPage/Page/parts/commands.js").standardized
        let node = try #require(Self.node)
        let result = try await Subprocess.run(
            .path(FilePath(node)),
            arguments: ["--input-type=module", "--eval", Self.script, page.absoluteString],
            output: .string(limit: 100_000),
            error: .string(limit: 100_000)
        )
        let output = result.standardOutput
        let commands = try JSONDecoder().decode([[String]].self, from: Data(output.utf8))
        #expect(commands.count > 15, "\(result.standardError)")
        for words in commands {
            #expect(throws: Never.self, "\(words)") { try RewindCommand.parseAsRoot(words) }
        }
    }
}
