import ArgumentParser

/// `rewind inspect`: shows sessions in the browser.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show sessions in the browser.",
        usage: usage,
        discussion: """
            The page listens on localhost only and requires the token in the printed URL. It follows sessions that \
            are being recorded. Without --write, it only reads. Press Ctrl-C to stop.

              rewind inspect demo.rewind --open
              rewind inspect before.rewind after.rewind
            """
    )

    #if Fleet
    private static let usage = """
        rewind inspect (<file> ... | --database <url>) [--port <port>] [--open]
                       [--write]
        """

    @Argument(help: ArgumentHelp("Session files", valueName: "file"), completion: .file(extensions: ["rewind"]))
    var files: [String] = []

    @OptionGroup var fleet: FleetOptions
    #else
    private static let usage = "rewind inspect <file> ... [--port <port>] [--open] [--write]"

    @Argument(help: ArgumentHelp("Session files", valueName: "file"), completion: .file(extensions: ["rewind"]))
    var files: [String]
    #endif

    @Option(help: "Port to listen on; 0 picks a free one")
    var port: UInt16 = 0

    @Flag(help: "Open the page in the browser")
    var open = false

    @Flag(help: "Allow the page to set bookmarks, move the cursor, and control the app that is recording")
    var write = false

    func validate() throws {
        if files.contains("") { throw ValidationError.emptySessionPath }
        #if Fleet
        if files.isEmpty, (try? fleet.address) == nil {
            throw ValidationError("Missing expected argument '<file> ...'")
        }
        if !files.isEmpty, fleet.givenDatabase != nil { throw ValidationError.filesAndDatabase }
        #endif
    }

    func run() async throws {
        let page = InspectorPage(files: files, port: port, opens: open, canWrite: write)
        #if Fleet
        if files.isEmpty {
            return try await page.show(RegisteredApp.current, fleet: InspectedDatabase(fleet.address))
        }
        #endif
        try await page.show(RegisteredApp.current)
    }
}
