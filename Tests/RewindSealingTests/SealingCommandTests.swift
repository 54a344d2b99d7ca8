#if Sealing

import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import RewindCommands
@testable import RewindSealing

@Suite struct SealingCommandTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { folder.file(name).path }

    @Test(arguments: ["keys", "unseal"]) func `The help of each command is the recorded one`(name: String) throws {
        let commands = RewindCommand.configuration.subcommands
        let command = try #require(commands.first { $0._commandName == name })
        try expectSnapshot(RewindCommand.helpMessage(for: command, columns: 80), "help/\(name).txt")
    }

    @Test func `A key is created once, and opens what was sealed for it`() throws {
        for _ in 0..<2 { try KeysCommand.parse([path("team.key")]).run() }
        let key = try TeamPrivateKey(contentsOf: folder.file("team.key"))
        try folder.write(Data("session".utf8), to: "a")
        try key.publicKey.seal(contentsOf: folder.file("a"), to: folder.file("a.sealed"))
        let arguments = [path("a.sealed"), "--key", path("team.key"), "-o"]
        try UnsealCommand.parse(arguments + [path("b.rewind")]).run()
        #expect(try folder.read("b.rewind") == Data("session".utf8))
        #expect(throws: CommandError.self) { try UnsealCommand.parse(arguments + [path("b.rewind")]).run() }
        #expect(throws: CommandError.self) {
            try UnsealCommand.parse(arguments + [path("a.sealed"), "--force"]).run()
        }
        try UnsealCommand.parse(arguments + [path("b.rewind"), "--force"]).run()
        try TeamPrivateKey().write(to: folder.file("other.key"))
        let others = [path("a.sealed"), "--key", path("other.key"), "-o", path("b.rewind"), "--force"]
        #expect(throws: SealingError.self) { try UnsealCommand.parse(others).run() }
        #expect(try folder.read("b.rewind") == Data("session".utf8))
        #expect(try folder.contents == ["a", "a.sealed", "b.rewind", "other.key", "team.key"])
    }
}

#endif
