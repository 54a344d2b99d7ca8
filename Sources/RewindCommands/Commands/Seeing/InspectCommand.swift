#if os(macOS) || os(Linux)

import ArgumentParser

/// `rewind inspect`: shows sessions in the browser.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show sessions in a page of the browser.",
        discussion: """
            The page is served on this machine alone, and only to who has the address that is printed: in it is a token \
            that is a new one each time. It only shows, unless --write is given, and follows sessions that are being \
            recorded. Ctrl-C ends it.

              rewind inspect demo.rewind --open
              rewind inspect before.rewind after.rewind
            """
    )

    @Argument(help: "The session files.", completion: .file(extensions: ["rewind"]))
    var files: [String]

    @Option(help: "The port to serve on; a free one by default.")
    var port: UInt16 = 0

    @Flag(help: "Open the page in the browser.")
    var open = false

    @Flag(
        help: """
            Let the page set bookmarks, move the cursor, and tell the app that records a session to travel, if that \
            allows it.
            """
    )
    var write = false

    func validate() throws {
        if files.contains("") { throw ValidationError.emptySessionPath }
    }

    func run() async throws {
        try await InspectorPage(files: files, port: port, opens: open, canWrite: write).show(RegisteredApp.current)
    }
}

#endif
