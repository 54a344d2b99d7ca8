#if Sealing

import ArgumentParser
import Foundation
import RewindSealing

/// `rewind keys`: creates the keys of a team.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create the private key of a team, and print its public key.",
        usage: "rewind keys <file>",
        discussion: """
            Creates the file with a random private key, which only you can read, unless it exists. Apps seal sessions \
            with the public key; "rewind unseal" opens them with the file. Keep it secret, and keep a copy: without \
            it, nobody can open them.

              rewind keys team.key
            """
    )

    @Argument(help: ArgumentHelp("File of the private key", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        let url = URL(fileURLWithPath: file)
        if !FileManager.default.fileExists(atPath: url.path) { try TeamPrivateKey().write(to: url) }
        Output.line("\(try TeamPrivateKey(contentsOf: url).publicKey)")
    }
}

#endif
