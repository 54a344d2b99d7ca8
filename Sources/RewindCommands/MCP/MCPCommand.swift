import ArgumentParser
import Foundation
import RewindSession

/// `rewind mcp`: lets an assistant ask about sessions.
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Let an AI assistant read sessions (MCP server).",
        usage: "rewind mcp [<file> ...]",
        discussion: """
            Speaks the Model Context Protocol on standard input and output; an assistant starts it. Only the given \
            sessions can be read, and the sessions in given folders; by default $REWIND_SESSION, or those in this \
            folder. Nothing is written. The article "An assistant's hunt" shows a conversation.

              rewind mcp demo.rewind
              rewind mcp before.rewind after.rewind
            """
    )

    @Argument(
        help: ArgumentHelp("Session files, or folders of sessions", valueName: "file"),
        completion: .file(extensions: ["rewind"])
    )
    var files: [String] = []

    func validate() throws {
        if files.contains("") { throw ValidationError.emptySessionPath }
    }

    func run() throws {
        let sessions = MCPSessions(places: files.isEmpty ? [DefaultSession.given ?? "."] : files)
        _ = try sessions.all()
        for file in files where !DefaultSession.isFolder(file) { try SessionProbe.check(URL(fileURLWithPath: file)) }
        if isatty(STDIN_FILENO) == 1 { Output.message("An assistant starts this command. Ctrl-D ends it.") }
        Output.beginData()
        let server = MCPServer(
            sessions,
            AnsweringCommands.all,
            canRerun: RegisteredApp.current?.rerunnable != nil,
            hasScreens: RegisteredApp.current != nil
        )
        let connection = MCPConnection(server) { arguments, take in
            // JSON is UTF-8 in every locale.
            try ToolProcess.run(arguments, environment: ["LC_ALL": "C.UTF-8"], take)
        } write: { line in
            Output.line(line)
            try? Output.finish()
        }
        connection.answer(MCPLines(of: STDIN_FILENO))
    }
}
