#if Sealing

import ArgumentParser
import Foundation
import RewindSealing

/// `rewind unseal`: opens a sealed session.
struct UnsealCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unseal",
        abstract: "Open a session that an app sealed for your team.",
        usage: "rewind unseal <file> --key <file> --output <file> [--force]",
        discussion: """
            The output is written only if the whole file was opened: a file that was damaged, cut off, or sealed for \
            another key leaves nothing.

              rewind unseal report.sealed --key team.key -o report.rewind
            """
    )

    @Argument(help: ArgumentHelp("Sealed session", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("File of the private key, from \"rewind keys\"", valueName: "file"), completion: .file())
    var key: String

    @OptionGroup var newFile: RequiredNewFileOptions

    func run() throws {
        let key = try TeamPrivateKey(contentsOf: URL(fileURLWithPath: key))
        let sealed = URL(fileURLWithPath: file)
        try newFile.target.make(from: sealed, overwrites: newFile.force) { url in
            try key.unseal(contentsOf: sealed, to: url)
        }
    }
}

#endif
