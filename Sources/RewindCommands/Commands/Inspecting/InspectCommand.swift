import ArgumentParser
import RewindSession

/// `rewind inspect`: shows sessions in the browser.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show sessions in the browser.",
        usage: usage,
        discussion: """
            The page listens on localhost only and requires the token in the printed URL. It follows sessions that \
            are being recorded, and adds those that appear in a given folder. Without --write, it only reads. Press \
            Ctrl-C to stop.

            The token stays the same until the file rewind/inspect-token in $XDG_CONFIG_HOME or ~/.config is removed, \
            so that a page continues with the next server on its port.

              rewind inspect demo.rewind --open
              rewind inspect before.rewind after.rewind
            """
    )

    #if Fleet
    private static let usage = """
        rewind inspect ([<file> ...] | --database <url>) [--port <port>] [--open]
                       [--write]
        """
    #else
    private static let usage = "rewind inspect [<file> ...] [--port <port>] [--open] [--write]"
    #endif

    @Argument(
        help: ArgumentHelp("Session files, or folders of sessions", valueName: "file"),
        completion: .file(extensions: ["rewind"])
    )
    var files: [String] = []

    #if Fleet
    @OptionGroup var fleet: FleetOptions
    #endif

    @Option(help: "Port to listen on, instead of 7777 or the next free one; 0 picks any free one")
    var port: UInt16?

    @Flag(help: "Open the page in the browser")
    var open = false

    @Flag(help: "Allow the page to set bookmarks, move the cursor, and control the app that is recording")
    var write = false

    func validate() throws {
        if files.contains("") { throw ValidationError.emptySessionPath }
        #if Fleet
        if !files.isEmpty, fleet.givenDatabase != nil { throw ValidationError.filesAndDatabase }
        #endif
    }

    func run() async throws {
        #if Fleet
        if files.isEmpty, fleet.givenDatabase != nil || (try? fleet.address) != nil {
            let page = InspectorPage(files: [], port: port, opens: open, canWrite: write)
            return try await page.show(RegisteredApp.current, fleet: InspectedDatabase(fleet.address))
        }
        #endif
        let folders = files.filter(DefaultSession.isFolder)
        let discover: @Sendable (Set<String>) -> [String] = { known in
            let paths = folders.flatMap { (try? LsCommand.files(in: $0))?.sorted() ?? [] }
            return paths.filter { !known.contains($0) && DefaultSession.isSession($0) }
        }
        let page = InspectorPage(files: try sessions(), discover: discover, port: port, opens: open, canWrite: write)
        try await page.show(RegisteredApp.current)
    }

    /// Returns the paths of the sessions, without files in the given folders that are none.
    private func sessions() throws -> [String] {
        if files.isEmpty {
            let file = try DefaultSession.file()
            Output.note(.defaultSession(file: file))
            return [file]
        }
        return try files.flatMap { file in
            guard DefaultSession.isFolder(file) else { return [file] }
            let sessions = try LsCommand.files(in: file).sorted().filter(DefaultSession.isSession)
            if sessions.isEmpty { throw SessionError.isDirectory(path: file) }
            return sessions
        }
    }
}
